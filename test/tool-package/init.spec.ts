import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { initPackage } from '../../src/authoring/toolgen/index.js';
import { project } from './package-fixture.js';

async function init(files: Record<string, string>, options: object = {}) {
  const folder = project(files);
  const out = join(folder, 'llm-tooling');
  const report = await initPackage(folder, { out, ...options });
  const read = (path: string) => JSON.parse(readFileSync(join(out, path), 'utf8'));
  return { report, read, out, folder };
}

const packageJson = (more: object) =>
  JSON.stringify({ name: 'ledger', version: '2.0.0', description: 'Keeps books.', type: 'module', ...more });
const commander = createRequire(import.meta.url).resolve('commander');
const LEDGER_CLI = `
import { Command, Option } from ${JSON.stringify(commander)};
const program = new Command('ledger').description('Keeps the books of a small firm.').version('2.0.0');
program.command('list').description('list entries').argument('[account]', 'account').option('--limit <n>', 'at most', '20').option('--all', 'closed ones too');
const entry = program.command('entry').description('work with entries');
entry.command('add').description('add an entry').argument('<text...>', 'words').addOption(new Option('-c, --currency <code>', 'currency').choices(['EUR', 'USD']).default('EUR')).option('--no-check', 'do not check').option('--api-key <key>', 'credential');
entry.command('delete').description('delete an entry').argument('<id>', 'entry').requiredOption('--reason <text>', 'why');
program.parse();`;

describe('init of a project with a command line', () => {
  const files = { 'package.json': packageJson({ bin: { ledger: './cli.js' } }), 'cli.js': LEDGER_CLI };

  it('makes one tool of each leaf of the command tree, with types, choices and defaults', async () => {
    const { report, read } = await init(files);
    expect(read('project.profile.json')).toMatchObject({
      project_type: 'CLI',
      runtime: 'node',
      execution_model: 'subprocess',
    });
    expect(report.tools).toEqual(['ledger_list', 'ledger_entry_add', 'ledger_entry_delete']);
    const drafts = read('tools.draft.json').tools;
    expect(drafts.map(({ name, category, risk }: Record<string, string>) => [name, category, risk])).toEqual([
      ['ledger_list', 'read', 'low'],
      ['ledger_entry_add', 'write', 'medium'],
      ['ledger_entry_delete', 'write', 'high'],
    ]);
    const [list, add, remove] = read('tool.manifest.json').tools;
    expect(list.input_schema.properties).toMatchObject({
      limit: { type: 'number', default: 20 },
      all: { type: 'boolean' },
      account: { type: 'string' },
    });
    expect(add.input_schema.properties).toMatchObject({
      currency: { type: 'string', enum: ['EUR', 'USD'], default: 'EUR' },
      no_check: { type: 'boolean' },
      text: { type: 'array', items: { type: 'string' }, minItems: 1 },
    });
    expect(add.input_schema.required).toEqual(['text']);
    expect(remove.binding).toMatchObject({ command: ['node', 'cli.js', 'entry', 'delete'] });
  });

  it('leaves out options that take a credential', async () => {
    const { read } = await init(files);
    expect(JSON.stringify(read('tool.manifest.json'))).not.toContain('api_key');
  });

  it('takes hints: which tools, under what limits, with what example', async () => {
    const patch = { category: 'read', risk: 'low', idempotency: 'idempotent', timeout_ms: 1000 };
    const hints = {
      include: ['ledger_entry_*'],
      exclude: ['ledger_entry_delete'],
      tools: { ledger_entry_add: patch },
      project: { version: '9' },
    };
    const { read, report } = await init({ ...files, 'toolgen.hints.json': JSON.stringify(hints) });
    expect(report.tools).toEqual(['ledger_entry_add']);
    expect(read('tool.manifest.json')).toMatchObject({ project: { version: '9' }, tools: [patch] });
  });

  it('keeps a manifest that is there', async () => {
    const { out, folder, read } = await init(files);
    writeFileSync(join(out, 'tool.manifest.json'), '{"mine":true}');
    expect(await initPackage(folder, { out })).toMatchObject({ exists: true, tools: [] });
    expect(read('tool.manifest.json')).toEqual({ mine: true });
  });
});

