import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject, ToolCall } from '../../../src/app/index.js';
import type { TestEngine } from '../../helpers/engine.js';
import { randomFingerprint } from '../../helpers/fingerprints.js';
import { json, Upstream } from '../../helpers/upstream.js';
import {
  echoBinding,
  echoTool,
  manifestOf,
  temporaryFolder,
  writeManifest,
} from '../../tool-package/package-fixture.js';
import { describeToolSource } from './describe-tool-source.js';

const SCHEMA = '{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}';
const PROJECT = '{"project":["echo"]}';

/** Rows of `ce_mcp_tool` by code: a tool that reads, one that writes, one with a transform, one for an intent. */
const rowsOf = (group: string, codes: readonly [string, string, string, string], schema: string | null) => {
  const column = schema === null ? 'NULL' : `'${schema}'`;
  const row = (code: string, intent: string, sideEffect: string, transform: string) =>
    `('${code}', '${group}', '${intent}', 'ANY', '${code}', '${sideEffect}', ${column}, ${transform})`;
  return `
INSERT INTO ce_intent (intent_code, description, display_name) VALUES ('OTHER', 'Something else', 'Other');
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect, input_schema,
                         transform_json) VALUES
  ${row(codes[0], 'ANY', 'READ', 'NULL')}, ${row(codes[1], 'ANY', 'WRITE', 'NULL')},
  ${row(codes[2], 'ANY', 'READ', `'${PROJECT}'`)}, ${row(codes[3], 'OTHER', 'READ', 'NULL')};
`;
};
const describeAnew = (code: string) => (engine: TestEngine) =>
  engine.database.database.query('UPDATE ce_mcp_tool SET description = $1 WHERE tool_code = $2', ['Another', code]);

/** Says again what it is given, and counts the calls that were confirmed. */
class Echo {
  confirmed = 0;
  readonly execute = ({ arguments: { text }, idempotencyKey }: ToolCall) => {
    if (idempotencyKey !== null) this.confirmed += 1;
    return { echo: text ?? null, noise: 'x' };
  };
}
const CODES = ['echo.read', 'echo.write', 'echo.short', 'echo.elsewhere'] as const;
const samples = { args: { text: 'hi' }, wrong: { text: 7 }, result: { echo: 'hi' } };

describeToolSource('a row that its group answers', async () => {
  const echo = new Echo();
  return {
    seeds: [rowsOf('FILES', CODES, SCHEMA)],
    handlers: [{ kind: 'tool-group', toolGroup: 'FILES', execute: echo.execute }],
    reads: { code: 'echo.read', ...samples },
    writes: {
      code: 'echo.write',
      args: samples.args,
      ran: () => echo.confirmed,
      change: describeAnew('echo.write'),
    },
    transformed: { code: 'echo.short', args: samples.args, result: { echo: 'hi' } },
    elsewhere: 'echo.elsewhere',
  };
});

describeToolSource('a handler that a row offers', async () => {
  const echo = new Echo();
  const inputSchema = JSON.parse(SCHEMA) as JsonObject;
  return {
    seeds: [rowsOf('DB', CODES, null)],
    handlers: CODES.map((toolCode) => ({ kind: 'tool', toolCode, inputSchema, execute: echo.execute })),
    reads: { code: 'echo.read', ...samples },
    writes: {
      code: 'echo.write',
      args: samples.args,
      ran: () => echo.confirmed,
      change: describeAnew('echo.write'),
    },
    transformed: { code: 'echo.short', args: samples.args, result: { echo: 'hi' } },
    elsewhere: 'echo.elsewhere',
  };
});

describeToolSource('a capability file', async () => {
  const upstream = new Upstream();
  await upstream.start();
  upstream.behave(json({ echo: 'hi', noise: 'x' }));
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  const write = (name: string, method: string, more = '', description = name) =>
    writeFile(
      join(folder, `${name}.yaml`),
      `name: ${name}\ndescription: ${description}\nschema: { input: ${SCHEMA} }\nproviders:\n  primary:\n    config:` +
        ` { base_url: "${upstream.url}", path: "/${name}", method: ${method} }\n${more}\n`,
    );
  await write('file_read', 'GET');
  await write('file_write', 'POST');
  await write('file_short', 'GET', 'transform: { project: [echo] }');
  await write('file_elsewhere', 'GET', 'convengine: { intent: OTHER }');
  return {
    config: { 'capabilities.directories': [folder], 'egress.allow-private-hosts': [upstream.host] },
    reads: { code: 'file_read', ...samples },
    writes: {
      code: 'file_write',
      args: samples.args,
      ran: () => upstream.requests.filter(({ method }) => method === 'POST').length,
      change: () => write('file_write', 'POST', '', 'another'),
    },
    transformed: { code: 'file_short', args: samples.args, result: { echo: 'hi' } },
    elsewhere: 'file_elsewhere',
    close: async () => {
      await upstream.stop();
      await rm(folder, { recursive: true });
    },
  };
});

