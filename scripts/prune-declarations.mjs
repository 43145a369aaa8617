// Before the package is packed: takes out the declarations (.d.ts) that no public entry leads to. Nobody can import those
// modules, and a thousand small files take room on every disk.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.values(exports).map(({ types }) => resolve(types));
const needed = new Set();
for (const file of entries) follow(file);
const all = globSync('dist/**/*.d.ts').map((file) => resolve(file));
for (const file of all) if (!needed.has(file)) rmSync(file);
console.error(`${needed.size} of ${all.length} declarations are packed`);

function follow(file) {
  if (needed.has(file)) return;
  if (!existsSync(file)) throw new Error(`${file} is not there: build first.`);
  needed.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g)) {
    follow(join(dirname(file), `${name}.d.ts`));
  }
}
