import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { isJsonObject, type JsonValue, parseJson } from '../../../platform/common/json.js';

/** A package of a project that has several. */
export interface Workspace {
  /** Relative to the project. */
  readonly path: string;
  readonly name: string;
}

/** Folders that `**` looks into at most. */
const MAX_DEPTH = 4;

/** The packages that `workspaces` of package.json or `packages` of pnpm-workspace.yaml name, by their folders. */
export function workspacesOf(folder: string): Workspace[] {
  const patterns = patternsOf(folder);
  const paths = (list: readonly string[]) => new Set(list.flatMap((pattern) => expand(folder, pattern)));
  const found = paths(patterns.filter((pattern) => !pattern.startsWith('!')));
  const left = paths(patterns.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : [])));
  return [...found]
    .filter((path) => !left.has(path))
    .sort()
    .flatMap((path) => {
      const manifest = manifestOf(join(folder, path));
      return manifest ? [{ path, name: String(manifest.name ?? path) }] : [];
    });
}

function patternsOf(folder: string): string[] {
  const { workspaces } = manifestOf(folder) ?? {};
  const listed = isJsonObject(workspaces) ? workspaces.packages : workspaces;
  if (Array.isArray(listed)) return texts(listed);
  const file = join(folder, 'pnpm-workspace.yaml');
  const document = existsSync(file) ? (parseYaml(readFileSync(file, 'utf8')) as JsonValue) : undefined;
  return isJsonObject(document) && Array.isArray(document.packages) ? texts(document.packages) : [];
}

function texts(list: readonly JsonValue[]): string[] {
  return list.flatMap((one) => (typeof one === 'string' ? [one.replace(/^(!?)\.\//, '$1').replace(/\/+$/, '')] : []));
}

function manifestOf(folder: string): Record<string, JsonValue> | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const manifest = parseJson(readFileSync(file, 'utf8'));
  return isJsonObject(manifest) ? manifest : undefined;
}

/** The folders below one that a pattern names; nothing above it. */
function expand(folder: string, pattern: string): string[] {
  if (pattern.split('/').includes('..')) return [];
  return walk(folder, '', pattern.split('/'), 0);
}

function walk(folder: string, path: string, [first, ...rest]: readonly string[], depth: number): string[] {
  if (first === undefined) return path === '' ? [] : [path];
  const below = (name: string) => (path === '' ? name : `${path}/${name}`);
  if (first === '**') {
    const deeper = depth < MAX_DEPTH ? foldersIn(join(folder, path)) : [];
    return [
      ...walk(folder, path, rest, depth),
      ...deeper.flatMap((name) => walk(folder, below(name), [first, ...rest], depth + 1)),
    ];
  }
  if (!first.includes('*')) return isFolder(join(folder, path, first)) ? walk(folder, below(first), rest, depth) : [];
  const parts = first.split('*');
  const isNamed = (name: string) =>
    name.length >= parts.join('').length && name.startsWith(parts[0] ?? '') && name.endsWith(parts.at(-1) ?? '');
  return foldersIn(join(folder, path))
    .filter(isNamed)
    .flatMap((name) => walk(folder, below(name), rest, depth));
}

function foldersIn(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
