import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/platform/common/errors.js';
import { WRITTEN_TABLES } from '../../src/platform/persistence/index.js';

const FOLDER = 'console/src/languages';

describe('the languages of the console', () => {
  it('have the same texts, with the same blanks', async () => {
    const files = (await readdir(`${FOLDER}/en`)).filter((name) => name.endsWith('.json'));
    for (const file of files) expect([file, await blanks('de', file)]).toEqual([file, await blanks('en', file)]);
  });

  it('say of each error what can be done, where the service says it in English', async () => {
    const remedies = JSON.parse(await readFile(`${FOLDER}/de/remedies.json`, 'utf8')) as Record<string, string>;
    expect(Object.keys(remedies)).toEqual(Object.keys(ERRORS));
  });

  it('say of each column that people write, and of its table, what it means', async () => {
    const help = JSON.parse(await readFile(`${FOLDER}/en/columns.json`, 'utf8')) as Record<string, object>;
    const { any = {}, ...tables } = help;
    // A key that is counted up is typed by nobody.
    const written = WRITTEN_TABLES.map(({ name, columns, key, hasGeneratedKey }) => {
      const names = columns.filter((column) => !hasGeneratedKey || column !== key).map((column) => column.name);
      return [name, ['table', ...names]] as const;
    });
    expect(Object.keys(tables).sort()).toEqual(written.map(([name]) => name).sort());
    for (const [name, columns] of written) {
      const told = Object.keys(help[name] ?? {});
      expect([name, columns.filter((one) => !told.includes(one) && !(one in any))]).toEqual([name, []]);
      expect([name, told.filter((one) => !columns.includes(one))]).toEqual([name, []]);
    }
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
