import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { expect, it } from 'vitest';

const MODULES = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'esm');
const CONSOLE = 'console/src';

/** What the console imports of Mantine by name. */
function usedNames(): Set<string> {
  const sources = namesIn(CONSOLE, /\.tsx?$/).map((path) => readFileSync(path, 'utf8'));
  const imports = sources.flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]);
  return new Set(imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())));
}

/** The styles of a component, and of what it is built of; a part that is used by its own name (`Checkbox.Card`) is none. */
function stylesOf(component: string): string[] {
  const path = namesIn(MODULES, /\.mjs$/).find((one) => basename(one) === `${component}.mjs`);
  if (path === undefined) return [];
  const parts = dirname(path) + sep;
  const seen = new Set<string>();
  const look = (one: string) => {
    if (seen.has(one) || (one.startsWith(parts) && dirname(one) + sep !== parts)) return;
    seen.add(one);
    const source = readFileSync(one, 'utf8');
    for (const [, other = ''] of source.matchAll(/from "(\.[^"]+)"/g)) look(join(dirname(one), other));
  };
  look(path);
  return [...seen].filter((one) => one.endsWith('.module.mjs')).map((one) => basename(one, '.module.mjs'));
}

const namesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

it('has the styles of every Mantine component that it uses', () => {
  const sheet = readFileSync(join(CONSOLE, 'shell/mantine.css'), 'utf8');
  const imported = new Set([...sheet.matchAll(/core\/styles\/(\w+)\.css/g)].map(([, name = '']) => name));
  const used = usedNames();
  expect(used).toContain('Button');
  expect(stylesOf('Button')).toEqual(expect.arrayContaining(['Button', 'UnstyledButton']));
  const missing = [...used].flatMap((name) => stylesOf(name).filter((style) => !imported.has(style)));
  expect([...new Set(missing)]).toEqual([]);
});
