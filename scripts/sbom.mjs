// `npm run sbom [-- FILE]`: what an installed package is made of, as CycloneDX in JSON; sbom.cdx.json where no file is named.
// Needs no network: versions and hashes are those of package-lock.json.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const [file = 'sbom.cdx.json'] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  const text = describe(join(work, 'convengine'));
  writeFileSync(file, text);
  const { components, specVersion } = JSON.parse(text);
  console.log(`${file}: ${components.length} components, CycloneDX ${specVersion}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** npm leaves out what stands under peerDependencies: so it is shown a project that has these as its own. */
function describe(folder) {
  const manifest = asInstalled(read('package.json'));
  const lock = read('package-lock.json');
  const packages = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => /^node_modules/.test(path) && !dev && !link,
  );
  const { name, version, dependencies } = manifest;
  lock.packages = { '': { name, version, dependencies }, ...Object.fromEntries(packages) };
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  npm(folder, ['prune', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund']);
  return npm(folder, ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']);
}

function asInstalled({ name, version, description, license, dependencies, peerDependencies, peerDependenciesMeta }) {
  const needed = Object.entries(peerDependencies).filter(([peer]) => !peerDependenciesMeta[peer]?.optional);
  return { name, version, description, license, dependencies: { ...dependencies, ...Object.fromEntries(needed) } };
}

function npm(cwd, args) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

function read(name) {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
}
