import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/common/json.js';
import { CalculatorExecutor } from '../../src/tools/index.js';
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

describe('docs/tools.md', () => {
  it.each(examples('CALCULATOR_TRANSFORM'))('calculates $arguments', async ({ arguments: args, result }) => {
    expect(await callTool(new CalculatorExecutor(5_000), args)).toEqual(result);
  });
});
