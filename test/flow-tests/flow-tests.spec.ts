import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig, testFlow } from '../../src/app/index.js';
import { applySeed } from '../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { freePort } from '../helpers/free-port.mjs';
import { Upstream } from '../helpers/upstream.js';

const DEMO = resolve('seeds/demo/demo.sql');
const settings = (overrides: Record<string, unknown> = {}) =>
  loadConfig({ env: {}, directory: '/nonexistent', overrides }).config;
const config = settings();
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('scripted conversations', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flow-tests-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs one conversation with the demo's rows. */
  async function hold(turns: string, more = '') {
    const file = join(folder, 'one.flow-test.yaml');
    const script = `rows: ${DEMO}\n${more}\nconversations:\n  - name: one\n    turns:\n${turns.replace(/^(?=.)/gm, '      ')}`;
    await writeFile(file, script);
    const [conversation] = (await testFlow(file, config)).conversations;
    return conversation?.failed;
  }

  it.each(['planner', 'advanced'])('hold with the shipped pack "%s"', async (pack) => {
    const { conversations } = await testFlow(`seeds/${pack}/${pack}.flow-test.yaml`, config);
    expect(conversations.length).toBeGreaterThan(1);
    expect(conversations.filter(({ failed }) => failed)).toEqual([]);
  });

  it('of the demo go as they are written, and reach every row that decides', async () => {
    const { conversations, coverage } = await testFlow('seeds/demo/demo.flow-test.yaml', config);
    expect(conversations.filter(({ failed }) => failed)).toEqual([]);
    expect(coverage.filter(({ missed }) => missed.length > 0)).toEqual([]);
  });

  it('of the demo notice when any of thirty rows is changed, but for one that its examples stand in for', {
    timeout: 180_000,
  }, async () => {
    const changes = [
      ...ids(6).map((id) => `DELETE FROM ce_intent_classifier WHERE classifier_id = ${id}`),
      ...ids(6).map((id) => `DELETE FROM ce_rule WHERE rule_id = ${id}`),
      ...ids(13).map((id) => `UPDATE ce_response SET exact_text = 'Changed.' WHERE response_id = ${id}`),
      ...ids(2).map((id) => `DELETE FROM ce_pending_action WHERE pending_action_id = ${id}`),
      ...ids(2).map((id) => `DELETE FROM ce_output_schema WHERE schema_id = ${id}`),
      `UPDATE ce_rule SET action_value = 'ELSEWHERE' WHERE rule_id = 2`,
    ];
    const script = await readFile('seeds/demo/demo.flow-test.yaml', 'utf8');
    const file = join(folder, 'changed.flow-test.yaml');
    await writeFile(file, script.replace('rows: demo.sql', `rows: [${DEMO}, change.sql]`));
    const unnoticed: string[] = [];
    for (const change of changes) {
      await writeFile(join(folder, 'change.sql'), `${change};`);
      const { conversations } = await testFlow(file, config);
      if (!conversations.some(({ failed }) => failed)) unnoticed.push(change);
    }
    expect(changes).toHaveLength(30);
    expect(unnoticed).toEqual(['DELETE FROM ce_intent_classifier WHERE classifier_id = 1']);
  });

  it('fail where the reply is another, and say what decided it, with the line', async () => {
    const failed = await hold('- user: hello\n- user: cancel my order 7017\n  bot: Goodbye.\n');
    expect(failed).toMatchObject({ line: 7, said: 'user: cancel my order 7017' });
    expect(failed?.problems).toEqual([
      'bot: expected "Goodbye.", was "Shall I cancel order 7017? This cannot be undone."',
    ]);
    expect(failed?.decisions).toContain('ce_rule 1 fired: SET_STATE CONFIRM_CANCELLATION');
  });

  it('say what a handler threw, and where, which neither its user nor the audit is told', async () => {
    const handlers = await mkdtemp(join(folder, 'handlers-'));
    const orders = `{ kind: 'action', name: 'demoOrders', methods: { cancel: () => { throw new TypeError('no order') } } }`;
    await writeFile(join(handlers, 'orders.mjs'), `export const orders = ${orders};`);
    const failed = await hold('- user: cancel my order 7017\n- user: yes\n', `handlers: ${handlers}`);
    expect(failed?.decisions.at(-1)).toMatch(/^demoOrders\.cancel threw TypeError: no order at .*orders\.mjs:1:\d+/u);
  });

  it('fail where something was executed that no turn expects', async () => {
    const failed = await hold('- user: cancel my order 7017\n- user: yes\n');
    expect(failed?.problems).toEqual(['executes: expected nothing, was cancel_order {"orderId":"7017"}']);
  });

  it('fail where an action is executed with other arguments than expected', async () => {
    const failed = await hold(
      "- user: cancel my order 7017\n- press: yes\n  executes: [{ action: cancel_order, arguments: { orderId: '1' } }]\n",
    );
    expect(failed?.problems[0]).toContain('was cancel_order {"orderId":"7017"}');
  });

  it.each([
    ['shared by all tenants', 'default', '*', 'desk.tell'],
    ["its tenant's own", 'acme', 'acme', 'acme/desk.tell'],
  ])('reach nothing outside by a tool that is %s', async (_, tenant, owner, code) => {
    const outside = new Upstream();
    await outside.start();
    onTestFinished(() => outside.stop());
    const restate = { 'ingress-url': outside.url, 'admin-url': outside.url, 'endpoint-url': outside.url };
    const notification = { webhooks: { desk: outside.url }, templates: { hi: { subject: 'Hi', text: 'Hi' } } };
    const file = join(folder, 'outside.flow-test.yaml');
    await writeFile(
      join(folder, 'outside.sql'),
      `INSERT INTO ce_mcp_tool (tenant_id, tool_code, tool_group, intent_code, state_code, side_effect) VALUES
        ('${owner}', '${code}', 'NOTIFICATION', 'ANY', 'ANY', 'WRITE');
      INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
        ('ANY', 'ANY', 'REGEX', 'hello', 'CALL_TOOL', '{"tool_code": "desk.tell",
          "args": {"channel": "webhook", "template": "hi", "to": ["desk"], "values": {}}}');`,
    );
    await writeFile(
      file,
      `rows: [${DEMO}, outside.sql]\nconversations:\n  - name: outside\n    stubs: { tools: { desk.tell: { result: {} } } }\n` +
        '    turns:\n      - user: hello\n      - press: yes\n        executes: [{ action: desk.tell }]\n',
    );
    const { conversations } = await testFlow(
      file,
      settings({
        'convengine.auth.tenant': tenant,
        'convengine.tenants': { acme: { secrets: { 'env:CRM_KEY': 'env:NOT_SET_HERE' } } },
        'convengine.mcp.workflows.restate': { ...restate, port: await freePort() },
        'convengine.mcp.notification': { ...notification, 'webhook-secret': `file:${DEMO}` },
      }),
    );
    expect(conversations.map(({ failed }) => failed)).toEqual([undefined]);
    expect(outside.requests).toEqual([]);
  });

  it('fail where what must never be executed is, even where its turn expects it', async () => {
    const file = join(folder, 'never.flow-test.yaml');
    await writeFile(
      file,
      `rows: ${DEMO}\nconversations:\n  - name: never\n    never: [demoOrders.cancel]\n    turns:\n` +
        '      - user: cancel my order 7017\n      - user: yes\n        executes: [{ action: cancel_order }]\n',
    );
    const [conversation] = (await testFlow(file, config)).conversations;
    expect(conversation?.failed?.problems).toEqual(['never: cancel_order {"orderId":"7017"} was executed']);
  });

  it('fail by each expectation that a turn does not meet', async () => {
    const failed = await hold(
      '- user: cancel my order 7017\n  state: A\n  intent: B\n  act: C\n  values: { orderId: "1" }\n  asks: null\n  stages: [NONE]\n  error: X\n',
    );
    expect(failed?.problems.map((line) => line.split(':')[0])).toEqual([
      'error',
      'state',
      'intent',
      'act',
      'values.orderId',
      'asks',
      'stages',
    ]);
  });

  it('fail where another question is asked', async () => {
    const asks = `{ action: move, question: Move?, arguments: { orderId: "1" } }`;
    const failed = await hold(`- user: cancel my order 7017\n  asks: ${asks}\n`);
    expect(failed?.problems).toEqual([
      'asks.action: expected move, was cancel_order',
      'asks.question: expected "Move?", was "Shall I cancel order 7017? This cannot be undone."',
      'asks.arguments: expected {"orderId":"1"}, were {"orderId":"7017"}',
    ]);
  });

  it('let time pass, so that a question expires', async () => {
    const turns = '- user: cancel my order 7017\n- wait: 2h\n- user: yes\n  asks: null\n';
    expect(await hold(turns)).toBeUndefined();
  });

  it('run no handler that the file does not name, and answer in its place what the stub says', async () => {
    const stubs = 'stubs: { actions: { demoOrders.cancel: { failed: Not today. } } }';
    const turns =
      '- user: cancel my order 7017\n- user: yes\n  bot: /Not today/\n  executes: [{ action: cancel_order }]\n';
    expect(await hold(turns, stubs)).toBeUndefined();
  });

  it('have a model where a stub says what it answers, and none where not', async () => {
    const turns = '- user: I fancy something different today\n  intent: GREETING\n';
    const models = 'stubs: { models: { AgentIntentResolver: { intent: GREETING, confidence: 0.97 } } }';
    expect(await hold(turns, models)).toBeUndefined();
    expect((await hold(turns))?.problems).toEqual(['intent: expected GREETING, was UNKNOWN']);
  });

  it('tell no collector of it, whatever the environment names', async () => {
    let told = 0;
    const collector = createServer((_request, response) => {
      told += 1;
      response.end();
    });
    await once(collector.listen(0, '127.0.0.1'), 'listening');
    const { port } = collector.address() as AddressInfo;
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
    try {
      expect(await hold('- user: hello\n  intent: GREETING\n')).toBeUndefined();
    } finally {
      vi.unstubAllEnvs();
      collector.close();
    }
    expect(told).toBe(0);
  });

  it('run the handlers of a folder that the file names', async () => {
    const handlers = `handlers: ${resolve('seeds/demo/handlers')}`;
    const turns =
      '- user: cancel my order 7017\n- user: yes\n  bot: /CXL-[0-9A-F]+/\n  executes: [{ action: cancel_order }]\n';
    expect(await hold(turns, handlers)).toBeUndefined();
  });

  it('are refused where the engine cannot start, and leave the telling to whoever asked for them', async () => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const file = 'seeds/demo/demo.flow-test.yaml';
    await expect(testFlow(file, settings({ 'convengine.flow.language': 'xx' }))).rejects.toThrow(
      'there is no language "xx"',
    );
    expect(told.mock.calls).toEqual([]);
    told.mockRestore();
  });

  it('are refused with the line where a file is not as it has to be', async () => {
    await expect(hold('- user: hello\n  botte: Hi\n')).rejects.toThrow(/one\.flow-test\.yaml, line 7: /);
    await expect(hold('- wait: tomorrow\n')).rejects.toThrow('line 6');
    const turn = 'line 7: conversations.0.turns.0 Unrecognized key: "stat" (did you mean "state"?); known are "user", ';
    await expect(hold('- user: hello\n  stat: IDLE\n')).rejects.toThrow(turn);
    await expect(hold('- user: hello\n  press: yes\n')).rejects.toThrow('has one of user, press and wait');
    await expect(hold('- user: hello\n  asks: { acton: pay }\n')).rejects.toThrow('(did you mean "action"?)');
    await expect(testFlow(join(folder, 'none.yaml'), config)).rejects.toThrow('cannot be read');
    const lost = join(folder, 'lost.flow-test.yaml');
    for (const rows of ['none.sql', '.']) {
      await writeFile(lost, `# Rows\nrows: [${rows}]\nconversations: [{ name: one, turns: [{ user: hello }] }]\n`);
      await expect(testFlow(lost, config)).rejects.toThrow(
        `lost.flow-test.yaml, line 2: rows names ${rows}, which is no`,
      );
    }
  });
});

