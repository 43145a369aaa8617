import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handler } from '../../src/app/index.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import { describeOnEachDatabase, openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { type MailServer, startMailServer } from '../helpers/mail-server.js';
import { pdfOf } from '../helpers/pdf.js';

const TOOLS = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('DESK', 'office work');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'please', 'DESK', 'IDLE', 1);
  INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect) VALUES
    ('calc', 'calc', 'ANY', 'ANY', NULL), ('files.look', 'FILES', 'ANY', 'ANY', NULL),
    ('files.write', 'FILES', 'ANY', 'ANY', 'WRITE'), ('notify', 'NOTIFICATION', 'ANY', 'ANY', NULL),
    ('docs', 'rag', 'ANY', 'ANY', NULL);`;

const request = (tool_code: string, args: JsonObject) => ({ inputParams: { tool_request: { tool_code, args } } });

describeOnEachDatabase('tools without a handler', (open) => {
  let engine: TestEngine;
  let folder: string;
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
    folder = await mkdtemp(join(tmpdir(), 'convengine-tools-'));
    await writeFile(join(folder, 'note.txt'), 'buy milk');
    const config = {
      'mcp.files.roots': { desk: folder },
      'mcp.files.writable-roots': ['desk'],
      'mcp.notification.smtp.host': '127.0.0.1',
      'mcp.notification.smtp.port': server.port,
      'mcp.notification.smtp.security': 'none',
      'mcp.notification.smtp.from': 'desk@example.com',
      'mcp.notification.allowed-recipients': ['@example.org'],
      'mcp.notification.templates': { ready: { subject: 'Ready', text: 'Order {{order}} is ready.' } },
    };
    engine = await startEngine({ database: await open(), seeds: [TOOLS], config });
  });
  afterAll(async () => {
    await engine.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('calculate and read at once', async () => {
    const id = randomUUID();
    const sum = await engine.say('please', id, request('calc', { expression: '0.1 + 0.2' }));
    expect(sum.context.mcp).toMatchObject({ toolExecution: { status: 'SUCCESS', result: { text: '0.3' } } });
    const note = await engine.say('please', id, request('files.look', { operation: 'read', path: 'note.txt' }));
    expect(note.context.mcp).toMatchObject({ toolExecution: { result: { content: 'buy milk' } } });
  });

  it('write after the yes, and then once', async () => {
    const id = randomUUID();
    const args = { operation: 'append', path: 'log.txt', content: 'done;' };
    await engine.say('please', id, request('files.write', args));
    expect(existsSync(join(folder, 'log.txt'))).toBe(false);
    const reply = await engine.say('yes', id);
    expect(reply.context.pending_action_runtime).toMatchObject({ status: 'EXECUTED' });
    await engine.say('yes', id);
    expect(await readFile(join(folder, 'log.txt'), 'utf8')).toBe('done;');
  });

  it('send a mail after the yes, and then once', async () => {
    const id = randomUUID();
    const args = { channel: 'email', template: 'ready', to: ['ann@example.org'], values: { order: 7 } };
    await engine.say('please', id, request('notify', args));
    expect(server.mails).toEqual([]);
    const reply = await engine.say('yes', id);
    expect(reply.context.pending_action_runtime).toMatchObject({ status: 'EXECUTED' });
    await engine.say('yes', id);
    expect(server.mails.map(({ raw }) => raw.includes('Order 7 is ready.'))).toEqual([true]);
  });

  it('find what was taken in over REST, until it is removed', async () => {
    const url = `${engine.url}/api/v1/documents`;
    const post = (document: JsonObject) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(document),
      });
    const leave = { source: 'leave.md', content: '# Leave\nThirty days.' };
    expect(await (await post(leave)).json()).toMatchObject({ outcome: 'ingested', chunks: 1 });
    expect(await (await post(leave)).json()).toEqual({ outcome: 'unchanged' });
    const pdf = { source: 'house.pdf', content: pdfOf(['Parking is free.']).toString('base64'), encoding: 'base64' };
    expect((await post(pdf)).status).toBe(200);
    expect((await post({ source: 'bad.pdf', content: 'x' })).status).toBe(422);
    expect((await post({ source: 'a\u0000b.md', content: 'x' })).status).toBe(400);

    const ask = async (query: string) => {
      const reply = await engine.say('please', randomUUID(), request('docs', { query }));
      return reply.context.mcp;
    };
    expect(await ask('where can I do my parking')).toMatchObject({
      toolExecution: { status: 'SUCCESS', result: { results: [{ source: 'house.pdf', page: 1 }] } },
    });
    const [newest] = (await (await fetch(`${url}?limit=1`)).json()) as { documentId: number; source: string }[];
    expect(newest?.source).toBe('house.pdf');
    const remove = () => fetch(`${url}/${newest?.documentId}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect(await ask('parking')).toMatchObject({ toolExecution: { result: { results: [] } } });
  });
});

describe('a group', () => {
  it('is served by the adapter of a consumer where there is one', async () => {
    const adapter: Handler = { kind: 'tool-group', toolGroup: 'CALCULATOR_TRANSFORM', execute: () => 'mine' };
    const reading: Handler = { ...adapter, sideEffect: 'READ' };
    const database = await openSqlite();
    const engine = await startEngine({ database, seeds: [TOOLS], handlers: [reading] });
    const reply = await engine.say('please', randomUUID(), request('calc', { expression: '1' }));
    expect(reply.context.mcp).toMatchObject({ toolExecution: { result: { text: 'mine' } } });
    await engine.close();
    await database.close();
  });
});
