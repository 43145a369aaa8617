import { readFile } from 'node:fs/promises';
import { messageOf } from '../common/errors.js';

/** Node.js reads a file as CommonJS where the nearest package.json says so. */
const READ_AS_COMMONJS = /import statement outside a module|Unexpected token 'export'/;
const DECORATOR = /^\s*@[A-Za-z_$]/m;

/** What is to be done where Node.js says only what it stumbled over. */
export async function loadingHint(file: string, error: unknown): Promise<string> {
  if (READ_AS_COMMONJS.test(messageOf(error))) {
    return '. A module needs "type": "module" in the nearest package.json, or the ending .mts or .mjs';
  }
  const hasDecorators = error instanceof SyntaxError && DECORATOR.test(await readFile(file, 'utf8'));
  if (!hasDecorators) return '';
  return '. Its types are erased and nothing else is compiled, so that it cannot use decorators: export an object with a kind';
}
