import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initPackage } from '../../src/authoring/toolgen/index.js';
import { type Manifest, manifestSchemaText } from '../../src/tools/package-format/index.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { installLibraries, temporaryFolder } from './package-fixture.js';

const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js');
const run = promisify(execFile);

interface Subject {
  readonly folder: string;
  readonly surface: 'cli' | 'library' | 'openapi';
  /** A call and what is in its answer. */
  readonly call: readonly [tool: string, input: Record<string, unknown>, output: unknown];
  readonly isOurs?: true;
  /** The document, where its name does not tell that it is one; and what the service answers to everything. */
  readonly stub?: { readonly document: string; readonly answer: unknown };
}

const SUBJECTS: [string, Subject][] = [
  [
    'a command line (semver)',
    {
      folder: 'node_modules/semver',
      surface: 'cli',
      call: ['semver', { version: ['1.10.0', '1.9.0'], range: '^1.2.0' }, { text: '1.9.0\n1.10.0' }],
    },
  ],
  [
    'a library (stemmer)',
    {
      folder: 'node_modules/stemmer',
      surface: 'library',
      call: ['stemmer', { value: 'considerations' }, { result: 'consider' }],
    },
  ],
  [
    'a service (the REST API of this project)',
    { folder: '.', surface: 'openapi', call: ['get_health', {}, { status: 'ok' }], isOurs: true },
  ],
  [
    'a service (the public Train Travel API)',
    {
      folder: 'node_modules/@readme/oas-examples',
      surface: 'openapi',
      call: ['get_stations', {}, { data: [] }],
      stub: { document: '3.1/json/train-travel.json', answer: { data: [], links: {} } },
    },
  ],
];

/** A service that answers every request with the same. */
async function answering(answer: unknown): Promise<Server> {
  const service = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  return service;
}

describe.each(SUBJECTS)(
  'the tool package of %s',
  (_what, { folder, surface, call: [tool, input, output], isOurs, stub }) => {
    const out = temporaryFolder();
    const client = new Client({ name: 'acceptance', version: '1' });
    let database: TestDatabase | undefined;
    let engine: TestEngine | undefined;
    let service: Server | undefined;
    let manifest: Manifest;

    beforeAll(async () => {
      database = isOurs && (await openSqlite());
      engine = database && (await startEngine({ database }));
      service = stub && (await answering(stub.answer));
      const baseUrl = service ? `http://127.0.0.1:${(service.address() as AddressInfo).port}` : engine?.url;
      const hints = join(temporaryFolder(), 'hints.json');
      writeFileSync(hints, JSON.stringify(stub ? { openapi: stub.document } : {}));
      await initPackage(folder, { out, surface, hints, ...(baseUrl === undefined ? {} : { baseUrl }) });
      installLibraries(out);
      manifest = JSON.parse(readFileSync(join(out, 'tool.manifest.json'), 'utf8'));
      const args = [join(out, 'mcp/src/server.ts')];
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args,
          stderr: 'ignore',
          env: { PATH: process.env.PATH ?? '' },
        }),
      );
    });
    afterAll(async () => {
      await client.close();
      service?.close();
      await engine?.close();
      await database?.close();
    });

    it('has a manifest that the published schema allows', () => {
      const validate = new Ajv2020({ strict: false }).compile(JSON.parse(manifestSchemaText()));
      expect([validate(manifest), validate.errors]).toEqual([true, null]);
      expect(manifest.tools.length).toBeGreaterThan(0);
    });

    it('has a skill.md that names every tool, each with an example', () => {
      const skill = readFileSync(join(out, 'skill.md'), 'utf8');
      for (const { name } of manifest.tools) {
        expect(skill).toContain(`| \`${name}\` |`);
        expect(skill).toContain(`### Calling ${name}\n\nGeneric:\n\n\`\`\`json\n{\n  "tool": "${name}"`);
      }
    });

    it('has an MCP server that starts and lists every tool of the manifest', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual(manifest.tools.map(({ name }) => name).sort());
    });

    it('answers its own calls as they should be', async () => {
      const result = await client.callTool({ name: tool, arguments: input });
      expect(result.structuredContent ?? result.content).toMatchObject(output as object);
    });

    it('answers a call of each tool with an output or an error that its schemas allow', async () => {
      await client.listTools();
      for (const { name, examples, output_schema, error_schema } of manifest.tools) {
        for (const argument of [examples[0]?.input, { ...examples[0]?.input, unknown_property_: 1 }]) {
          const { isError, structuredContent, content } = await client.callTool({ name, arguments: argument });
          const [{ text } = { text: '{}' }] = content as { text: string }[];
          const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
            isError ? error_schema : output_schema,
          );
          expect([name, validate(isError ? JSON.parse(text).error : structuredContent), validate.errors]).toEqual([
            name,
            true,
            null,
          ]);
          if (argument && 'unknown_property_' in argument) expect(JSON.parse(text).error.code).toBe('INVALID_INPUT');
        }
      }
    });

    it('has contract tests that pass', async () => {
      const { stdout } = await run('node', ['--test', 'tests/tool-contract.spec.ts'], { cwd: out });
      expect(stdout).toMatch(/\bfail 0\b/);
    });
  },
);
