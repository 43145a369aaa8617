import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolHandler } from '../../src/platform/handlers-api/index.js';
import { readTransform } from '../../src/tools/transform/index.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';

const markdown = await readFile('docs/capabilities.md', 'utf8');

/** The text of the code block that is marked with a word behind its language. */
function block(language: string, mark: string): string {
  const found = new RegExp(`^\`\`\`${language} ${mark}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(markdown);
  if (found?.[1] === undefined) throw new Error(`docs/capabilities.md has no block "${language} ${mark}"`);
  return found[1];
}

const tool = (code: string, sideEffect: string) =>
  `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect, description)
   VALUES ('${code}', 'HTTP_API', 'ANY', 'ANY', '${sideEffect}', '${code}');`;

describe('the files of docs/capabilities.md', () => {
  it('are tools as they stand', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(
      join(folder, 'search.yaml'),
      block('yaml', 'capability').replace('intent: FIND_BOOK', 'intent: ANY'),
    );
    await writeFile(join(folder, 'lend.yaml'), block('yaml', 'playbook'));
    const calls: unknown[] = [];
    const handler = (toolCode: string, answer: unknown): ToolHandler => ({
      kind: 'tool',
      toolCode,
      execute: ({ arguments: args }) => {
        calls.push([toolCode, args]);
        return answer;
      },
    });
    const database = await openSqlite();
    const seeds = [tool('library_reader', 'READ'), tool('library_lend', 'WRITE'), tool('library_mail', 'WRITE')];
    const handlers = [
      handler('library_search', [{ id: 3, title: 'Emma' }]),
      handler('library_reader', { id: 5, mail: 'ann@example.com' }),
      handler('library_lend', { until: '1 May' }),
      handler('library_mail', {}),
    ];
    const engine = await startEngine({ database, seeds, handlers, config: { 'capabilities.directories': [folder] } });
    const id = randomUUID();
    const args = { title: 'Emma', reader: 'Ann' };
    await engine.say('please', id, { inputParams: { tool_request: { tool_code: 'lend_book', args } } });
    expect(calls).toEqual([]);
    expect((await engine.say('yes', id)).text).toContain('Done.');
    expect(calls).toEqual(
      expect.arrayContaining([
        ['library_lend', { book: 3, reader: 5, weeks: 2 }],
        ['library_mail', { to: 'ann@example.com', text: 'Emma is yours until 1 May.' }],
      ]),
    );
    await engine.close();
    await database.close();
  });
});

describe('the example of docs/capabilities.md', () => {
  it('shapes a result as it says', () => {
    const { transform, problems } = readTransform(JSON.parse(block('json', 'transform')));
    expect(problems).toEqual([]);
    expect(transform?.apply(JSON.parse(block('json', 'before')))).toEqual(JSON.parse(block('json', 'after')));
  });
});
