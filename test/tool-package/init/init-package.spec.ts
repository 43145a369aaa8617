import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initPackage } from '../../../src/authoring/toolgen/index.js';
import { classify } from '../../../src/authoring/toolgen/init/classify.js';
import { project } from '../package-fixture.js';

const HELP = '#!/bin/sh\necho "Usage: ledger [options] <id>\n\nShows an entry.\n\nOptions:\n  --json  as JSON"\n';

describe('a project', () => {
  it('in Rust or Go is called by its program where it is built, else a warning tells how to build it', () => {
    const rust = { 'Cargo.toml': '[package]\nname = "ledger"\nversion = "0.2.0"', 'src/main.rs': '' };
    const go = { 'go.mod': 'module example.com/books/ledger/v2\n', 'cmd/ledger/main.go': '' };
    expect(classify(project(rust))).toMatchObject({
      name: 'ledger',
      runtime: 'rust',
      surfaces: {},
      warnings: [expect.stringContaining('ledger is not built: run cargo build --release'), expect.any(String)],
    });
    expect(classify(project(go))).toMatchObject({ name: 'ledger', runtime: 'go', surfaces: {} });
    expect(classify(project({ ...rust, 'target/release/ledger': HELP })).surfaces.cli?.command).toEqual([
      './target/release/ledger',
    ]);
    expect(classify(project({ ...go, 'bin/ledger': HELP })).surfaces.cli?.command).toEqual(['./bin/ledger']);
  });

  it('in Python is found under src and in its own environment, also as poetry writes it', () => {
    const poetry = '[tool.poetry]\nname = "ledger"\nversion = "1"\n[tool.poetry.scripts]\nledger = "ledger.cli:main"';
    const { name, surfaces } = classify(
      project({ 'pyproject.toml': poetry, 'src/ledger/cli.py': '', '.venv/bin/python': '' }),
    );
    expect([name, surfaces.cli?.command[0], surfaces.cli?.command[2]]).toEqual([
      'ledger',
      './.venv/bin/python',
      expect.stringContaining("sys.path[:0] = ['src']"),
    ]);
  });

  it('keeps its OpenAPI document where such documents are kept, and a file of that name need not be one', () => {
    const document = '{"openapi":"3.1.0","paths":{}}';
    expect(classify(project({ 'docs/ledger.openapi.json': document })).surfaces.openapi).toBe(
      'docs/ledger.openapi.json',
    );
    expect(
      classify(project({ 'openapi.json': '{"generator":"x"}', 'api/swagger.yml': 'swagger: "2.0"' })).surfaces.openapi,
    ).toBe('api/swagger.yml');
  });

  it('with the script of a program alone is no library', () => {
    const manifest = { name: 'ledger', bin: './index.js' };
    const files = { 'package.json': JSON.stringify(manifest), 'index.js': '' };
    expect(classify(project(files)).project_type).toBe('CLI');
    expect(classify(project({ ...files, 'package.json': '{"name":"ledger"}' })).project_type).toBe('library');
  });

  it('that is not built, or has other programs, is told so', () => {
    const manifest = { name: '@books/ledger', bin: { ledger: './dist/cli.js', 'ledger-admin': './dist/admin.js' } };
    expect(classify(project({ 'package.json': JSON.stringify(manifest), 'README.md': '' })).warnings).toEqual([
      'only ledger was looked at, not ledger-admin: name another as cli in the hints',
      'dist/cli.js is not there: build the project, then run init again',
    ]);
  });
});

describe('init', () => {
  it('asks the program that the hints name, and says what it does', async () => {
    const folder = project({ 'tools/ledger': HELP, 'toolgen.hints.json': '{"cli":["./tools/ledger"]}' });
    chmodSync(join(folder, 'tools/ledger'), 0o755);
    const lines: string[] = [];
    const out = join(folder, 'out');
    const { tools, manifest } = await initPackage(folder, { out, onProgress: (line) => lines.push(line) });
    expect(tools).toEqual(['ledger']);
    expect(manifest).toMatchObject({
      project: { commands: ['./tools/ledger'] },
      tools: [{ description: 'Shows an entry.' }],
    });
    expect(lines).toEqual(['running ledger --help', 'checking 1 tool', `building ${out}`]);
  });

  it('keeps overrides when the manifest is made anew', async () => {
    const folder = project({ 'package.json': '{"name":"ledger"}', 'index.js': 'module.exports = function (text) {};' });
    const out = join(folder, 'out');
    await initPackage(folder, { out });
    mkdirSync(join(out, 'overrides'), { recursive: true });
    const override = JSON.stringify({ tools: { ledger: { risk: 'high' } } });
    writeFileSync(join(out, 'overrides/risk.json'), override);
    await initPackage(folder, { out, force: true });
    expect(readFileSync(join(out, 'overrides/risk.json'), 'utf8')).toBe(override);
    expect(JSON.parse(readFileSync(join(out, 'mcp/manifest.json'), 'utf8')).tools[0].risk).toBe('high');
  });

  it('names what is wrong: the folder, the hints, the document that they name', async () => {
    const folder = project({ 'bad.json': '{"incldue":[]}', 'gone.json': '{"openapi":"gone.yaml"}' });
    const init = (hints: string) => initPackage(folder, { out: join(folder, 'out'), hints: join(folder, hints) });
    await expect(initPackage(join(folder, 'bad.json'), { out: folder })).rejects.toThrow(
      'give the folder of a project',
    );
    await expect(init('bad.json')).rejects.toThrow(/bad\.json[\s\S]*incldue/);
    await expect(init('gone.json')).rejects.toThrow('gone.yaml as the OpenAPI document');
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('takes what a README names for hints alone, and no prose, code or links', async () => {
    const readme =
      '# Ledger\n\n- Search entries by word\n- [List of users](x)\n- Fast\n\n```sh\n- delete everything now\n```\n';
    const folder = project({ 'README.md': readme });
    const out = join(folder, 'out');
    const { tools, warnings, tried } = await initPackage(folder, { out });
    expect([tools, warnings.at(-1)]).toEqual([[], 'no tool was found: describe some as hints']);
    expect(tried?.map((line) => line.split(':')[0])).toEqual(['openapi', 'cli', 'library', 'python']);
    const draft = JSON.parse(readFileSync(join(out, 'tools.draft.json'), 'utf8'));
    expect(draft).toEqual({ tools: [], readme_mentions: ['Search entries by word'] });
  });
});
