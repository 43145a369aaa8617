import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/platform/common/clock.js';
import type { JsonObject } from '../../src/platform/common/json.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { Handlers } from '../../src/platform/handlers-api/index.js';
import {
  CalculatorExecutor,
  DocumentReader,
  DocumentsExecutor,
  EmbeddedWorkflows,
  FilesExecutor,
  ingestDocument,
  NotificationExecutor,
  WorkflowExecutor,
} from '../../src/tools/index.js';
import { openSqlite } from '../helpers/databases.js';
import { startMailServer } from '../helpers/mail-server.js';
import { callTool, workflowSettings } from '../helpers/tool-calls.js';
import { cleaning } from './handlers.examples.js';

/** An example of docs/tools.md: what a tool is called with, and what it answers. */
interface Example {
  readonly arguments: JsonObject;
  readonly result: JsonObject;
}

const sections = (await readFile('docs/tools.md', 'utf8')).split('\n## ');

/** The code blocks of one language in a section. */
function blocks(group: string, language: string): string[] {
  const section = sections.find((text) => text.startsWith(`${group}\n`)) ?? '';
  return [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);
}

const examples = (group: string) => blocks(group, 'json').map((text) => JSON.parse(text) as Example);

/** The configuration that a section gives as its example. */
async function configured(group: string, folder: string) {
  const file = join(folder, '.example.yaml');
  await writeFile(file, blocks(group, 'yaml').join('\n'));
  return loadConfig({ env: { CONVENGINE_CONFIG: file }, directory: folder }).config;
}

describe('docs/tools.md', () => {
  it.each(examples('CALCULATOR_TRANSFORM'))('calculates $arguments', async ({ arguments: args, result }) => {
    expect(await callTool(new CalculatorExecutor(5_000), args)).toEqual(result);
  });

  it.each(examples('FILES'))('looks into files: $arguments', async ({ arguments: args, result }) => {
    const folder = await mkdtemp(join(tmpdir(), 'convengine-docs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, '2026'));
    await writeFile(join(folder, '2026/july.txt'), 'Report of July\nAmount due: 12\n');
    const { files } = (await configured('FILES', folder)).mcp;
    expect(await callTool(new FilesExecutor({ ...files, roots: { ...files.roots, reports: folder } }), args)).toEqual(
      result,
    );
  });

  it.each(examples('NOTIFICATION'))('notifies: $arguments', async ({ arguments: args, result }) => {
    const folder = await mkdtemp(join(tmpdir(), 'convengine-docs-'));
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, callback) =>
        callback(password === 'pw' ? null : new Error('no'), { user: 'desk' }),
    });
    const database = await openSqlite();
    onTestFinished(async () => {
      await server.close();
      await database.close();
      await rm(folder, { recursive: true });
    });
    process.env.SMTP_PASSWORD = 'pw';
    const { notification } = (await configured('NOTIFICATION', folder)).mcp;
    const smtp = { ...notification.smtp, host: '127.0.0.1', port: server.port, security: 'none' as const };
    const conversationId = randomUUID();
    await database.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [conversationId]);
    const call = { conversationId, idempotencyKey: 'k.1', database: database.database };
    const sent = await callTool(new NotificationExecutor({ ...notification, smtp }), args, call);
    expect(sent).toMatchObject(result);
    expect(server.mails[0]?.raw).toContain('Subject: Booking R-1');
  });

  it.each(examples('WORKFLOW_ACTION'))('starts a workflow: $arguments', async ({ arguments: args, result }) => {
    const server = createServer((_request, response) => response.end('{}'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    process.env.ROOMS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const database = await openSqlite();
    onTestFinished(async () => {
      await database.close();
      server.close();
    });
    const conversationId = randomUUID();
    await database.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [conversationId]);
    const handlers = new Handlers();
    handlers.add(cleaning);
    const limits = workflowSettings(5_000, 1_000);
    const executor = new WorkflowExecutor(new EmbeddedWorkflows(handlers, database.database, systemClock, limits));
    expect(await callTool(executor, args, { conversationId, idempotencyKey: 'k.1' })).toEqual(result);
    const status = () => callTool(executor, { run_id: 'k.1' }, { conversationId, row: { sideEffect: 'READ' } });
    await expect.poll(status).toMatchObject({ status: 'DONE', result: { room: 12, clean: true } });
  });

  it.each(examples('DOCUMENT_RETRIEVAL'))('finds passages: $arguments', async ({ arguments: args, result }) => {
    const { database, close } = await openSqlite();
    onTestFinished(close);
    const { documents } = loadConfig({ env: {}, directory: '/nonexistent' }).config.mcp;
    const content = Buffer.from('# Handbook\n\n## Leave\n\nEvery employee has 30 days of leave.\n');
    const { signal } = new AbortController();
    const file = { collection: 'hr', source: 'handbook.md', content };
    await ingestDocument(database, new DocumentReader(documents), file, signal);
    expect(await callTool(new DocumentsExecutor(documents), args, { database })).toMatchObject(result);
  });
});
