import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import type { Manifest, SubprocessBinding, PackagedTool as Tool } from '../../src/tools/package-format/index.js';
import { standardErrorSchema } from '../../src/tools/package-format/index.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own, removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tool-package-'));
  folders.push(folder);
  return folder;
}

/** A folder with these files, removed after the tests of the file. */
export function project(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Gives a generated package the libraries of this project, as `npm install` would. */
export function installLibraries(folder: string): void {
  symlinkSync(resolve('node_modules'), join(folder, 'mcp/node_modules'));
}

export function writeManifest(folder: string, manifest: unknown): void {
  writeFileSync(join(folder, 'tool.manifest.json'), JSON.stringify(manifest));
}

/** A manifest of these tools for a project in the folder of the manifest. */
export function manifestOf(tools: readonly Tool[], project: Partial<Manifest['project']> = {}): Manifest {
  return {
    manifest_version: '1.0',
    project: {
      name: 'ledger',
      version: '1.2.3',
      runtime: 'node',
      execution_model: 'subprocess',
      entrypoint: 'ledger.js',
      description: 'Keeps the books.',
      commands: ['node'],
      ...project,
    },
    tools,
  };
}

/** A reading tool that says back what it was called with, as JSON. */
export function echoTool(changes: Partial<Tool> = {}): Tool {
  return {
    name: 'search_entries',
    title: 'Search entries',
    description: 'Finds entries. Nothing is changed.',
    category: 'read',
    risk: 'low',
    idempotency: 'idempotent',
    timeout_ms: 10_000,
    input_schema: {
      type: 'object',
      required: ['q'],
      properties: {
        q: { type: 'string' },
        limit: { type: 'integer', minimum: 1, default: 20 },
        all: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
    output_schema: {
      type: 'object',
      required: ['argv'],
      properties: { argv: { type: 'array', items: { type: 'string' } } },
    },
    error_schema: standardErrorSchema(),
    examples: [{ input: { q: 'rent' }, output: { argv: ['--', 'rent'] } }],
    constraints: { read_only_mode_supported: true, side_effects: [] },
    binding: echoBinding(),
    ...changes,
  };
}

export function echoBinding(changes: Partial<SubprocessBinding> = {}): SubprocessBinding {
  return {
    type: 'subprocess',
    command: ['node', '-e', 'console.log(JSON.stringify({ argv: process.argv.slice(1) }))', '--'],
    arguments: [
      { property: 'limit', flag: '--limit' },
      { property: 'all', flag: '--all', negated_flag: '--no-all' },
      { property: 'tags', flag: '--tag' },
      { property: 'q' },
    ],
    result: { parse: 'json' },
    ...changes,
  };
}
