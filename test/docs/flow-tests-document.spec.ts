import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltCli } from '../e2e/cli/built-cli.js';

/** Blocks of a document, by their language, in order. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);
}

/** What a block has run of the command line, without what goes on until it is stopped. */
function commands(block = ''): string[][] {
  const lines = block.split('\n').map((line) => line.replace(/#.*/, '').trim());
  const run = lines.flatMap((line) => /npx convengine (.*)/.exec(line)?.[1] ?? []);
  return run.map((line) => line.split(/\s+/)).filter((args) => !args.includes('--watch'));
}

describe('docs/flow-tests.md, followed in an empty folder', () => {
  let cli: BuiltCli;
  let text: string;
  beforeAll(async () => {
    cli = await BuiltCli.build();
    text = await readFile('docs/flow-tests.md', 'utf8');
    const [file = ''] = blocks(text, 'yaml');
    await cli.writeFiles({
      'book-room.sql': await readFile('test/docs/book-room.sql', 'utf8'),
      'flows/rooms.flow-test.yaml': file.replace('rows: ', 'rows: ../'),
      'rooms.flow-test.yaml': file,
    });
  });
  afterAll(() => cli.close());

  it('holds the conversation that it begins with, by each command that it gives', async () => {
    const [first] = blocks(text, 'sh');
    const given = commands(first);
    expect(given.length).toBeGreaterThan(2);
    for (const args of given) {
      const { code, stdout, stderr } = await cli.run(args);
      expect([args, code, stderr, stdout.includes('FAILED')]).toEqual([args, 0, expect.anything(), false]);
    }
    expect(await readFile(join(cli.directory, 'results.xml'), 'utf8')).toContain('a room is booked after a yes');
  });

  it('has a job that ends with 1 where a reply is another, and writes down which', async () => {
    const [args = []] = commands(blocks(text, 'yaml').find((block) => block.includes('--reporter junit')));
    const [file = ''] = blocks(text, 'yaml');
    await cli.writeFiles({ 'rooms.flow-test.yaml': file.replace('Shall I book room 12', 'May I book room 12') });
    expect((await cli.run(args)).code).toBe(1);
    expect(await readFile(join(cli.directory, 'results.xml'), 'utf8')).toContain('May I book room 12');
  });
});
