import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Where each case of the conformance list is tested: file and words of its test. */
const TESTED: Readonly<Record<string, readonly [file: string, words: string]>> = {
  'B-01': ['manifest', 'a tool without examples'],
  'B-02': ['manifest', 'a name of 65 characters'],
  'B-03': ['build', 'closes the objects of a schema'],
  'B-04': ['manifest', 'an example input that its schema refuses'],
  'B-05': ['init', 'one tool of each leaf of the command tree'],
  'B-06': ['init', 'tells apart what has the same name in different places'],
  'B-07': ['init', 'only warns where it cannot or documents are missing'],
  'B-08': ['build', 'gives the same bytes for the same manifest'],
  'B-09': ['build', 'refuses to overwrite what was edited by hand'],
  'B-10': ['server', 'says nothing to a notification'],
  'B-11': ['server', 'refuses an unknown tool with -32602'],
  'B-12': ['invoker', 'expected string, got integer'],
  'B-13': ['invoker', 'unknown property x'],
  'B-14': ['invoker', 'exceeds maxLength of 4096 (server default)'],
  'B-15': ['invoker', 'a writing tool with an invalid input'],
  'B-16': ['invoker', 'is not on for READ_ONLY'],
  'B-17': ['invoker', 'gives the error of the table, else UPSTREAM_ERROR'],
  'B-18': ['invoker', 'that is missing is UPSTREAM_ERROR'],
  'B-19': ['invoker', 'is killed with all it has started'],
  'B-20': ['invoker', "'--config=/x'"],
  'B-21': ['invoker', "['--no-all', '--', 'a']"],
  'B-22': ['invoker', 'exports/../../x'],
  'B-23': ['invoker', ';$(touch pwned)'],
  'B-24': ['invoker', 'is not passed on'],
  'B-25': ['invoker', 'its credential is told to nobody'],
  'B-26': ['invoker', 'is one line of the log'],
  'B-27': ['build', 'has the eight sections'],
  'B-28': ['build', 'of OpenAI hold the same tools'],
  'B-29': ['build', 'of a fresh package pass'],
  'B-30': ['invoker', 'the 61st within a minute'],
};

const folder = process.env.CONFORMANCE_DIR ?? '../shared/conformance';
const file = join(folder, 'toolgen.json');

describe('the conformance cases of tool packages', () => {
  it('are each tested where this list says', () => {
    for (const [id, [name, words]] of Object.entries(TESTED)) {
      const source = readFileSync(join(import.meta.dirname, `${name}.spec.ts`), 'utf8');
      expect(source.includes(words), `${id}: ${name}.spec.ts has "${words}"`).toBe(true);
    }
  });

  it('are all in this list', (context) => {
    if (!existsSync(file)) return context.skip(`${file} is not there: set CONFORMANCE_DIR`);
    const cases = JSON.parse(readFileSync(file, 'utf8')) as { id: string }[];
    expect(cases.map(({ id }) => id)).toEqual(Object.keys(TESTED));
  });
});
