import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { systemClock } from '../../../src/platform/common/clock.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { Egress } from '../../../src/platform/egress/index.js';
import { Handlers, type ToolCall } from '../../../src/platform/handlers-api/index.js';
import type { DbToolRow, ToolRow } from '../../../src/platform/persistence/index.js';
import {
  CalculatorExecutor,
  DbToolExecutor,
  DocumentReader,
  DocumentsExecutor,
  EmbeddedWorkflows,
  FilesExecutor,
  HttpApiExecutor,
  ingestDocument,
  NotificationExecutor,
  RowSource,
  WorkflowExecutor,
} from '../../../src/tools/index.js';
import { configuredSqlRules } from '../../../src/tools/sql-guard/index.js';
import { openSqlite } from '../../helpers/databases.js';
import { documentSettings } from '../../helpers/documents.js';
import { workflowSettings } from '../../helpers/tool-calls.js';
import { json, Upstream } from '../../helpers/upstream.js';
import { describeToolExecutor } from './describe-tool-executor.js';

const CONVERSATION = '01976f00-0000-7000-8000-000000000001';
const configWith = (keys: Record<string, unknown>) => {
  const overrides = Object.entries(keys).map(([key, value]) => [`convengine.${key}`, value]);
  return loadConfig({ env: {}, directory: '/nonexistent', overrides: Object.fromEntries(overrides) }).config;
};

/** A database with the conversation that calls are made for. */
async function openWithConversation() {
  const opened = await openSqlite();
  await opened.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [CONVERSATION]);
  const context: Partial<ToolCall> = { conversationId: CONVERSATION, database: opened.database };
  return { ...opened, context, close: () => opened.close() };
}

describeToolExecutor('DB', async () => {
  const database = await openSqlite();
  const config = configWith({ 'database.url': database.url });
  const executor = new DbToolExecutor(config);
  const toolRow = {
    toolId: 1,
    toolCode: 'a.tool',
    toolGroup: 'DB',
    intentCode: 'ANY',
    stateCode: 'ANY',
    enabled: true,
  };
  const statement = {
    toolId: 1,
    dialect: 'ANSI',
    sqlTemplate: 'SELECT :n AS n',
    paramSchema: { required: ['n'], properties: { n: { type: 'integer' } } },
    safeMode: true,
    maxRows: 5,
    allowedIdentifiers: null,
  };
  const rows = { tools: [toolRow as ToolRow], dbTools: [statement as unknown as DbToolRow] };
  const [tool = {}] = (await new RowSource(configuredSqlRules(config)).read(rows)).tools;
  return {
    executor,
    tool,
    args: { n: 7 },
    wrong: { n: 'x' },
    result: [{ n: 7 }],
    sideEffect: 'READ',
    close: async () => {
      await executor.onApplicationShutdown();
      await database.close();
    },
  };
});

describeToolExecutor('HTTP_API', async () => {
  const upstream = new Upstream();
  await upstream.start();
  upstream.behave(json({ order: 7 }));
  const config = configWith({ 'egress.allow-private-hosts': [upstream.host] });
  const egress = new Egress(config);
  const inputSchema = { type: 'object', properties: { id: { type: 'integer' } } };
  const request = { method: 'GET', url: `${upstream.url}/orders/{{id}}`, timeoutMs: 5_000 } as const;
  return {
    executor: new HttpApiExecutor(new Handlers(), config, egress),
    tool: { sideEffect: 'READ', inputSchema, does: { kind: 'request', request } },
    hasNoSchema: true,
    args: { id: 7 },
    wrong: { id: 'x' },
    result: { order: 7 },
    sideEffect: 'READ',
    close: async () => {
      await egress.close();
      await upstream.stop();
    },
  };
});

describeToolExecutor('WORKFLOW_ACTION', async () => {
  const { context, database, close } = await openWithConversation();
  const handlers = new Handlers();
  handlers.add({ kind: 'workflow', name: 'onboard', run: () => ({ ok: true }) });
  const settings = workflowSettings(5_000, 2_000);
  return {
    executor: new WorkflowExecutor(new EmbeddedWorkflows(handlers, database, systemClock, settings)),
    tool: {},
    args: { operation: 'start', workflow: 'onboard' },
    wrong: { operation: 'start', workflow: 'nobody' },
    result: expect.objectContaining({ run_id: 'key-1', workflow: 'onboard' }),
    sideEffect: 'WRITE',
    context,
    close,
  };
});

describeToolExecutor('DOCUMENT_RETRIEVAL', async () => {
  const { context, database, close } = await openWithConversation();
  const settings = documentSettings();
  const { signal } = new AbortController();
  const content = Buffer.from('Every employee has thirty days of leave.');
  await ingestDocument(database, new DocumentReader(settings), { collection: 'hr', source: 'a.md', content }, signal);
  return {
    executor: new DocumentsExecutor(settings),
    tool: {},
    args: { query: 'days of leave' },
    wrong: { query: '' },
    result: expect.objectContaining({ results: [expect.objectContaining({ source: 'a.md' })] }),
    sideEffect: 'READ',
    context,
    close,
  };
});

describeToolExecutor('CALCULATOR_TRANSFORM', async () => ({
  executor: new CalculatorExecutor(1_000),
  tool: {},
  args: { expression: '0.1 + 0.2' },
  wrong: { expression: 7 },
  result: { result: 0.3, text: '0.3' },
  sideEffect: 'READ',
}));

describeToolExecutor('NOTIFICATION', async () => {
  const { context, close } = await openWithConversation();
  const { notification } = configWith({
    'mcp.notification.smtp.host': '127.0.0.1',
    'mcp.notification.smtp.security': 'none',
    'mcp.notification.smtp.from': 'desk@example.com',
    'mcp.notification.templates': { plain: { subject: 'Hello', text: 'Nothing to fill in.' } },
    'mcp.notification.allowed-recipients': ['@example.org'],
    'mcp.notification.dry-run': true,
  }).mcp;
  return {
    executor: new NotificationExecutor(notification),
    tool: {},
    args: { channel: 'email', template: 'plain', to: ['ann@example.org'] },
    wrong: { channel: 'email', template: 'plain', to: ['ann@elsewhere.net'] },
    result: expect.objectContaining({ status: 'DRY_RUN', subject: 'Hello' }),
    sideEffect: 'WRITE',
    context,
    close,
  };
});

describeToolExecutor('FILES', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'executor-'));
  writeFileSync(join(folder, 'note.txt'), 'hello');
  const settings = { extensions: ['txt'], maxFileBytes: 2_000, pageBytes: 1_024 };
  return {
    executor: new FilesExecutor({ ...settings, roots: { notes: folder }, writableRoots: [] }),
    tool: {},
    args: { operation: 'list' },
    wrong: { operation: 'burn' },
    result: expect.objectContaining({ entries: [expect.objectContaining({ name: 'note.txt' })] }),
    sideEffect: 'READ',
    close: async () => rmSync(folder, { recursive: true }),
  };
});
