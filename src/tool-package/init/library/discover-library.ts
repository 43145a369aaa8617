import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '../../runtime/adapters/manifest.js';
import type { Discovery, Progress } from '../draft.js';
import { runsAnything } from '../names.js';
import type { LibrarySurface } from '../profile.js';
import { CommonJsFunctions } from './common-js.js';
import { type ExportedFunction, ExportedFunctions } from './exported-functions.js';
import { functionTool } from './function-tool.js';
import { Lookup } from './lookup.js';
import { Modules } from './modules.js';
import { TypeSchemas } from './type-schema.js';

/** Files after which it is told how many were read. */
const TELL_EVERY = 100;

/**
 * One tool for each exported function that JSON can call: functions, functions of exported objects, namespaces and
 * classes. Declarations and scripts are read, never run.
 * @param description of the project, for the function that is the library
 */
export function discoverLibrary(
  surface: LibrarySurface,
  folder: string,
  description: string,
  progress: Progress,
): Discovery {
  const { module, types } = surface;
  let files = 0;
  const modules = new Modules(() => {
    files += 1;
    if (files % TELL_EVERY === 0) progress(`read ${files} files of ${surface.name}`);
  });
  progress(`reading ${types ?? module}`);
  const lookup = new Lookup(modules);
  const schemas = new TypeSchemas(lookup);
  const tools: Tool[] = [];
  const warnings: string[] = [];
  const found = functionsOf(join(folder, types ?? module), surface, modules, lookup);
  const isTwice = isDefaultToo(join(folder, module), surface);
  for (const one of found) {
    const path = importPath(one.path, surface, isTwice);
    const last = one.path.at(-1) ?? '';
    const isOpen = runsAnything(last);
    const tool = isOpen
      ? 'it runs whatever it is given'
      : functionTool({ ...surface, description }, one, path, schemas);
    if (typeof tool === 'string') warnings.push(`${one.path.join('.')} was left out: ${tool}`);
    else tools.push(tool);
  }
  if (tools.length === 0) warnings.push(`${types ?? module} declares no function that could be called`);
  return { tools, warnings };
}

/** The functions, each under one name: the one it is called by rather than `default`. */
function functionsOf(
  file: string,
  { types, isCommonJs }: LibrarySurface,
  modules: Modules,
  lookup: Lookup,
): ExportedFunction[] {
  const scope = modules.scopeOf(file);
  const isScript = types === undefined && isCommonJs;
  const all =
    isScript || !scope ? new CommonJsFunctions(modules).of(file) : new ExportedFunctions(modules, lookup).of(scope);
  const single = all.filter(({ path }) => !path.slice(1).includes('default'));
  const named = single.filter(({ path }) => path[0] !== 'default');
  const keys = new Set(named.map(keyOfFunction));
  return single.filter((one) => one.path[0] !== 'default' || !keys.has(keyOfFunction(one)));
}

/** The same text in the same file is the same function. */
function keyOfFunction({ signatures }: ExportedFunction): unknown {
  return signatures[0]?.parameters;
}

/** What a program that imports the file finds: all that a CommonJS module exports is its default. */
function importPath(
  path: readonly string[],
  { isCommonJs, types }: LibrarySurface,
  isTwice: boolean,
): readonly string[] {
  if (!isCommonJs || types === undefined) return path;
  if (path[0] !== 'default') return ['default', ...path];
  return isTwice ? ['default', ...path] : path;
}

/** Whether a script has a property `default`, as compilers give it for `export default`. */
function isDefaultToo(file: string, { isCommonJs, types }: LibrarySurface): boolean {
  return (
    isCommonJs &&
    types !== undefined &&
    /\bexports\.default\s*=|\bexports,\s*["']default["']/.test(readFileSync(file, 'utf8'))
  );
}
