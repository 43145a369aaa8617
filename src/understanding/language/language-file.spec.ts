import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readLanguageFile } from './language-file.js';

const SCHEMA = z.strictObject({ words: z.array(z.string()) });
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'languages-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function write(language: string, text: string): void {
  mkdirSync(join(directory, language), { recursive: true });
  writeFileSync(join(directory, language, 'toys.yaml'), text);
}

function read(language: string, languageDirectory = directory) {
  return readLanguageFile({ language, languageDirectory }, 'toys', SCHEMA);
}

describe('a language file', () => {
  it("is read from the consumer's own directory", () => {
    write('tlh', 'words: [yes, no, HIja]');
    expect(read('tlh')).toEqual({ words: ['yes', 'no', 'HIja'] });
  });

  it('of an unknown language is refused with the languages that exist', () => {
    write('tlh', 'words: []');
    expect(() => read('xx')).toThrow(/no language "xx", only (.*, )?en, (.*, )?tlh; put your own/);
    expect(() => read('xx', '')).toThrow(/no language "xx"/);
  });

  it('that a language lacks is named, with where to write it', () => {
    mkdirSync(join(directory, 'tlh'));
    expect(() => read('tlh')).toThrow(`has no toys.yaml; write ${join(directory, 'tlh/toys.yaml')}`);
  });

  it('is refused with everything that is wrong in it, and where', () => {
    write('tlh', 'words: [fine, true]\nword: []');
    expect(() => read('tlh')).toThrow(/toys\.yaml is not as the engine needs it:\n {2}words\[2\]: .*string/);
    expect(() => read('tlh')).toThrow('Unrecognized key: "word"; known are "words"');
  });

  it('of an earlier version is refused with where its parts stand now', () => {
    write('tlh', 'words: [fine]\nsounds: []');
    const choice = { language: 'tlh', languageDirectory: directory };
    expect(() => readLanguageFile(choice, 'toys', SCHEMA, { sounds: 'to noises.yaml' })).toThrow(
      'sounds moved: to noises.yaml; docs/languages.md says how',
    );
  });

  it('that is no YAML is refused with the line', () => {
    write('tlh', 'words: [fine');
    expect(() => read('tlh')).toThrow(/is no YAML: .*\(1:13\)/);
  });

  it('is refused where the directory itself does not exist', () => {
    expect(() => read('en', '/nonexistent/languages')).toThrow(/language-directory: there is no directory/);
  });
});
