import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionHandler, done, failed, type Handler } from '../../../src/app/index.js';
import { verifyErasures, verifyRecords } from '../../../src/platform/audit/index.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { conversationTables } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import type { Reply } from '../../helpers/engine.js';
import { type ScriptedModel, startScriptedModel } from '../../helpers/scripted-model.js';
import { bytesOf, dump, Marks, storedOf } from './marks.js';
import { type LoggedEngine, startLogged } from './shop.js';

/** What another user orders. */
const BENS = 'zqbe4';
/** What takes its time. */
const SLOW = 'zq5109';

const ADMIN = { authorization: 'Bearer an-admin-key' };

describeOnEachDatabase('erasing a person', (open) => {
  const marks = new Marks();
  const ann = `ann@${marks.of('user id')}.example`;
  const slow = Promise.withResolvers<void>();
  const shop: ActionHandler = {
    kind: 'action',
    name: 'shop',
    methods: {
      order: async ({ arguments: { item } }) => {
        if (item === SLOW) await slow.promise;
        if (item === BENS || item === SLOW) return done({ reference: 'R-1' });
        if (item === marks.of('item that fails')) return failed(`no ${marks.of('failure of a handler')}`);
        return done({ reference: marks.of('result') });
      },
    },
  };
  const breaker: Handler = {
    kind: 'rule-task',
    name: 'breaker',
    methods: {
      break: ({ userText }) => {
        throw new Error(`cannot read ${userText} ${marks.of('error of a task')}`);
      },
    },
  };
  const mirror: Handler = {
    kind: 'response-transformer',
    intent: 'BREAK',
    state: 'ANY',
    transform: (_reply, { userText }) => {
      throw new Error(`cannot show ${userText} ${marks.of('error of a transformer')}`);
    },
  };
  const chats = { ann: randomUUID(), failing: randomUUID(), chatty: randomUUID(), ben: randomUUID() };
  let database: TestDatabase;
  let model: ScriptedModel;
  let service: LoggedEngine;
  let benBefore: string;
  beforeAll(async () => {
    database = await open();
    model = await startScriptedModel([
      { when: BENS, reply: { text: 'the model says nothing' } },
      { reply: { text: `the model says ${marks.of('answer of a model')}` } },
    ]);
    service = await startLogged(database, [shop, breaker, mirror], {
      'security.conversation-api-key': 'a-service-key',
      'security.admin-api-key': 'an-admin-key',
      'llm.provider': 'openai-compatible',
      'llm.base-url': model.url,
      'llm.model': 'm',
      'webhooks.url': 'http://127.0.0.1:9/',
      'webhooks.secret': 'a-webhook-secret',
      'webhooks.poll-seconds': 0,
      'egress.allow-private-hosts': ['127.0.0.1'],
    });
    await plant();
    await say(`I want to order ${BENS}`, chats.ben, 'ben', { idempotencyKey: 'first' });
    await say('yes please', chats.ben, 'ben');
    benBefore = await storedOf(database, chats.ben, conversationTables());
  }, 60_000);
  afterAll(async () => {
    await service.engine.close();
    await model.close();
  });

  function say(
    text: string,
    id: string,
    user: string,
    more: JsonObject & { idempotencyKey?: string } = {},
  ): Promise<Reply> {
    const { idempotencyKey, ...body } = more;
    const headers = { authorization: 'Bearer a-service-key', 'x-on-behalf-of': user };
    return service.engine.say(text, id, body, {
      ...headers,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    });
  }

  async function ask(method: string, path: string, body?: JsonObject, headers: Record<string, string> = ADMIN) {
    const init = body && { body: JSON.stringify(body) };
    const response = await fetch(`${service.engine.url}/api/v1/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...init,
    });
    const text = await response.text();
    return { status: response.status, text, body: () => JSON.parse(text) as JsonObject };
  }

  /** Words of Ann's, through every door there is. */
  async function plant(): Promise<void> {
    const of = (door: string) => marks.of(door);
    await say(`hello ${of('message that means nothing')}`, chats.ann, ann, {
      inputParams: {
        [`key_${of('name of a parameter')}`]: of('parameter'),
        nested: { deep: [of('deep parameter')] },
        files: [
          {
            name: `${of('name of an attachment')}.txt`,
            mimeType: 'text/plain',
            content: btoa(of('content of an attachment')),
          },
        ],
      },
    });
    await say(`order ${of('item')} ${of('words beside an item')} pin 483915`, chats.ann, ann, {
      idempotencyKey: of('idempotency key'),
    });
    await say(`no, order ${of('corrected item')} instead`, chats.ann, ann);
    await say('what is that?', chats.ann, ann, { inputParams: { pending_action_key: of('pending action key') } });
    await say(`order ${of('another item')}`, chats.ann, ann);
    await say(`yes please ${of('words of a yes')}`, chats.ann, ann);
    await say('yes', chats.ann, ann, { idempotencyKey: of('idempotency key of a yes') });
    await say(`order ${of('item that fails')}`, chats.failing, ann);
    await say('yes', chats.failing, ann);
    await say(`chat with me about ${of('words to a model')}`, chats.chatty, ann);
    await say(`break ${of('words of a failing turn')}`, chats.chatty, ann, {
      idempotencyKey: of('key of a failing turn'),
    });
    await say('reset', chats.chatty, ann, { inputParams: { approval: { by: of('approver in a message') } } });
    await ask(
      'POST',
      'conversation/feedback',
      {
        conversationId: chats.chatty,
        feedbackType: 'THUMBS_DOWN',
        messageId: of('id of a message'),
        assistantResponse: of('answer in a feedback'),
        metadata: { question: of('question in a feedback'), other: of('metadata') },
      },
      { authorization: 'Bearer a-service-key', 'x-on-behalf-of': ann },
    );
    const by = of('operator');
    await ask('POST', `conversations/${chats.chatty}/handover`, {
      by,
      queue: of('queue'),
      note: of('note of a handover'),
    });
    await say(`are you there ${of('words to a person')}`, chats.chatty, ann);
    await ask('POST', `conversations/${chats.chatty}/handover/replies`, { by, text: of('reply of a person') });
    await ask('POST', `conversations/${chats.chatty}/handover/end`, { by, note: of('note at the end of a handover') });
    await say(`thanks ${of('words after a handover')}`, chats.chatty, ann);
    await ask('GET', `conversations?text=${of('search of an operator')}`);
    await ask('POST', 'flow/dry-run', { conversationId: chats.ann, messages: [of('dry run')] });
    await plantRows(of);
  }

  /** What tools of other systems leave, which are not there. */
  async function plantRows(of: (door: string) => string): Promise<void> {
    const run = (sql: string, values: unknown[]) => database.database.query(sql, [chats.ann, ...values]);
    await run(
      `INSERT INTO ce_notification (conversation_id, idempotency_key, channel, template, recipients_json, status, message_id,
         error_text, created_at_ms) VALUES ($1, 'k', 'email', 't', $2, 'FAILED', $3, $4, 1)`,
      [[of('recipient')], of('id of a notification'), of('error of a notification')],
    );
    await run(
      `INSERT INTO ce_workflow_run (conversation_id, run_id, workflow, arguments_json, status, result_json, error_text,
         started_at_ms, deadline_ms) VALUES ($1, 'r', 'w', $2, 'DONE', $3, $4, 1, 1)`,
      [{ to: of('argument of a workflow') }, { result: of('result of a workflow') }, of('error of a workflow')],
    );
    await run(
      `INSERT INTO ce_workflow_step (conversation_id, run_id, step, step_no, status, result_json, error_text, started_at_ms)
       VALUES ($1, 'r', 's', 0, 'IN_DOUBT', $2, $3, 1)`,
      [{ result: of('result of a step') }, of('error of a step')],
    );
    await run(
      `INSERT INTO ce_audit_event (conversation_id, audit_id, turn_no, stage, payload_json) VALUES ($1, 0, 0, 'OLD', $2)`,
      [{ text: of('event of an earlier version') }],
    );
    await run(
      `INSERT INTO ce_llm_call_log (conversation_id, llm_call_id, step, provider, model, prompt_text, user_context,
         response_text, success, error_message, duration_ms) VALUES ($1, $1, 's', 'p', 'm', $2, $3, $4, $6, $5, 1)`,
      [of('prompt'), of('context of a prompt'), of('logged answer'), of('logged error'), false],
    );
    await run(
      `INSERT INTO ce_message_arrival (conversation_id, arrival_no, process, idempotency_key, seen_turn, arrived_at_ms)
       VALUES ($1, 90, 'p', $2, 1, 1)`,
      [of('key of a message that waited')],
    );
    await run('UPDATE ce_outbox_event SET last_error = $2 WHERE conversation_id = $1', [of('answer of a webhook')]);
    await run(
      `UPDATE ce_action_proposal SET approved_by = $2, approval_note = $3, error_text = $4
        WHERE conversation_id = $1 AND status = 'EXECUTED'`,
      [of('approver'), of('note of an approval'), of('error of an action')],
    );
  }

  it('shows what would go, and takes nothing, in a dry run', async () => {
    expect(marks.count).toBeGreaterThanOrEqual(50);
    const before = await dump(database);
    const { status, body } = await ask('DELETE', `subjects/${encodeURIComponent(ann)}?dryRun=true`);
    expect(status).toBe(200);
    expect(body()).toMatchObject({ receipt: null, erased: 3, rows: { ce_conversation: 3 }, busy: 0, inDoubt: 0 });
    expect(await dump(database)).toBe(before);
  });

  it('hands out everything that is stored of the person, without secrets, and nothing of others', async () => {
    const { status, text } = await ask('GET', `subjects/${encodeURIComponent(ann)}`);
    expect(status).toBe(200);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
    expect(lines[0]).toMatchObject({ type: 'manifest', about: { subject: ann } });
    expect(lines.at(-1)).toMatchObject({ type: 'end', rows: { ce_conversation: 3 } });
    const stored = marks.in(await dump(database));
    expect(stored.length).toBeGreaterThan(40);
    expect(marks.in(text)).toEqual(expect.arrayContaining(stored));
    expect(text).not.toContain('483915');
    expect(text).not.toContain(chats.ben);
  });

  it('leaves no word of the person in the database, in its files or in the log, and others as they were', async () => {
    expect(marks.in(await dump(database)).length).toBeGreaterThan(40);
    const { status, body } = await ask('DELETE', `subjects/${encodeURIComponent(ann)}?by=bob`);
    const erased = body();
    expect([status, erased]).toMatchObject([200, { erased: 3, busy: 0, inDoubt: 0 }]);
    expect(erased.content).toMatchObject({
      receipt: erased.receipt,
      conversations: 3,
      requestedBy: 'bob',
      keptConsents: 0,
    });
    const left = await dump(database);
    expect(marks.in(left)).toEqual([]);
    for (const id of [chats.ann, chats.failing, chats.chatty]) expect(left).not.toContain(id);
    expect(marks.in(await bytesOf(database))).toEqual([]);
    expect(marks.in(service.log())).toEqual([]);
    expect(service.log()).toContain('/api/v1/subjects/…');
    expect(await storedOf(database, chats.ben, conversationTables())).toBe(benBefore);
  });

  it('has left a receipt that holds, and a record that can be verified', async () => {
    const { body } = await ask('GET', 'erasures/1');
    expect(body()).toMatchObject({ receipt: 1, ok: true, problems: [], content: { conversations: 3 } });
    expect((await verifyRecords(database.database)).problems).toEqual([]);
    expect(await verifyErasures(database.database)).toEqual({
      receipts: 1,
      conversations: 3,
      unfinished: [],
      problems: [],
    });
    expect((await ask('GET', 'erasures/2')).status).toBe(404);
  });

  it('begins anew with whoever comes back, also under the id of before', async () => {
    const reply = await say('yes', chats.ann, ann);
    expect(reply).toMatchObject({ status: 200, body: { turn: 1, pendingActions: [] } });
    expect(
      (await ask('GET', `conversations/${chats.failing}`, undefined, { authorization: 'Bearer a-service-key' })).status,
    ).toBe(404);
  });

  it('lets an action end that is at work, and then takes it with the rest', async () => {
    const id = randomUUID();
    await say(`order ${SLOW}`, id, 'carl');
    const yes = say('yes please', id, 'carl');
    await expect
      .poll(() => service.engine.count(`SELECT count(*) FROM ce_action_proposal WHERE status = 'IN_PROGRESS'`))
      .toBe(1);
    const erasing = ask('DELETE', 'subjects/carl');
    slow.resolve();
    expect(await yes).toMatchObject({ status: 200, text: 'Ordered: R-1' });
    expect((await erasing).body()).toMatchObject({ erased: 1, busy: 0, content: { requestedBy: 'administration' } });
    expect(await dump(database)).not.toContain(id);
  });
});