describe('init of a service with an OpenAPI document', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const entry = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      note: { type: 'string', nullable: true },
      next: { $ref: '#/components/schemas/Entry' },
    },
  };
  const ok = (schema: object) => ({
    responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
  });
  const document = {
    openapi: '3.0.3',
    info: { title: 'Ledger of the House', version: '2.5.0', description: 'Keeps the books.\n\nFor all.' },
    servers: [{ url: 'https://ledger.example.com/v1' }],
    components: {
      schemas: { Entry: entry },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
    paths: {
      '/entries/{id}': {
        parameters: [id],
        get: { operationId: 'getEntry', ...ok({ $ref: '#/components/schemas/Entry' }) },
        delete: { operationId: 'deleteEntry', responses: { 204: { description: 'gone' } } },
        put: {
          operationId: 'replaceEntry',
          parameters: [
            { ...id, in: 'query' },
            { ...id, in: 'header' },
            { name: 'X-Key', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: { required: true, content: { 'application/json': { schema: { ...entry, required: ['id'] } } } },
          ...ok({ $ref: '#/components/schemas/Entry' }),
        },
      },
      '/entries': {
        get: { ...ok({ type: 'array', items: { $ref: '#/components/schemas/Entry' } }) },
        post: { operationId: 'x'.repeat(80), responses: { 201: { description: 'made' } } },
        patch: { operationId: 'elsewhere', ...ok({ $ref: 'other.yaml#/Entry' }) },
      },
    },
  };
  const files = { 'openapi.yaml': stringify(document) };

  it('makes one tool of each operation, by its method', async () => {
    const { report, read } = await init(files);
    expect(read('project.profile.json')).toMatchObject({ project_type: 'HTTP API', execution_model: 'remote-http' });
    const { tools, project: own } = read('tool.manifest.json');
    expect(
      tools.map(({ name, category, risk, idempotency }: Record<string, string>) => [name, category, risk, idempotency]),
    ).toEqual([
      ['get_entry', 'read', 'low', 'idempotent'],
      ['replace_entry', 'write', 'medium', 'idempotent'],
      ['delete_entry', 'write', 'high', 'idempotent'],
      ['get_entries', 'read', 'low', 'idempotent'],
      [expect.stringMatching(/^x{55}_[0-9a-f]{8}$/), 'write', 'medium', 'non-idempotent'],
    ]);
    expect(own).toMatchObject({
      name: 'ledger-of-the-house',
      version: '2.5.0',
      description: 'Keeps the books.',
      entrypoint: 'https://ledger.example.com/v1',
      auth: { type: 'header', name: 'X-Key', required: false },
    });
    expect(report.warnings).toContainEqual(expect.stringMatching(/^PATCH \/entries was left out: .*other.yaml/));
  });

  it('tells apart what has the same name in different places, and leaves credentials to the environment', async () => {
    const { read } = await init(files);
    const { binding, input_schema } = read('tool.manifest.json').tools[1];
    expect(binding.parameters).toEqual({
      id: { in: 'path' },
      query_id: { in: 'query', name: 'id' },
      header_id: { in: 'header', name: 'id' },
      body_id: { in: 'body', name: 'id' },
      note: { in: 'body' },
      next: { in: 'body' },
    });
    expect(input_schema.properties.note.type).toEqual(['string', 'null']);
    expect(input_schema.properties.next).toEqual({ $ref: '#/$defs/Entry' });
    expect(input_schema.required).toEqual(['id', 'query_id', 'header_id', 'body_id']);
  });
});

describe('init of a library', () => {
  const types = `
/** Joins words. @param words what to join */
export declare function joinWords(words: string[], separator?: string, options?: Options): string;
export declare function get_total(amounts: readonly number[], mode: 'net' | 'gross'): Promise<number>;
export declare function run(callback: () => void): void;
export * from './more.js';`;
  const files = {
    'package.json': packageJson({ main: 'index.js', types: 'index.d.ts' }),
    'index.js': 'export {}',
    'index.d.ts': types,
    'more.d.ts': 'export declare function isOpen(account: string): boolean;',
    'README.md': '# Ledger\n\n- Search entries by word\n- Nothing special\n',
  };

  it('makes a tool of each exported function with simple parameters, and names those it leaves out', async () => {
    const { report, read } = await init(files);
    expect(report.profile).toMatchObject({ project_type: 'library', execution_model: 'in-process' });
    const [join_words, total, open] = read('tool.manifest.json').tools;
    expect(join_words).toMatchObject({
      name: 'join_words',
      description: 'Joins words.',
      input_schema: {
        required: ['words'],
        properties: { words: { type: 'array', items: { type: 'string' } }, separator: { type: 'string' } },
      },
      output_schema: { properties: { result: { type: 'string' } } },
      binding: { type: 'in-process', module: './index.js', export: 'joinWords', parameters: ['words', 'separator'] },
    });
    expect(total).toMatchObject({
      category: 'read',
      input_schema: { properties: { mode: { enum: ['net', 'gross'] } } },
    });
    expect(open.name).toBe('is_open');
    expect(report.warnings).toEqual([expect.stringContaining('run was left out')]);
    expect(read('tools.draft.json').readme_mentions).toEqual(['Search entries by word']);
  });
});

describe('init of a Python project', () => {
  const pyproject = '[project]\nname = "ledger"\nversion = "3.1"\n[project.scripts]\nledger = "ledger.cli:main"\n';
  const cli = `import argparse
def main():
    parser = argparse.ArgumentParser(prog='ledger', description='Keeps the books.')
    parser.add_argument('--count', type=int, default=3)
    parser.parse_args()`;

  it('reads its console script without installing it, and only warns where it cannot or documents are missing', async () => {
    const { report, read } = await init({ 'pyproject.toml': pyproject });
    expect(read('project.profile.json')).toMatchObject({
      runtime: 'python',
      execution_model: 'subprocess',
      project_type: 'CLI',
    });
    expect(report.tools).toEqual([]);
    expect(report.warnings).toContainEqual(expect.stringContaining('there is no README'));
    const { report: whole } = await init({
      'pyproject.toml': pyproject,
      'ledger/__init__.py': '',
      'ledger/cli.py': cli,
    });
    expect(whole.tools).toEqual(['ledger']);
  });
});
