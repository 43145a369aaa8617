import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';

/** The product as it is shipped: compiled, in a package folder that all tests of a run share. */
export interface CompiledProduct {
  /** Holds `dist/`, `package.json`, `config/`, `seeds/` and `node_modules/`. */
  readonly folder: string;
  /** A new and empty folder inside of it, removed after the run. */
  readonly directory: string;
}

/** Compiles the product where no test of this run has asked for it before, else takes what was compiled then. */
export async function compiledProduct(): Promise<CompiledProduct> {
  const folder = join(inject('runFolder'), 'product');
  if (await isFirst(folder)) await compileInto(folder);
  while (!existsSync(join(folder, 'dist'))) {
    if (existsSync(join(folder, 'failed')))
      throw new Error('The product does not compile: see the first test that needs it.');
    await delay(50);
  }
  return { folder, directory: await mkdtemp(join(folder, 'work-')) };
}

/** Whether this is the one worker that makes the folder. */
async function isFirst(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

const node = (args: readonly string[]) => promisify(execFile)(process.execPath, args);

/** What the product is compiled from. */
const SOURCES = ['src/**/*', 'migrations/*', 'package-lock.json', 'scripts/bundle.mjs', 'tsconfig*.json'];
const BUILT = 'dist/bundle/cli.js';

/** Whether `npm run build` has just done it. */
function isBuilt(): boolean {
  if (!existsSync(BUILT)) return false;
  const builtAt = statSync(BUILT).mtimeMs;
  return SOURCES.flatMap((pattern) => globSync(pattern)).every((file) => statSync(file).mtimeMs < builtAt);
}

/** The types are not checked again: `npm run check` does that. */
async function compileInto(folder: string): Promise<void> {
  for (const part of ['package.json', 'config', 'seeds', 'templates', 'node_modules']) {
    await symlink(resolve(part), join(folder, part));
  }
  const outDir = join(folder, 'unfinished');
  try {
    if (isBuilt()) await cp('dist', outDir, { recursive: true, filter: (path) => path !== join('dist', 'console') });
    else await compile(outDir);
  } catch (error) {
    await mkdir(join(folder, 'failed'));
    throw error;
  }
  await rename(outDir, join(folder, 'dist'));
}

async function compile(outDir: string): Promise<void> {
  const compiler = resolve('node_modules/typescript/bin/tsc');
  await node([compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', outDir]);
  await node([resolve('scripts/bundle.mjs'), outDir]);
}
