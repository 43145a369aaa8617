import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageSource } from './package-source.js';

describe('what a new project installs', () => {
  let folder: string;
  let project: string;
  const copy = () => ({ folder: join(folder, 'node_modules/thing'), name: 'thing', version: '1.2.3' });
  /** As npm keeps what it has installed. */
  const installedFrom = (resolved: string) =>
    writeFile(
      join(folder, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/thing': { version: '1.2.3', resolved } } }),
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-source-'));
    project = join(folder, 'project');
    await mkdir(project);
    await mkdir(copy().folder, { recursive: true });
    await writeFile(join(copy().folder, 'package.json'), '{"name":"thing","version":"1.2.3","private":true}');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each([
    ['https://packages.example.org/thing/-/thing-1.2.3.tgz', '1.2.3'],
    ['https://example.org/downloads/thing.tgz', 'https://example.org/downloads/thing.tgz'],
    ['git+ssh://git@example.org/thing.git#0a1b2c', 'git+ssh://git@example.org/thing.git#0a1b2c'],
  ])('is what others can have, too: from %s, %s', async (resolved, spec) => {
    await installedFrom(resolved);
    expect(await packageSource(undefined, copy(), project)).toBe(spec);
    expect(await readdir(project)).toEqual([]);
  });

  it.each(['file:../thing-1.2.3.tgz', undefined])('is the running copy, packed into it, from %s', async (resolved) => {
    if (resolved !== undefined) await installedFrom(resolved);
    expect(await packageSource(undefined, copy(), project)).toBe('file:thing-1.2.3.tgz');
    expect(await readdir(project)).toEqual(['thing-1.2.3.tgz']);
  });

  it('is a file that the user names, copied into it', async () => {
    const file = join(folder, 'mine.tgz');
    await writeFile(file, 'packed');
    for (const asked of [file, `file:${file}`, `file://${file}`]) {
      expect(await packageSource(asked, copy(), project)).toBe('file:mine.tgz');
      expect(await readFile(join(project, 'mine.tgz'), 'utf8')).toBe('packed');
      await rm(join(project, 'mine.tgz'));
    }
  });

  it.each(['1.2.3', '^1', 'latest', 'https://example.org/thing.tgz', 'npm:other@1'])(
    'is %s as it is',
    async (asked) => {
      expect(await packageSource(asked, copy(), project)).toBe(asked);
    },
  );

  it('is no folder and no file that is not there', async () => {
    await expect(packageSource(`file:${project}`, copy(), project)).rejects.toMatchObject({
      message: expect.stringContaining('is a folder'),
      remedy: expect.stringContaining('npm pack'),
    });
    await expect(packageSource('./nothing.tgz', copy(), project)).rejects.toMatchObject({
      message: expect.stringMatching(/nothing\.tgz cannot be read: ENOENT/),
    });
  });

  it('says what to do where npm cannot pack', async () => {
    await writeFile(join(copy().folder, 'package.json'), '{');
    await expect(packageSource(undefined, copy(), project)).rejects.toMatchObject({
      message: expect.stringMatching(/npm cannot pack .*: .*JSON/),
      remedy: expect.stringContaining('--package'),
    });
  });
});
