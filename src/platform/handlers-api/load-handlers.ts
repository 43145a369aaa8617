import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EngineError, messageOf } from '../common/errors.js';
import { HANDLER_METADATA } from './decorators.js';
import { asHandler, HANDLER_KINDS } from './handler-shape.js';
import type { Handler } from './handlers.js';
import { loadingHint } from './loading-hint.js';

const MODULE = /(?<!\.d)(?<!\.spec)(?<!\.test)\.(m?js|m?ts)$/;

/**
 * Reads handlers from a directory: every export of every module in it (`.js`, `.mjs`, `.ts`, `.mts`; TypeScript runs
 * as it is, types erased) that has a `kind`. Subdirectories, tests and type declarations are left out.
 * @throws EngineError HANDLER_INVALID naming the file, when a module cannot be loaded, exports no handler, or exports
 *   one of the wrong shape
 */
export async function loadHandlers(directory: string): Promise<Handler[]> {
  const folder = resolve(directory);
  const files = await listModules(folder);
  const handlers: Handler[] = [];
  for (const file of files) handlers.push(...(await loadModule(join(folder, file))));
  return handlers;
}

/**
 * The handlers that an application hands over, which no compiler may have looked at.
 * @throws EngineError HANDLER_INVALID naming its place in the list, where one has the wrong shape
 */
export function givenHandlers(given: readonly unknown[]): Handler[] {
  return given.map((value, index) => {
    const read = asHandler(value);
    if ('problem' in read) throw new EngineError('HANDLER_INVALID', `handlers[${index}]: ${read.problem}.`);
    return read.handler;
  });
}

async function listModules(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((file) => MODULE.test(file)).sort();
  } catch (error) {
    const text = `The handler directory ${folder} cannot be read; correct convengine.handlers.directories.`;
    throw new EngineError('HANDLER_INVALID', text, {}, { cause: error });
  }
}

async function loadModule(file: string): Promise<Handler[]> {
  let exported: Record<string, unknown>;
  try {
    exported = await import(pathToFileURL(file).href);
  } catch (error) {
    const text = `${file} cannot be loaded: ${messageOf(error)}${placeOf(error)}${await loadingHint(file, error)}`;
    throw new EngineError('HANDLER_INVALID', text, {}, { cause: error });
  }
  const candidates = Object.entries(exported).filter(([, value]) => hasKind(value));
  if (candidates.length === 0) {
    const decorated = Object.entries(exported).find(([, value]) => isDecorated(value))?.[0];
    const text =
      decorated === undefined
        ? `${file} exports no handler; export an object with a kind (${HANDLER_KINDS.join(', ')}).`
        : `${file}, export "${decorated}": a decorated class works only as a provider of a Nest application; in a directory, export an object with a kind.`;
    throw new EngineError('HANDLER_INVALID', text);
  }
  return candidates.map(([name, value]) => {
    const read = asHandler(value);
    if ('problem' in read) throw new EngineError('HANDLER_INVALID', `${file}, export "${name}": ${read.problem}.`);
    return read.handler;
  });
}

/** The first line of code outside of Node.js that an error is about, where it says one: ` (at FILE:LINE)`. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, file, line] = /^(?: +at (?:.* \()?)?(?:file:\/\/)?(\/[^\s:()]+):(\d+)(?::\d+)?\)?$/m.exec(stack) ?? [];
  return file === undefined ? '' : ` (at ${file}:${line})`;
}

function isDecorated(value: unknown): boolean {
  return typeof value === 'function' && Reflect.getMetadata(HANDLER_METADATA, value) !== undefined;
}

function hasKind(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
