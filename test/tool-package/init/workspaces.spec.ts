import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allResults, validateFiles } from '../../../src/authoring/index.js';
import { initPackage, workspacesOf } from '../../../src/authoring/toolgen/index.js';
import { runToolgenInit } from '../../../src/interfaces/cli/commands/run-toolgen.js';
import { project } from '../package-fixture.js';

const library = (name: string) => JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' });
const FILES = {
  'package.json': JSON.stringify({
    name: 'books',
    private: true,
    workspaces: ['packages/*', 'tools/**', '!packages/old', '../away'],
  }),
  'packages/ledger/package.json': library('@books/ledger'),
  'packages/ledger/index.js': 'export function total(numbers) { return numbers.length; }',
  'packages/empty/package.json': JSON.stringify({ name: 'empty' }),
  'packages/old/package.json': library('old'),
  'packages/notes/README.md': 'no package',
  'tools/deep/rates/package.json': library('rates'),
  'tools/deep/rates/index.js': 'export function rate(code) { return code; }',
};

/** What a command prints. */
function printed(): () => string {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => spy.mock.calls.map(([text]) => String(text)).join('');
}

afterEach(() => vi.restoreAllMocks());

describe('a project with several packages', () => {
  it('names them in package.json or in a file of pnpm, but none that is left out or elsewhere', () => {
    const names = ['@books/ledger', 'empty', 'rates'];
    expect(workspacesOf(project(FILES)).map(({ name }) => name)).toEqual([names[1], names[0], names[2]]);
    const pnpm = 'packages:\n  - "packages/led*"\n  - ./tools/deep/rates/\n';
    expect(workspacesOf(project({ ...FILES, 'package.json': '{}', 'pnpm-workspace.yaml': pnpm }))).toEqual([
      { path: 'packages/ledger', name: '@books/ledger' },
      { path: 'tools/deep/rates', name: 'rates' },
    ]);
    const object = JSON.stringify({ workspaces: { packages: ['packages/ledger'] } });
    expect(workspacesOf(project({ ...FILES, 'package.json': object }))).toHaveLength(1);
    expect(workspacesOf(project({ 'package.json': '{}' }))).toEqual([]);
  });

  it('is listed where it has no tool of its own, with how to choose one', async () => {
    const folder = project(FILES);
    const read = printed();
    expect(await runToolgenInit(folder, { out: join(folder, 'out') })).toBe(1);
    expect(read()).toContain('@books/ledger (packages/ledger)');
    expect(read()).toContain(`(init ${join(folder, 'packages/empty')}), or make a tool package of each with --all`);
    const { packages, tried } = await initPackage(folder, { out: join(folder, 'out') });
    expect([packages.length, tried?.length]).toEqual([3, 4]);
  });

  it('is told which rules its tools fail, where they do', async () => {
    const folder = project({
      'package.json': JSON.stringify({ name: 'sums', version: '1.0.0', type: 'module', main: 'index.js' }),
      'index.js': 'export const getSum = (a, b) => a + b;',
    });
    const read = printed();
    const out = join(folder, 'out');
    expect(await runToolgenInit(folder, { out })).toBe(0);
    expect(read()).toContain(`until convengine validate ${join(out, 'tool.manifest.json')} is content; now it says\n`);
    const { report } = await validateFiles([join(out, 'tool.manifest.json')], {});
    const failed = allResults(report).filter(({ severity }) => severity === 'FAIL');
    expect(failed.map(({ rule }) => rule.id)).toContain('AX-001');
    for (const { rule } of failed) expect(read()).toContain(`${rule.id} ${rule.title}: `);
  });

  it('becomes a tool package of each with --all, also where one has no tool', async () => {
    const folder = project(FILES);
    const read = printed();
    expect(await runToolgenInit(folder, { out: join(folder, 'out'), all: true })).toBe(0);
    const made = ['books-ledger', 'rates', 'empty'].map((name) =>
      existsSync(join(folder, 'out', name, 'mcp/src/server.ts')),
    );
    expect(made).toEqual([true, true, false]);
    expect(read()).toContain('no tool was found');
  });

  it('cannot be made of a project that has none', async () => {
    const folder = project({ 'package.json': '{}' });
    await expect(runToolgenInit(folder, { out: join(folder, 'out'), all: true })).rejects.toThrow('has no workspaces');
    const absent = runToolgenInit(join(folder, 'absent'), { out: join(folder, 'out') });
    await expect(absent).rejects.toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(/is no folder\.$/),
    });
  });
});
