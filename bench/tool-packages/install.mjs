// Installs the projects into a folder outside of this one: nothing of them is kept here.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OTHER_PACKAGES } from './projects.mjs';

/**
 * Packages of npm are installed without their scripts. Programs of Debian are unpacked, not installed, and are left out
 * where there is no apt-get.
 * @param scratch an absolute path
 * @returns by project its folder and version
 */
export function installProjects(scratch, projects) {
  mkdirSync(scratch, { recursive: true });
  installPackages(scratch, projects);
  const places = projects.flatMap((project) => {
    const place = placeOf(scratch, project);
    return place ? [[project.name, place]] : [];
  });
  return new Map(places);
}

/** Whether programs of Debian can be had here. */
export function hasDebian() {
  return existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg-deb');
}

function installPackages(scratch, projects) {
  const wanted = [...projects.map(({ npm }) => npm), ...OTHER_PACKAGES].filter((one) => one !== undefined);
  const missing = wanted.filter((one) => {
    const [, name, version] = /^(@?[^@]+)@(.+)$/.exec(one) ?? [];
    const file = join(scratch, 'node_modules', name, 'package.json');
    return !existsSync(file) || JSON.parse(readFileSync(file, 'utf8')).version !== version;
  });
  if (missing.length === 0) return;
  const args = [
    'install',
    '--prefix',
    scratch,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  execFileSync('npm', [...args, ...new Set(wanted)], { cwd: scratch, stdio: ['ignore', 'ignore', 2] });
}

function placeOf(scratch, { name, npm, debian, program, document }) {
  if (debian !== undefined) return hasDebian() ? unpacked(scratch, name, debian, program) : undefined;
  if (document !== undefined) return documented(scratch, name, document);
  const path = join(scratch, 'node_modules', npm.replace(/(?<=.)@.*$/, ''));
  return { path, version: npm.replace(/^.+@/, '') };
}

/** A folder with the one document. */
function documented(scratch, name, document) {
  const path = join(scratch, 'documents', name);
  mkdirSync(path, { recursive: true });
  copyFileSync(join(scratch, 'node_modules', document), join(path, 'openapi.json'));
  const { info } = JSON.parse(readFileSync(join(path, 'openapi.json'), 'utf8'));
  return { path, version: info.version };
}

function unpacked(scratch, name, debian, program) {
  const folder = join(scratch, 'debian');
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  const find = () => readdirSync(folder).find((file) => file.startsWith(`${debian}_`));
  if (find() === undefined) execFileSync('apt-get', ['download', debian], { cwd: folder, stdio: 'ignore' });
  const file = find();
  execFileSync('dpkg-deb', ['-x', join(folder, file), path]);
  writeFileSync(join(path, 'toolgen.hints.json'), JSON.stringify({ cli: [`./usr/bin/${program}`] }));
  return { path, version: decodeURIComponent(file.split('_')[1] ?? '') };
}
