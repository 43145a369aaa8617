import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { PythonSurface } from '../profile.js';

const IDENTIFIER = /^[A-Za-z_]\w*$/;
/** Modules of a project that are none of its package. */
const OTHERS = /^(tests?|docs?|examples?|scripts|setup|conftest|build|dist)$/;

/**
 * The Python package of a project, in its folder or under `src`; or the folder itself, where it is one.
 * @param name as the project calls itself: the package need not have the same
 */
export function findPython(folder: string, name?: unknown): PythonSurface | undefined {
  const interpreter = interpreterOf(folder);
  for (const place of ['src', '.']) {
    const module = moduleIn(join(folder, place), typeof name === 'string' ? name : undefined);
    if (module !== undefined) return { module, folder: place, interpreter };
  }
  const own = basename(resolve(folder));
  return isPackage(folder) && IDENTIFIER.test(own) ? { module: own, folder: '..', interpreter } : undefined;
}

/** The Python of the project's own environment, else that of the system. */
export function interpreterOf(folder: string): string {
  const own = ['.venv/bin/python', 'venv/bin/python'].find((path) => existsSync(join(folder, path)));
  return own === undefined ? 'python3' : `./${own}`;
}

/** The module with the name of the project, else the only package that is there. */
function moduleIn(place: string, name: string | undefined): string | undefined {
  const named = name?.replaceAll(/[-.]/g, '_');
  const spellings = named === undefined ? [] : [named, named.toLowerCase()].filter((one) => IDENTIFIER.test(one));
  const found = spellings.find((one) => isPackage(join(place, one)) || existsSync(join(place, `${one}.py`)));
  if (found !== undefined || !existsSync(place)) return found;
  const folders = readdirSync(place, { withFileTypes: true }).filter((one) => one.isDirectory());
  const packages = folders
    .map((one) => one.name)
    .filter((one) => IDENTIFIER.test(one) && !OTHERS.test(one) && isPackage(join(place, one)));
  return packages.length === 1 ? packages[0] : undefined;
}

function isPackage(folder: string): boolean {
  return existsSync(join(folder, '__init__.py'));
}
