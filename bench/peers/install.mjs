// Installs the libraries of the others, by the lock file beside this one, into a folder outside of the project.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

const HERE = import.meta.dirname;
const PROJECT = join(HERE, '../..');

/**
 * No install scripts are run: nothing is compiled or downloaded but the packages themselves. A folder that has been
 * installed by the same lock file is used as it is.
 * @param folder an absolute path
 * @throws Error where the folder is in the project, or npm fails
 */
export function installPeers(folder) {
  if (`${folder}${sep}`.startsWith(`${PROJECT}${sep}`)) throw new Error(`${folder} is in the project.`);
  mkdirSync(folder, { recursive: true });
  const done = join(folder, 'node_modules', '.installed-by.json');
  const lock = join(HERE, 'package-lock.json');
  if (!existsSync(done) || readFileSync(done, 'utf8') !== readFileSync(lock, 'utf8')) {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(HERE, file), join(folder, file));
    // The folder is named, so that nothing in the environment leads npm to the project.
    const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
    cpSync(lock, done);
  }
  rmSync(join(folder, 'contenders'), { recursive: true, force: true });
  cpSync(join(HERE, 'contenders'), join(folder, 'contenders'), { recursive: true });
}

/** The version of a package that is installed there. */
export function installedVersion(folder, name) {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}
