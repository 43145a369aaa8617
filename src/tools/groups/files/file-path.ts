import { ToolError } from '../../tool-error.js';

const MAX_PATH = 1_000;

/**
 * The names along a path inside a root, such as `2026/july.csv`; empty for the root itself. What could lead elsewhere
 * is refused before any file is touched: `..`, absolute paths, drives, backslashes, NUL, and names that begin with a dot.
 * @throws ToolError saying what is wrong
 */
export function namesOf(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  if (path.length > MAX_PATH) throw refused(path, `is longer than ${MAX_PATH} characters`);
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) throw refused(path, 'has a control character');
  if (path.startsWith('/') || path.includes('\\') || path.includes(':')) {
    throw refused(path, 'is not relative to its root: no leading "/", no "\\" and no ":"');
  }
  for (const name of names) {
    if (name === '..') throw refused(path, 'leads out of its folder by ".."');
    if (name.startsWith('.')) throw refused(path, 'has a name that begins with a dot');
  }
  return names;
}

/** Where names lead when they are said to people. */
export function shown(names: readonly string[]): string {
  return names.length === 0 ? 'the root' : `"${names.join('/')}"`;
}

/** Whether a file of this name may be opened. @param extensions in lower case; empty for any */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return extensions.length === 0 || extensions.includes(extension);
}

function refused(path: string, why: string): ToolError {
  return new ToolError(`The path ${JSON.stringify(path.slice(0, 100))} ${why}.`);
}
