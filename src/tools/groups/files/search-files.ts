import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { compileRegex } from '../../../platform/common/regex.js';
import { ToolError } from '../../tool-error.js';
import { hasExtension } from './file-path.js';
import type { FileSpace, Target } from './file-space.js';
import { readEntries } from './read-operations.js';
import { announcedEncoding } from './text-encoding.js';

/** Files that one search opens, and bytes it reads in all. */
const MAX_FILES = 5_000;
const MAX_BYTES = 100_000_000;
const MAX_DEPTH = 20;
/** Characters of a line that are shown. */
const SHOWN = 300;

/** What is searched for: words in any case, or a pattern of the linear-time kind. */
export type Wanted = { readonly text: string } | { readonly pattern: string };

interface Search {
  readonly matches: (line: string) => boolean;
  readonly limit: number;
  readonly found: JsonObject[];
  files: number;
  bytes: number;
  skipped: number;
}

/**
 * Lines of the files below a folder, folder by folder in the order of their names. Links are not followed; files that
 * are not text, too large or of another kind are skipped.
 * @throws ToolError for a pattern that cannot be used
 */
export async function searchFiles(
  space: FileSpace,
  target: Target,
  wanted: Wanted,
  limit: number,
  signal: AbortSignal,
): Promise<JsonObject> {
  const search: Search = { matches: matcherOf(wanted), limit, found: [], files: 0, bytes: 0, skipped: 0 };
  const isWhole = await searchFolder(space, target, search, 0, signal);
  const { found, files, skipped } = search;
  return { ...target, matches: found, files_searched: files, files_skipped: skipped, complete: isWhole };
}

function matcherOf(wanted: Wanted): (line: string) => boolean {
  if ('text' in wanted) {
    const text = wanted.text.toLowerCase();
    return (line) => line.toLowerCase().includes(text);
  }
  try {
    const pattern = compileRegex(wanted.pattern, { ignoreCase: true });
    return (line) => pattern.test(line);
  } catch (error) {
    throw new ToolError(`The pattern ${messageOf(error)}.`, { cause: error });
  }
}

/** False where something was left out because of a limit. */
async function searchFolder(
  space: FileSpace,
  target: Target,
  search: Search,
  depth: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { entries, isWhole } = await space.at(target, readEntries);
  if (depth > MAX_DEPTH) return false;
  for (const entry of entries) {
    signal.throwIfAborted();
    if (search.found.length >= search.limit || search.files >= MAX_FILES || search.bytes >= MAX_BYTES) return false;
    const path = target.path === '' ? entry.name : `${target.path}/${entry.name}`;
    const inside = { root: target.root, path };
    if (entry.isFile()) await searchFile(space, inside, search);
    else if (entry.isDirectory() && !(await searchFolder(space, inside, search, depth + 1, signal))) return false;
  }
  return isWhole;
}

async function searchFile(space: FileSpace, target: Target, search: Search): Promise<void> {
  if (!hasExtension(target.path, space.settings.extensions)) return;
  search.files += 1;
  const text = await readText(space, target, search);
  if (text === undefined) {
    search.skipped += 1;
    return;
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (search.found.length >= search.limit) return;
    if (search.matches(line))
      search.found.push({ path: target.path, line: index + 1, text: line.trim().slice(0, SHOWN) });
  }
}

/** Undefined for what is no text or cannot be read: one such file must not end the search. */
async function readText(space: FileSpace, target: Target, search: Search): Promise<string | undefined> {
  try {
    const content = await space.at(target, (place) => space.readFile(place, (file) => file.readFile()));
    search.bytes += content.length;
    return new TextDecoder(announcedEncoding(content), { fatal: true }).decode(content);
  } catch (error) {
    if (error instanceof ToolError || error instanceof TypeError) return undefined;
    throw error;
  }
}
