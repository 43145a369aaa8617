import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '../../../../test/helpers/tool-calls.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { FilesExecutor } from './files.executor.js';

let folder: string;
let root: string;
let files: FilesExecutor;
const settings = () => ({
  roots: { reports: root, other: join(folder, 'outside') },
  writableRoots: ['reports'],
  extensions: ['txt', 'csv'],
  maxFileBytes: 2_000,
  pageBytes: 1_024,
});
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'convengine-files-'));
});
beforeEach(() => {
  root = mkdtempSync(join(folder, 'root-'));
  mkdirSync(join(folder, 'outside'), { recursive: true });
  writeFileSync(join(folder, 'outside/secret.txt'), 'secret');
  mkdirSync(join(root, '2026'));
  writeFileSync(join(root, '2026/july.csv'), 'day,amount\n1,Grüße\n2,30\n');
  writeFileSync(join(root, 'note.txt'), 'hello\nAmount due: 12\n');
  writeFileSync(join(root, 'key.pem'), 'secret');
  writeFileSync(join(root, '.env.txt'), 'secret');
  files = new FilesExecutor(settings());
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (args: JsonObject) => callTool(files, { root: 'reports', ...args });
const write = (args: JsonObject) =>
  callTool(files, { root: 'reports', ...args }, { row: { sideEffect: 'WRITE' }, idempotencyKey: 'k.1' });

describe('the files group', () => {
  it('is off where no root is configured, and writes nowhere unless a root may be written', () => {
    expect(new FilesExecutor({ ...settings(), roots: {} }).serveGroup()).toBeUndefined();
    const readOnly = new FilesExecutor({ ...settings(), writableRoots: [] });
    expect(readOnly.serveGroup()?.sideEffect).toBe('READ');
    const row = { sideEffect: 'WRITE' } as Parameters<FilesExecutor['serveGroup']>[0];
    expect(readOnly.serveGroup(row)).toBeUndefined();
    expect(files.serveGroup(row)?.sideEffect).toBe('WRITE');
  });

  it('lists a folder by name, in pages, without hidden files', async () => {
    const page = await read({ operation: 'list', limit: 2 });
    expect(page).toMatchObject({ entries: [{ name: '2026', type: 'folder' }, { name: 'key.pem' }], next_offset: 2 });
    expect(await read({ operation: 'list', offset: 2 })).toMatchObject({
      entries: [{ name: 'note.txt', type: 'file', size: 21 }],
      next_offset: null,
    });
    expect(await read({ operation: 'list', path: '2026' })).toMatchObject({ entries: [{ name: 'july.csv' }] });
    expect(await read({ operation: 'stat', path: '2026/july.csv' })).toMatchObject({ type: 'file', size: 26 });
    expect(await read({ operation: 'stat', path: '' })).toMatchObject({ type: 'folder' });
  });

  it('reads a text in pages that cut no character', async () => {
    let text = '';
    for (let offset: unknown = 0; offset !== null; ) {
      const page = await read({ operation: 'read', path: '2026/july.csv', offset: Number(offset), bytes: 4 });
      text += String(page.content);
      offset = page.next_offset;
    }
    expect(text).toBe('day,amount\n1,Grüße\n2,30\n');
  });

  it('reads other encodings by their mark or their name, and says so where it is none', async () => {
    writeFileSync(join(root, 'wide.txt'), Buffer.from('\ufeffGrüße 😀', 'utf16le'));
    writeFileSync(join(root, 'old.txt'), Buffer.from('Grüße', 'latin1'));
    const content = async (args: JsonObject) => (await read({ operation: 'read', ...args })).content;
    expect(await content({ path: 'wide.txt' })).toBe('Grüße 😀');
    expect(await content({ path: 'old.txt', encoding: 'windows-1252' })).toBe('Grüße');
    expect(await content({ path: 'old.txt', encoding: 'base64' })).toBe('R3L832U=');
    await expect(content({ path: 'old.txt' })).rejects.toThrow('This is not utf-8 text; name its encoding');
  });

  it('finds lines by words and by pattern, below a folder', async () => {
    writeFileSync(join(root, 'binary.txt'), Buffer.from([0xff, 0x00, 0xfe]));
    expect(await read({ operation: 'search', text: 'AMOUNT' })).toMatchObject({
      matches: [
        { path: '2026/july.csv', line: 1, text: 'day,amount' },
        { path: 'note.txt', line: 2, text: 'Amount due: 12' },
      ],
      files_searched: 3,
      files_skipped: 1,
      complete: true,
    });
    expect(await read({ operation: 'search', pattern: '^\\d,\\d+$' })).toMatchObject({ matches: [{ line: 3 }] });
    expect(await read({ operation: 'search', text: 'a', limit: 1 })).toMatchObject({ complete: false });
    await expect(read({ operation: 'search', pattern: '(?=a)' })).rejects.toThrow('lookahead');
  });
});

describe('a path', () => {
  it.each([
    ['../outside/secret.txt', 'leads out of its folder'],
    ['2026/../../outside/secret.txt', 'leads out of its folder'],
    ['/etc/passwd', 'is not relative'],
    ['C:\\secret.txt', 'is not relative'],
    ['..\\secret.txt', 'is not relative'],
    ['note.txt\0.csv', 'control character'],
    ['.env.txt', 'begins with a dot'],
    ['./note.txt', 'begins with a dot'],
    ['a'.repeat(300), 'too long a name'],
    ['key.pem', 'not a file of a served kind (txt, csv)'],
    ['2026', 'not a file of a served kind'],
    ['gone.txt', 'The path "gone.txt" does not exist'],
    ['note.txt/x.txt', 'is not in a folder'],
  ])('%j is not read', async (path, message) => {
    const error: Error = await read({ operation: 'read', path }).then(
      () => new Error('was read'),
      (thrown: Error) => thrown,
    );
    expect(error.message).toContain(message);
    expect(error.message).not.toContain(folder);
  });

  it('may be a link inside the root, and none that leads out or to a hidden file', async () => {
    symlinkSync('note.txt', join(root, 'inside.txt'));
    symlinkSync(join(folder, 'outside/secret.txt'), join(root, 'leak.txt'));
    symlinkSync(join(folder, 'outside'), join(root, 'elsewhere'));
    symlinkSync('.env.txt', join(root, 'env.txt'));
    symlinkSync('key.pem', join(root, 'key.txt'));
    symlinkSync('loop.txt', join(root, 'loop.txt'));
    expect(await read({ operation: 'read', path: 'inside.txt' })).toMatchObject({ content: 'hello\nAmount due: 12\n' });
    for (const path of ['leak.txt', 'elsewhere/secret.txt', 'env.txt', 'key.txt', 'loop.txt']) {
      await expect(read({ operation: 'read', path })).rejects.toThrow(/leads out|dot|served kind|circles/);
    }
    expect(await read({ operation: 'search', text: 'secret' })).toMatchObject({ matches: [] });
    await expect(read({ operation: 'list', path: 'elsewhere' })).rejects.toThrow('leads out of its root');
  });

  it('never waits for a pipe', async () => {
    execFileSync('mkfifo', [join(root, 'pipe.txt')]);
    await expect(read({ operation: 'read', path: 'pipe.txt' })).rejects.toThrow('no regular file');
    await expect(write({ operation: 'append', path: 'pipe.txt', content: 'x' })).rejects.toThrow('no regular file');
    expect(await read({ operation: 'search', text: 'x' })).toMatchObject({ complete: true });
  });

  it('does not lead out while somebody swaps its folder for a link', async () => {
    const inside = join(root, 'swap');
    mkdirSync(inside);
    writeFileSync(join(inside, 'secret.txt'), 'public');
    let isOver = false;
    const swapping = (async () => {
      while (!isOver) {
        await rename(inside, `${inside}2`);
        await symlink(join(folder, 'outside'), inside);
        await rm(inside);
        await rename(`${inside}2`, inside);
        await sleep(Math.random() * 2);
      }
    })();
    const seen = new Set<unknown>();
    for (let round = 0; round < 600; round += 1) {
      seen.add(
        await read({ operation: 'read', path: 'swap/secret.txt' }).then(
          ({ content }) => content,
          () => 'refused',
        ),
      );
    }
    isOver = true;
    await swapping;
    expect([...seen]).toContain('public');
    expect([...seen]).not.toContain('secret');
  });

  it('is bounded in size', async () => {
    writeFileSync(join(root, 'large.txt'), 'x'.repeat(2_001));
    await expect(read({ operation: 'read', path: 'large.txt' })).rejects.toThrow('has 2001 bytes; at most 2000');
    await expect(read({ operation: 'read', path: 'note.txt', bytes: 1_025 })).rejects.toThrow('not valid');
  });
});

describe('writing a file', () => {
  it('needs consent, whatever the row says', async () => {
    const args = { operation: 'write', path: 'new.txt', content: 'x' };
    await expect(read(args)).rejects.toThrow('not valid');
    const unasked = callTool(files, { root: 'reports', ...args }, { row: { sideEffect: 'WRITE' } });
    await expect(unasked).rejects.toThrow('only after the user’s consent');
  });

  it('makes it whole or not at all, and replaces one only where that was said', async () => {
    await write({ operation: 'write', path: '2026/new.txt', content: 'first' });
    const again = { operation: 'write', path: '2026/new.txt', content: 'second' };
    await expect(write(again)).rejects.toThrow('The path "2026/new.txt" exists already.');
    await write({ ...again, replace: true });
    await write({ operation: 'append', path: '2026/new.txt', content: ' time' });
    expect(readFileSync(join(root, '2026/new.txt'), 'utf8')).toBe('second time');
    expect(readdirSync(join(root, '2026'))).toEqual(['july.csv', 'new.txt']);
  });

  it('moves and deletes files, and replaces none by moving', async () => {
    await write({ operation: 'move', path: 'note.txt', to: '2026/note.txt' });
    expect(existsSync(join(root, 'note.txt'))).toBe(false);
    const onto = { operation: 'move', path: '2026/note.txt', to: '2026/july.csv' };
    await expect(write(onto)).rejects.toThrow('"2026/july.csv" exists already');
    await write({ operation: 'delete', path: '2026/note.txt' });
    expect(existsSync(join(root, '2026/note.txt'))).toBe(false);
    await expect(write({ operation: 'delete', path: '2026' })).rejects.toThrow('served kind');
  });

  it.each([
    [{ path: '../outside/new.txt' }, 'leads out'],
    [{ path: 'nowhere/new.txt' }, 'does not exist'],
    [{ path: 'new.exe' }, 'served kind'],
    [{ path: 'large.txt', content: 'x'.repeat(2_001) }, 'would have 2001 bytes'],
    [{ path: 'new.txt', root: 'other' }, 'not valid'],
  ] as [JsonObject, string][])('refuses %j', async (args, message) => {
    await expect(write({ operation: 'write', content: 'x', ...args })).rejects.toThrow(message);
  });

  it('does not write through a link that leads out', async () => {
    symlinkSync(join(folder, 'outside'), join(root, 'elsewhere'));
    symlinkSync(join(folder, 'outside/new.txt'), join(root, 'dangling.txt'));
    for (const path of ['elsewhere/new.txt', 'dangling.txt']) {
      for (const operation of ['write', 'append']) {
        await write({ operation, path, content: 'x', replace: true }).catch(() => undefined);
      }
    }
    expect(readdirSync(join(folder, 'outside'))).toEqual(['secret.txt']);
  });
});
