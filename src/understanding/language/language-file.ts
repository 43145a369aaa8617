import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { load, YAMLException } from 'js-yaml';
import type { z } from 'zod';
import { EngineError } from '../../platform/common/errors.js';
import { nameKnownKeys } from '../../platform/common/unknown-keys.js';
import { packageRoot } from '../../platform/config/index.js';

/** The language of the conversations: `convengine.flow.language` and `.language-directory`. */
export interface LanguageChoice {
  /** Name of a folder with language files, such as `en`. */
  readonly language: string;
  /** A folder of such folders that goes before the packaged ones; relative to the working directory, empty for none. */
  readonly languageDirectory: string;
  /** How hours are said, where it is not as usual in the language. */
  readonly clockHours?: 'LANGUAGE' | 12 | 24;
  /** What files of the own directory would say, by their part; null for one that is not there. */
  readonly instead?: Readonly<Record<string, string | null>> | undefined;
}

/** What is wrong at one place of a language file. */
export interface LanguageProblem {
  /** Keys and indexes to the place. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A language file that cannot be used. */
export class LanguageFileInvalid extends EngineError {
  constructor(
    message: string,
    readonly part: string,
    /** Empty where it is no YAML. */
    readonly places: readonly LanguageProblem[],
    options?: ErrorOptions,
  ) {
    super('CONFIGURATION_INVALID', message, {}, options);
  }
}

/** The files that a language has; `knowledge` is read of English alone. */
export const LANGUAGE_PARTS = ['values', 'dialogue-act', 'commands', 'slots', 'replies'] as const;

/** The files that a language may have, of what was learned. */
const LEARNED_PARTS = ['reply-weights'] as const;

/** English as packaged. */
export const ENGLISH: LanguageChoice = { language: 'en', languageDirectory: '' };

/**
 * What one part of the engine knows of a language: `PART.yaml` from the language's folder, which is looked for in the
 * consumer's own directory first and among the packaged ones then.
 * @param moved keys that earlier versions had in this file, with where they stand now
 * @throws EngineError CONFIGURATION_INVALID where the language or its file is missing (naming those that exist), or
 *   the file does not fit `schema` (naming everything that is wrong)
 */
export function readLanguageFile<T>(
  choice: LanguageChoice,
  part: string,
  schema: z.ZodType<T>,
  moved: Readonly<Record<string, string>> = {},
): T {
  const { file, text } = textOf(choice, part);
  // As the configuration: it is read once.
  const parsed = schema.safeParse(parseYaml(text, file, part), { error: nameKnownKeys, jitless: true });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${pathOf(issue.path)}: ${problemOf(issue)}`);
  const hints = parsed.error.issues.flatMap(unknownKeys).flatMap((key) => {
    return moved[key] === undefined ? [] : [`  ${key} moved: ${moved[key]}; docs/languages.md says how`];
  });
  const places = parsed.error.issues.map((issue) => ({
    path: issue.path.map((key) => (typeof key === 'number' ? key : String(key))),
    message: problemOf(issue),
  }));
  throw new LanguageFileInvalid(
    [`${file} is not as the engine needs it:`, ...lines, ...hints].join('\n'),
    part,
    places,
  );
}

/**
 * What was learned for a language: the path of `PART.tsv` in the consumer's own directory, or else of the packaged one; undefined where
 * there is none.
 * @throws EngineError CONFIGURATION_INVALID where the consumer's own is still JSON, as it was before
 */
export function learnedFile(choice: LanguageChoice, part: string): string | undefined {
  const folders = directoriesOf(choice).map((directory) => join(directory, choice.language));
  const old = folders.map((folder) => join(folder, `${part}.json`)).find((file) => existsSync(file));
  if (old !== undefined) throw invalid(`${old} is read no more: docs/languages.md says how ${part}.tsv has it`);
  return folders.map((folder) => join(folder, `${part}.tsv`)).find((file) => existsSync(file));
}

/** The file of the consumer's own directory that says a part; undefined where there is no such directory. */
export function ownLanguageFile({ language, languageDirectory }: LanguageChoice, part: string): string | undefined {
  return languageDirectory === '' ? undefined : join(resolve(languageDirectory), language, `${part}.yaml`);
}

/**
 * SHA-256 of what the files of a language say; of those with what was learned, which are large, of when they were written.
 * @throws EngineError CONFIGURATION_INVALID where one is missing
 */
export function languageHash(choice: LanguageChoice): string {
  const hash = createHash('sha256');
  for (const part of LANGUAGE_PARTS) hash.update(`${part}\n${textOf(choice, part).text}\n`);
  for (const part of LEARNED_PARTS) {
    const file = learnedFile(choice, part);
    if (file === undefined) continue;
    const { mtimeMs, size } = statSync(file);
    hash.update(`${part}\n${file}\n${mtimeMs}\n${size}\n`);
  }
  return hash.digest('hex');
}

/** What the package says of a part; undefined where it does not have it in the language. */
export function packagedLanguageText({ language }: LanguageChoice, part: string): string | undefined {
  const file = join(packageRoot(), 'config/languages', language, `${part}.yaml`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function textOf(choice: LanguageChoice, part: string): { readonly file: string; readonly text: string } {
  const given = choice.instead?.[part];
  if (typeof given === 'string') return { file: `${part}.yaml`, text: given };
  const file = fileOf(given === null ? { ...choice, languageDirectory: '' } : choice, part);
  return { file, text: readFileSync(file, 'utf8') };
}

/** By `js-yaml`, which makes values alone: `yaml`, whose documents know their places, takes five times as long at each start. */
function parseYaml(text: string, file: string, part: string): unknown {
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new LanguageFileInvalid(`${file} is no YAML: ${error.message}`, part, [], { cause: error });
  }
}

function fileOf(choice: LanguageChoice, part: string): string {
  const { language } = choice;
  const directories = directoriesOf(choice);
  const folders = directories.map((directory) => join(directory, language));
  const file = folders.map((folder) => join(folder, `${part}.yaml`)).find((name) => existsSync(name));
  if (file) return file;
  const first = folders[0] ?? '';
  if (folders.some((folder) => existsSync(folder))) {
    const wanted = join(first, `${part}.yaml`);
    throw invalid(
      `the language "${language}" has no ${part}.yaml; write ${wanted} after the model of ${packaged(part)}`,
    );
  }
  throw invalid(
    `convengine.flow.language: there is no language "${language}", only ${languagesIn(directories).join(', ')}; ` +
      'put your own in a folder of this name below convengine.flow.language-directory',
  );
}

function packaged(part: string): string {
  return join(packageRoot(), 'config/languages/en', `${part}.yaml`);
}

/** The consumer's own directory first, then the packaged one. */
function directoriesOf({ languageDirectory }: LanguageChoice): string[] {
  const own = languageDirectory === '' ? [] : [resolve(languageDirectory)];
  const [missing] = own.filter((directory) => !existsSync(directory));
  if (missing) throw invalid(`convengine.flow.language-directory: there is no directory ${missing}`);
  return [...own, join(packageRoot(), 'config/languages')];
}

function languagesIn(directories: readonly string[]): string[] {
  const folders = directories.flatMap((directory) => readdirSync(directory, { withFileTypes: true }));
  return [...new Set(folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name))].sort();
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key + 1}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

function unknownKeys(issue: z.core.$ZodIssue): readonly string[] {
  return issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [];
}

function problemOf(issue: z.core.$ZodIssue): string {
  return issue.message.replace(/^Invalid (input|option|string): /, '');
}

function invalid(message: string): EngineError {
  return new EngineError('CONFIGURATION_INVALID', message);
}
