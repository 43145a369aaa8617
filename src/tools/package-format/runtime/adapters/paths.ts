import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { ToolFailure } from './failure.js';
import type { JsonObject, Tool } from './manifest.js';

/**
 * Holds the paths of an input to the folders the tool may use: after `..` and symbolic links are followed. What a command
 * could read as a further path in the same text (`a,/b`, `file:/b`, `@/b`, `~`) is held to them as well.
 * @throws ToolFailure FORBIDDEN
 */
export function checkPaths({ constraints, binding }: Tool, input: JsonObject, root: string): void {
  const { path_inputs = [], allowed_paths = [] } = constraints;
  // As the command will read them: from the folder it runs in.
  const from = resolve(root, binding.type === 'subprocess' ? (binding.cwd ?? '.') : '.');
  const folders = allowed_paths.map((folder) => real(resolve(root, folder)));
  for (const property of path_inputs) {
    for (const path of [input[property] ?? []].flat()) {
      const targets = [String(path), ...innerPaths(String(path))].map((one) => real(resolve(from, one)));
      if (targets.every((target) => folders.some((folder) => isInside(folder, target)))) continue;
      const reason = `lies outside of ${allowed_paths.join(', ')}`;
      throw new ToolFailure('FORBIDDEN', `/${property} ${reason}.`, { field: `/${property}`, reason });
    }
  }
}

/** Paths within a text that lead away from where it begins. The address of something remote has none, unless it goes up. */
function innerPaths(text: string): string[] {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(text) && !text.includes('..')) return [];
  const parts = text.split(/[,;:=@<>|{}]/).filter((part) => /^([/~]|.*\.\.)/.test(part));
  return parts.map((part) => part.replace(/^~/, homedir()));
}

/** Whether `path` is the folder or lies in it. Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path);
}

/** The path with symbolic links followed, as far as it exists. */
export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(real(parent), basename(path));
  }
}