describeToolSource('an installed package', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const log = join(folder, 'entries');
  writeFileSync(log, '');
  const append = `require("fs").appendFileSync("entries", "x"); console.log('{"argv":[]}')`;
  const write = (description: string) =>
    writeManifest(
      folder,
      manifestOf([
        echoTool(),
        echoTool({
          name: 'post_entry',
          description,
          category: 'write',
          risk: 'medium',
          idempotency: 'non-idempotent',
          binding: echoBinding({ command: ['node', '-e', append, '--'] }),
        }),
      ]),
    );
  write('Posts an entry to the books.');
  writeManifest(other, manifestOf([echoTool()]));
  const manifest = (path: string) => join(path, 'tool.manifest.json');
  return {
    config: {
      'tool-packages': {
        books: { manifest: manifest(folder) },
        other: { manifest: manifest(other), intent: 'OTHER' },
      },
    },
    reads: {
      code: 'books.search_entries',
      args: { q: 'hi' },
      wrong: { q: 7 },
      result: { argv: expect.arrayContaining(['hi']) },
    },
    writes: {
      code: 'books.post_entry',
      args: { q: 'hi' },
      ran: () => readFileSync(log, 'utf8').length,
      change: async () => write('Posts an entry somewhere else.'),
    },
    elsewhere: 'other.search_entries',
  };
});

describeToolSource('another server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  const [description, sent] = [join(folder, 'description'), join(folder, 'sent')];
  await writeFile(description, 'Sends a message');
  await writeFile(sent, '');
  const command = { command: process.execPath, args: [resolve('test/mcp/fixtures/other-server.mjs')] };
  const env = { DESCRIPTION: description, SENT: sent, TOKEN: 'none' };
  return {
    seeds: [
      `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect, transform_json)
       VALUES ('other.token', 'MCP', 'ANY', 'ANY', 'READ', '{"rename":{"text":"said"}}');`,
    ],
    config: {
      'mcp.servers': {
        other: { ...command, env, tools: ['echo', 'send', 'token'], read: ['echo', 'token'] },
        far: { ...command, env, tools: ['echo'], read: ['echo'], intent: 'OTHER' },
      },
    },
    reads: { code: 'other.echo', ...samples },
    writes: {
      code: 'other.send',
      args: { text: 'hi' },
      ran: async () => (await readFile(sent, 'utf8')).split('\n').length - 1,
      change: describeRow,
    },
    transformed: { code: 'other.token', args: {}, result: { said: 'none' } },
    elsewhere: 'far.echo',
    close: () => rm(folder, { recursive: true }),
  };
});

/** A row takes the definition over: the user was asked in the words of the server. */
const describeRow = (engine: TestEngine) =>
  engine.database.database.query(
    `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect)
     VALUES ('other.send', 'MCP', 'ANY', 'ANY', 'Another', 'WRITE')`,
  );

const FINGERPRINTS = {
  old_fingerprint: { semantic: randomFingerprint(1) },
  new_fingerprint: { semantic: randomFingerprint(2) },
};
const VERTEX = '0b6c1f2e-7a3d-4a5b-9c8d-1e2f3a4b5c6d';
const delta = {
  args: { vertex_id: VERTEX, ...FINGERPRINTS },
  wrong: { vertex_id: 'not-a-uuid', ...FINGERPRINTS },
  result: { delta_s_per_embedder: Array.from({ length: 13 }, () => expect.any(Number)) },
};

describeToolSource('the product itself', async () => ({
  reads: { code: 'gwt/compute_delta_sc', ...delta },
  isOverMcpAlone: true,
}));

describeToolSource('the gateway', async () => {
  const echo = new Echo();
  return {
    seeds: [rowsOf('FILES', CODES, SCHEMA)],
    handlers: [{ kind: 'tool-group', toolGroup: 'FILES', execute: echo.execute }],
    config: { 'mcp.gateway-tools.enabled': true, 'mcp.gateway-tools.above': 100 },
    reads: {
      code: 'gateway_list_tools',
      args: { limit: 1 },
      wrong: { limit: 'many' },
      result: { tools: [expect.objectContaining({ tool_code: expect.any(String) })], total: 3 },
    },
    isOverMcpAlone: true,
  };
});
