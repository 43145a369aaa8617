import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { packageRoot, packageVersion } from '../../../platform/config/index.js';
import { CommandError } from '../command-error.js';
import type { ExitCode } from '../options.js';
import { packageSource } from '../package-source.js';
import { print } from '../terminal.js';

/** The command's own options. */
export interface CreateOptions {
  /** What the project installs, as npm reads it; where this copy comes from, if left out. */
  readonly package?: string;
}

/** What npm takes as a name, without a scope. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,100}$/;

/**
 * Writes a project that can be installed and run as it is.
 * @throws CommandError where the name cannot be one, something stands in its place already, or the package cannot be had
 */
export async function runCreate(name: string, options: CreateOptions): Promise<ExitCode> {
  if (!NAME.test(name)) {
    throw new CommandError(
      `"${name}" cannot be the name of a project.`,
      'Use small letters, digits, "-", "." and "_".',
    );
  }
  const folder = resolve(name);
  if (existsSync(folder))
    throw new CommandError(`${folder} is there already.`, 'Choose another name, or move it away.');
  await mkdir(folder);
  try {
    await writeProject(folder, name, options);
  } catch (error) {
    // So that it can be tried again.
    await rm(folder, { recursive: true });
    throw error;
  }
  print(`${name} is written. Next:\n\n  cd ${name}\n  npm install\n  npm run dev`);
  return 0;
}

/** @param folder there, and empty */
async function writeProject(folder: string, name: string, options: CreateOptions): Promise<void> {
  const copy = { folder: packageRoot(), name: 'convengine', version: packageVersion() };
  const values = { name, package: await packageSource(options.package, copy, folder), ...developmentVersions() };
  const template = join(packageRoot(), 'templates/project');
  const files = await readdir(template, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    const from = join(file.parentPath, file.name);
    const to = join(folder, nameInProject(from.slice(template.length + 1)));
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, filledIn(await readFile(from, 'utf8'), values));
  }
}

/** Names with a dot in front do not survive being packed. */
function nameInProject(path: string): string {
  return path.replace(/^_/, '.');
}

/** Names of values alone: what templates of the flow write stays. */
function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (written, name: string) => values[name] ?? written);
}

/** The versions that this product is developed with. */
function developmentVersions(): { types: string; typescript: string } {
  const { devDependencies } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return { types: devDependencies['@types/node'] ?? '*', typescript: devDependencies.typescript ?? '*' };
}
