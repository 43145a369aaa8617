import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const FOLDER = 'console/src/languages';

describe('the languages of the console', () => {
  it('have the same texts, with the same blanks', async () => {
    const files = (await readdir(`${FOLDER}/en`)).filter((name) => name.endsWith('.json'));
    for (const file of files) expect([file, await blanks('de', file)]).toEqual([file, await blanks('en', file)]);
  });
});

/** Every text by its name, as the blanks it has. */
async function blanks(language: string, file: string): Promise<Record<string, string>> {
  const texts = JSON.parse(await readFile(`${FOLDER}/${language}/${file}`, 'utf8')) as object;
  return Object.fromEntries(
    leaves(texts).map(([name, text]) => [name, (text.match(/{{\w+}}/g) ?? []).sort().join(' ')]),
  );
}

function leaves(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[prefix + name, text] as [string, string]] : leaves(text, `${prefix}${name}.`),
  );
}