describeOnEachDatabase('scripted conversations without rows of their own', (open) => {
  let test: Awaited<ReturnType<typeof open>>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flow-tests-'));
    test = await open();
    await applySeed(test.database, await readFile(DEMO, 'utf8'), DEMO);
  });
  afterEach(() => test.database.query(`UPDATE ce_rule SET enabled = true WHERE rule_id = 1`));
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function hold() {
    const file = join(folder, 'database.flow-test.yaml');
    await writeFile(
      file,
      'conversations:\n  - name: one\n    turns:\n      - user: cancel my order 7017\n        state: CONFIRM_CANCELLATION\n' +
        '      - press: yes\n        executes: [{ action: cancel_order }]\n',
    );
    const [one] = (await testFlow(file, settings({ 'convengine.database.url': test.url }))).conversations;
    return one?.failed;
  }

  it('are held with those of the configured database, which stays as it is', async () => {
    expect(await hold()).toBeUndefined();
    const [counts] = await test.database.query('SELECT (SELECT count(*) FROM ce_conversation) AS conversations');
    expect(Number(counts?.conversations)).toBe(0);
  });

  it('fail when a row was changed there', async () => {
    await test.database.query('UPDATE ce_rule SET enabled = false WHERE rule_id = 1');
    expect((await hold())?.problems).toEqual(['state: expected CONFIRM_CANCELLATION, was COLLECT_ORDER']);
  });
});
