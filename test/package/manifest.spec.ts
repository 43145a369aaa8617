import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Manifest {
  readonly files: readonly string[];
  readonly [field: string]: unknown;
}

/** npm takes these without being told. */
const ALWAYS = ['README.md', 'package.json'];
/** A link of a Markdown text to another file or folder. */
const LINK = /\]\((?!\w+:)([^)#\s]+)[^)]*\)/g;

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile('package.json', 'utf8')) as Manifest;
}

/** The files that `files` of package.json packs, but for what is built. */
async function packedFiles(): Promise<Set<string>> {
  const { files } = await manifest();
  const left = files.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const taken = files.filter((pattern) => !pattern.startsWith('!') && !pattern.startsWith('dist'));
  const packed = new Set<string>();
  for await (const file of glob([...ALWAYS, ...taken, ...taken.map((folder) => `${folder}/**`)], { exclude: left }))
    packed.add(file);
  return packed;
}

describe('what is packed', () => {
  it('has documents that lead to files that are packed too', async () => {
    const packed = [...(await packedFiles())];
    const dead: string[] = [];
    // The links of a template are those of the project that is made of it.
    for (const document of packed.filter((file) => file.endsWith('.md') && !file.startsWith('templates'))) {
      for (const [, path = ''] of (await readFile(document, 'utf8')).matchAll(LINK)) {
        // Folders of scripts are for who has the clone, as bench/README.md says.
        if (document === 'bench/README.md' && path.endsWith('/')) continue;
        const target = posix.join(dirname(document), path);
        const isFolder = packed.some((file) => file.startsWith(`${target.replace(/\/$/, '')}/`));
        if (!packed.includes(target) && !isFolder) dead.push(`${document}: ${path}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('has no tests of ours', async () => {
    expect([...(await packedFiles())].filter((file) => /\.spec\.\w+$/.test(file))).toEqual([]);
  });

  it('names nothing in files that is not there', async () => {
    const { files } = await manifest();
    const plain = files.filter((pattern) => !/[*!]/.test(pattern) && !pattern.startsWith('dist'));
    expect(plain.filter((path) => !existsSync(join('.', path)))).toEqual([]);
  });
});

it('package-lock.json says of the package what package.json says', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, Record<string, unknown>>;
  };
  const root = packages[''] ?? {};
  const said = await manifest();
  const fields = ['name', 'version', 'license', 'bin', 'engines', 'workspaces', 'dependencies', 'devDependencies'];
  for (const field of [...fields, 'peerDependencies', 'peerDependenciesMeta'])
    expect({ [field]: root[field] }).toEqual({ [field]: said[field] });
});
