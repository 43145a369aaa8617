import { execFile } from 'node:child_process';
import { copyFile, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isJsonObject, parseJson } from '../../platform/common/json.js';
import { CommandError, reasonOf } from './command-error.js';

/** An installed or cloned package. */
export interface PackageCopy {
  /** The folder with its `package.json`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/**
 * How the `package.json` of a new project names a package, such that the project can be installed on other machines,
 * too. What no registry has is packed with npm into a file of the project.
 * @param asked what the user wants; undefined for where the running copy comes from
 * @param project the folder of the project, which exists
 * @throws CommandError where the file is no package, or npm cannot pack the copy
 */
export async function packageSource(asked: string | undefined, copy: PackageCopy, project: string): Promise<string> {
  if (asked !== undefined) return isPath(asked) ? takeIn(asked, project) : asked;
  return (await publishedSource(copy)) ?? (await packInto(copy, project));
}

/** As npm tells a path from a version, an address or the name of another package. */
function isPath(spec: string): boolean {
  return /^(file:|\.{0,2}\/)/.test(spec) || (/\.(tgz|tar\.gz)$/.test(spec) && !spec.includes('://'));
}

/** @param path relative to where the user is, and not to the project */
async function takeIn(path: string, project: string): Promise<string> {
  const file = path.startsWith('file://') ? fileURLToPath(path) : resolve(path.replace(/^file:/, ''));
  const found = await stat(file).catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${reasonOf(error)}.`, 'Correct --package, or leave it out.');
  });
  if (found.isDirectory()) {
    const remedy = 'Run "npm pack" in it, and name the file that this makes; or leave --package out.';
    throw new CommandError(`${file} is a folder, which a container or another machine does not have.`, remedy);
  }
  await copyFile(file, join(project, basename(file)));
  return `file:${basename(file)}`;
}

/**
 * The version, or the address, by which npm has installed the copy from elsewhere; undefined where it was a file or a folder
 * of this machine, or was not installed by npm.
 */
async function publishedSource({ folder, name, version }: PackageCopy): Promise<string | undefined> {
  const text = await readFile(join(dirname(folder), '.package-lock.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '';
      throw error;
    },
  );
  const lock = parseJson(text);
  const packages = isJsonObject(lock) && isJsonObject(lock.packages) ? lock.packages : {};
  const installed = packages[`node_modules/${name}`];
  const from = isJsonObject(installed) && typeof installed.resolved === 'string' ? installed.resolved : '';
  if (!/^(https?|git(\+\w+)?):/.test(from)) return undefined;
  // How registries name a file of a package.
  return from.includes(`/${name}/-/`) ? version : from;
}

/** Nothing is built: what runs is what is packed. */
async function packInto({ folder }: PackageCopy, project: string): Promise<string> {
  const args = ['pack', folder, '--ignore-scripts', '--loglevel=error', '--pack-destination', project];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder }).catch(
    (error: Error & { stderr?: string }) => {
      const remedy =
        'Name with --package what the project is to install: a version, or a file that "npm pack" has made.';
      const [, reason = reasonOf(error)] =
        /^npm error (?!code |path |A complete log)(.+)$/m.exec(error.stderr ?? '') ?? [];
      throw new CommandError(`npm cannot pack ${folder}: ${reason.replace(/\.$/, '')}.`, remedy, { cause: error });
    },
  );
  return `file:${stdout.trim()}`;
}
