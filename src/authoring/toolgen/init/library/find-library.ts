import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '../../../../platform/common/json.js';
import type { LibrarySurface } from '../profile.js';

/** The library of a Node.js package: what others import, and its declarations. Undefined where there is no such file. */
export function findLibrary(
  folder: string,
  { name, main, type, types, typings, exports, bin }: JsonObject,
): LibrarySurface | undefined {
  const entries = [entryOf(exports, ['import', 'node', 'default', 'require']), main, 'index.js'];
  const entry = entries
    .map((one) => (typeof one === 'string' ? scriptOf(folder, one) : undefined))
    .find((one) => one !== undefined);
  if (entry === undefined) return undefined;
  const beside = entry.replace(/\.([cm]?)js$/, '.d.$1ts');
  const named = [
    entryOf(exports, ['types', 'import', 'default']),
    types,
    typings,
    beside,
    beside.replace(/\.d\.[cm]ts$/, '.d.ts'),
  ];
  const own = named
    .flatMap((one) => (typeof one === 'string' ? declared(folder, clean(one)) : []))
    .find((one) => one !== undefined);
  const declarations = own ?? declarationsOfOthers(folder, String(name));
  // The script of a program is none that others import.
  const isNamed = exports !== undefined || main !== undefined || bin === undefined;
  const isProgram = JSON.stringify(bin ?? '').includes(entry);
  if (declarations === undefined && (!isNamed || isProgram)) return undefined;
  const isCommonJs =
    /\.cjs$/.test(entry) || (/\.js$/.test(entry) && type !== 'module' && !isWithinModules(folder, entry));
  return {
    name: String(name),
    module: entry,
    isCommonJs,
    ...(declarations === undefined ? {} : { types: declarations }),
  };
}

/** The file that one of the conditions leads to, in their order of preference. */
function entryOf(exports: unknown, conditions: readonly string[]): string | undefined {
  if (typeof exports === 'string') return exports;
  if (Array.isArray(exports)) return exports.map((one) => entryOf(one, conditions)).find((one) => one !== undefined);
  if (!isJsonObject(exports)) return undefined;
  if ('.' in exports) return entryOf(exports['.'], conditions);
  return conditions
    .filter((condition) => condition in exports)
    .map((condition) => entryOf(exports[condition], conditions))
    .find((one) => one !== undefined);
}

function scriptOf(folder: string, path: string): string | undefined {
  const own = clean(path);
  return [own, `${own}.js`, `${own}.cjs`, `${own}.mjs`, join(own, 'index.js')].find(
    (one) => /\.[cm]?js$/.test(one) && isFile(join(folder, one)),
  );
}

function declared(folder: string, path: string): string[] {
  return [path, `${path}.d.ts`, join(path, 'index.d.ts')].filter(
    (one) => /\.d\.[cm]?ts$/.test(one) && isFile(join(folder, one)),
  );
}

/** `@types/NAME`, where it is installed for the project. */
function declarationsOfOthers(folder: string, name: string): string | undefined {
  const own = `node_modules/@types/${name.replace(/^@(.*)\/(.*)$/, '$1__$2')}`;
  for (let at = resolve(folder); dirname(at) !== at; at = dirname(at)) {
    const file = join(at, own, 'package.json');
    if (!existsSync(file)) continue;
    const { types, typings, main } = parseJson(readFileSync(file, 'utf8')) as JsonObject;
    const entry = [types, typings, main].find((one) => typeof one === 'string' && one !== '') ?? 'index.d.ts';
    const [found] = declared(join(at, own), clean(entry));
    return found === undefined ? undefined : relative(resolve(folder), join(at, own, found)).replaceAll('\\', '/');
  }
  return undefined;
}

/** A folder may say of its own that its scripts are modules. */
function isWithinModules(folder: string, entry: string): boolean {
  for (let at = dirname(entry); at !== '.'; at = dirname(at)) {
    const file = join(folder, at, 'package.json');
    if (existsSync(file)) return (parseJson(readFileSync(file, 'utf8')) as JsonObject).type === 'module';
  }
  return false;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function clean(path: unknown): string {
  return String(path).replace(/^\.\//, '');
}
