import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/common/json.js';
import { loadConfig } from '../../src/config/index.js';
import { CalculatorExecutor, FilesExecutor } from '../../src/tools/index.js';
import { callTool } from '../helpers/tool-calls.js';

/** An example of docs/tools.md: what a tool is called with, and what it answers. */
interface Example {
  readonly arguments: JsonObject;
  readonly result: JsonObject;
}

const sections = (await readFile('docs/tools.md', 'utf8')).split('\n## ');

/** The code blocks of one language in a section. */
function blocks(group: string, language: string): string[] {
  const section = sections.find((text) => text.startsWith(`${group}\n`)) ?? '';
  return [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);
}

const examples = (group: string) => blocks(group, 'json').map((text) => JSON.parse(text) as Example);

/** The configuration that a section gives as its example. */
async function configured(group: string, folder: string) {
  const file = join(folder, '.example.yaml');
  await writeFile(file, blocks(group, 'yaml').join('\n'));
  return loadConfig({ env: { CONVENGINE_CONFIG: file }, directory: folder }).config;
}

describe('docs/tools.md', () => {
  it.each(examples('CALCULATOR_TRANSFORM'))('calculates $arguments', async ({ arguments: args, result }) => {
    expect(await callTool(new CalculatorExecutor(5_000), args)).toEqual(result);
  });

  it.each(examples('FILES'))('looks into files: $arguments', async ({ arguments: args, result }) => {
    const folder = await mkdtemp(join(tmpdir(), 'convengine-docs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, '2026'));
    await writeFile(join(folder, '2026/july.txt'), 'Report of July\nAmount due: 12\n');
    const { files } = (await configured('FILES', folder)).mcp;
    expect(await callTool(new FilesExecutor({ ...files, roots: { ...files.roots, reports: folder } }), args)).toEqual(
      result,
    );
  });
});
