import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { packageRoot } from '../../platform/config/index.js';

/** The language of the conversations: `convengine.flow.language` and `.language-directory`. */
export interface LanguageChoice {
  /** Name of a folder with language files, such as `en`. */
  readonly language: string;
  /** A folder of such folders that goes before the packaged ones; relative to the working directory, empty for none. */
  readonly languageDirectory: string;
  /** How hours are said, where it is not as usual in the language. */
  readonly clockHours?: 'LANGUAGE' | 12 | 24;
}

/** English as packaged. */
export const ENGLISH: LanguageChoice = { language: 'en', languageDirectory: '' };

/**
 * What one part of the engine knows of a language: `PART.yaml` from the language's folder, in the consumer's own
 * directory or else among the packaged ones.
 * @param moved what earlier versions had in this file, with where it stands now
 * @throws EngineError CONFIGURATION_INVALID where the language or its file is missing (naming those that exist), or
 * the file is not what `schema` wants (naming everything that is wrong)
 */
export function readLanguageFile<T>(
  choice: LanguageChoice,
  part: string,
  schema: z.ZodType<T>,
  moved: Readonly<Record<string, string>> = {},
): T {
  const file = fileOf(choice, part);
  const document = parseDocument(readFileSync(file, 'utf8'), { prettyErrors: true });
  const [broken] = document.errors;
  if (broken) throw invalid(`${file} is no YAML: ${broken.message}`);
  const parsed = schema.safeParse(toValue(document, file));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${pathOf(issue.path)}: ${problemOf(issue)}`);
  const hints = parsed.error.issues.flatMap(unknownKeys).flatMap((key) => {
    return moved[key] === undefined ? [] : [`  ${key} moved: ${moved[key]}; docs/languages.md says how`];
  });
  throw invalid([`${file} is not as the engine needs it:`, ...lines, ...hints].join('\n'));
}

function toValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw invalid(`${file} is no YAML: ${messageOf(error)}`, error);
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

function invalid(message: string, cause?: unknown): EngineError {
  return new EngineError('CONFIGURATION_INVALID', message, {}, cause === undefined ? undefined : { cause });
}
