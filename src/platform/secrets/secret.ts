import { readFile, stat } from 'node:fs/promises';
import { EngineError } from '../common/errors.js';
import { isJsonObject, parseJson } from '../common/json.js';
import { lookupPath } from '../common/template.js';

/**
 * Where a secret is kept: `env:NAME`, an environment variable; `file:/path`, a file with nothing else in it; or
 * `file:/path.json:a.b`, a field of a JSON file. Only the reference stands in code, rows, logs and audit; the secret is
 * read when it is needed.
 */
export type SecretReference = `env:${string}` | `file:/${string}`;

const REFERENCE = /^(?:env:([A-Za-z0-9_]+)|file:(\/.+\.json):([\w.-]+)|file:(\/.+))$/;
const MAX_BYTES = 65_536;

/**
 * The secret a reference stands for, without the line end of a file. Read anew each time, so that it can be rotated.
 * @param purpose what the secret is for, for the message: `auth.secret of crm.lookup`
 * @throws EngineError SECRET_UNAVAILABLE when it is no reference or nothing is there; the message never holds a secret
 */
export async function readSecret(reference: SecretReference, purpose: string): Promise<string> {
  const [, variable, document, field = '', file] = REFERENCE.exec(reference) ?? [];
  if (variable !== undefined) return present(process.env[variable], `the environment variable ${variable}`, purpose);
  if (document !== undefined) {
    return present(fieldOf(await readFileText(document), field), `"${field}" of the file ${document}`, purpose);
  }
  if (file !== undefined) return present(await readFileText(file), `the file ${file}`, purpose);
  // What stands there is perhaps the secret itself: it must not be repeated.
  const text = `${purpose} is not a reference. Write env:NAME or file:/path, never the secret itself.`;
  throw new EngineError('SECRET_UNAVAILABLE', text);
}

function present(value: string | undefined, place: string, purpose: string): string {
  if (value) return value;
  throw new EngineError('SECRET_UNAVAILABLE', `${purpose} refers to ${place}, which is missing or empty.`);
}

/** Whether a text is a reference. */
export function isSecretReference(text: string): text is SecretReference {
  return REFERENCE.test(text);
}

function fieldOf(text: string | undefined, path: string): string | undefined {
  const document = text === undefined ? undefined : parseJson(text);
  const value = isJsonObject(document) ? lookupPath(document, path) : undefined;
  return typeof value === 'string' ? value : undefined;
}

async function readFileText(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    return size > MAX_BYTES ? undefined : (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
