import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readTransform } from '../../src/capabilities/transform/index.js';

const markdown = await readFile('docs/capabilities.md', 'utf8');

/** The text of the code block that is marked with a word behind its language. */
function block(language: string, mark: string): string {
  const found = new RegExp(`^\`\`\`${language} ${mark}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(markdown);
  if (found?.[1] === undefined) throw new Error(`docs/capabilities.md has no block "${language} ${mark}"`);
  return found[1];
}

describe('the example of docs/capabilities.md', () => {
  it('shapes a result as it says', () => {
    const { transform, problems } = readTransform(JSON.parse(block('json', 'transform')));
    expect(problems).toEqual([]);
    expect(transform?.apply(JSON.parse(block('json', 'before')))).toEqual(JSON.parse(block('json', 'after')));
  });
});
