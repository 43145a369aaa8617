import { readFile, stat } from 'node:fs/promises';
import { EngineError } from '../common/errors.js';

/**
 * Where a secret is kept: `env:NAME`, an environment variable, or `file:/path`, a file with nothing else in it. Only
 * the reference stands in code, rows, logs and audit; the secret is read when it is needed.
 */
export type SecretReference = `env:${string}` | `file:/${string}`;

const REFERENCE = /^(?:env:([A-Za-z_][A-Za-z0-9_]*)|file:(\/.+))$/;
const MAX_BYTES = 65_536;

/**
 * The secret a reference stands for, without the line end of a file. Read anew each time, so that it can be rotated.
 * @param purpose what the secret is for, for the message: `auth.secret of crm.lookup`
 * @throws EngineError SECRET_UNAVAILABLE when it is no reference or nothing is there; the message never holds a secret
 */
export async function readSecret(reference: SecretReference, purpose: string): Promise<string> {
  const [, variable, file] = REFERENCE.exec(reference) ?? [];
  if (variable !== undefined) return present(process.env[variable], `the environment variable ${variable}`, purpose);
  if (file !== undefined) return present(await readFileText(file), `the file ${file}`, purpose);
  // What stands there is perhaps the secret itself: it must not be repeated.
  const text = `${purpose} is not a reference. Write env:NAME or file:/path, never the secret itself.`;
  throw new EngineError('SECRET_UNAVAILABLE', text);
}

function present(value: string | undefined, place: string, purpose: string): string {
  if (value) return value;
  throw new EngineError('SECRET_UNAVAILABLE', `${purpose} refers to ${place}, which is missing or empty.`);
}

async function readFileText(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    return size > MAX_BYTES ? undefined : (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch {
    return undefined;
  }
}
