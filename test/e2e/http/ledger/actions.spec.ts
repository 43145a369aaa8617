import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/app/index.js';
import { WebhookDispatcher } from '../../../../src/platform/outbox/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../../../helpers/engine.js';
import { WebhookReceiver } from '../../../helpers/webhook-receiver.js';
import { blockCard, CARD_FLOW, cards, PIN } from './card-flow.js';
import { read, readAll } from './read.js';

describeOnEachDatabase('the actions of all conversations', (open) => {
  const clock = new MovableClock();
  const receiver = new WebhookReceiver();
  let database: TestDatabase;
  let engine: TestEngine;
  let actions: string;
  /** A conversation for each card, by what became of its action. */
  const ids = {
    done: randomUUID(),
    held: randomUUID(),
    denied: randomUUID(),
    amended: randomUUID(),
    open: randomUUID(),
  };

  beforeAll(async () => {
    await receiver.start();
    database = await open();
    const config = { 'flow.action-lifecycle.sweep-seconds': 0, 'webhooks.url': `${receiver.url}?key=hidden` };
    const webhooks = { 'webhooks.secret': 'a secret of the webhook', 'webhooks.poll-seconds': 0 };
    engine = await startEngine({
      database,
      seeds: [CARD_FLOW],
      handlers: [cards],
      clock,
      config: { ...config, ...webhooks },
    });
    actions = `${engine.url}/api/v1/actions`;
    const talks: [string, ...string[]][] = [
      [ids.done, blockCard('C101'), 'yes please'],
      [ids.held, blockCard('C999'), 'yes'],
      [ids.denied, blockCard('C102'), 'no, rather not'],
      [ids.amended, blockCard('C103'), 'no, I mean card C104', 'yes'],
      [ids.open, blockCard('C105')],
    ];
    for (const [id, ...messages] of talks) {
      clock.advance(1_000);
      for (const message of messages) await engine.say(message, id);
    }
  });
  afterAll(async () => {
    await engine.close();
    await receiver.stop();
  });

  const listed = async (query = '') => (await readAll(`${actions}${query}`)).items;
  const cardsOf = (items: readonly JsonObject[]) => items.map((item) => (item.arguments as JsonObject).card);
  async function detailOf(conversationId: string): Promise<JsonObject> {
    const [item] = await listed(`?conversationId=${conversationId}`);
    return (await read(`${actions}/${item?.actionId}`)).body;
  }

  it('are listed newest first, each once, whatever the size of a page', async () => {
    const all = await listed();
    expect(cardsOf(all)).toEqual(['C105', 'C104', 'C102', 'C999', 'C101']);
    for (const limit of [1, 2, 3]) {
      const { items, pages } = await readAll(`${actions}?limit=${limit}`);
      expect(items).toEqual(all);
      expect(pages).toBe(Math.ceil(5 / limit));
    }
    expect(all[4]).toMatchObject({
      conversationId: ids.done,
      actionKey: 'block_card',
      toolCode: null,
      status: 'EXECUTED',
      isHeld: false,
      isAwaitingApproval: false,
      revision: 1,
      riskLevel: 'MEDIUM',
      question: 'Shall I block card C101?',
      arguments: { card: 'C101', pin: '[hidden]' },
      attempts: 1,
      outcomeSummary: expect.stringMatching(/reference: B-C101.*|told: with \[hidden\]/),
    });
  });

  it('are found by what became of them, by time, conversation, key, risk and words', async () => {
    const found = async (query: string) => cardsOf(await listed(`?${query}`));
    expect(await found('status=EXECUTED')).toEqual(['C104', 'C101']);
    expect(await found('status=open,rejected')).toEqual(['C105', 'C102']);
    expect(await found('status=EXPIRED')).toEqual([]);
    expect(await found(`conversationId=${ids.denied}`)).toEqual(['C102']);
    expect(await found(`conversationId=${ids.denied}&status=OPEN`)).toEqual([]);
    expect(await found('actionKey=block_card&riskLevel=medium')).toHaveLength(5);
    expect(await found('actionKey=other')).toEqual([]);
    expect(await found('toolCode=other')).toEqual([]);
    expect(await found('riskLevel=HIGH')).toEqual([]);
    expect(await found('text=c104')).toEqual(['C104']);
    expect(await found('text=%25')).toEqual([]);
    const [newest, , third] = await listed();
    expect(await found(`since=${third?.createdAt}`)).toEqual(['C105', 'C104', 'C102']);
    expect(await found(`since=${third?.createdAt}&until=${newest?.createdAt}`)).toEqual(['C104', 'C102']);
  });

  it('are found where one waits for an approval, or is held', async () => {
    const [waiting] = await listed(`?conversationId=${ids.open}`);
    const set = (columns: string) =>
      database.database.query(`UPDATE ce_action_proposal SET ${columns} WHERE proposal_id = $1`, [waiting?.actionId]);
    await set(`approval_asked_at_ms = ${clock.now()}`);
    expect(await listed('?status=AWAITING_APPROVAL')).toMatchObject([{ isAwaitingApproval: true, status: 'OPEN' }]);
    await set('approval_asked_at_ms = NULL');
    expect(await listed('?status=AWAITING_APPROVAL')).toEqual([]);
    expect(await listed('?status=HELD')).toMatchObject([{ isHeld: true, status: 'IN_PROGRESS' }]);
    expect(cardsOf(await listed('?status=HELD,EXECUTED'))).toEqual(['C104', 'C999', 'C101']);
  });

  it('are found where they failed after a yes, and not among those their users declined', async () => {
    const failed = randomUUID();
    clock.advance(86_400_000);
    const yesterday = `since=${new Date(clock.now()).toISOString()}`;
    await engine.say(blockCard('C888'), failed);
    await engine.say('yes', failed);
    clock.advance(86_400_000);
    const today = new Date(clock.now()).toISOString();
    expect(await listed(`?status=FAILED&${yesterday}&until=${today}`)).toMatchObject([
      { status: 'REJECTED', reason: 'HANDLER_FAILED', conversationId: failed },
    ]);
    expect(cardsOf(await listed('?status=failed,executed'))).toEqual(['C888', 'C104', 'C101']);
    expect(cardsOf(await listed('?status=REJECTED'))).toEqual(['C888', 'C102']);
    expect(await listed(`?status=FAILED&conversationId=${ids.denied}`)).toEqual([]);
    expect(await listed(`?status=FAILED&since=${today}`)).toEqual([]);
    const exported = await fetch(`${actions}/export?format=json&status=FAILED`);
    expect(await exported.json()).toEqual(await listed('?status=FAILED'));
  });

  it('are found by whose yes began them: by a kind, or by one of them alone', async () => {
    const said = (by: string, conversationId: string) =>
      database.database.query('UPDATE ce_action_proposal SET confirmed_by = $1 WHERE conversation_id = $2', [
        by,
        conversationId,
      ]);
    await said('AGENT:crm_1', ids.amended);
    await said('AGENT:crmx1', ids.held);
    const found = async (confirmedBy: string) => cardsOf(await listed(`?confirmedBy=${confirmedBy}`));
    expect(await found('USER')).toEqual(['C888', 'C101']);
    expect(await found('agent')).toEqual(['C104', 'C999']);
    expect(await found('AGENT:crm_1')).toEqual(['C104']);
    expect(await found('AGENT:crm')).toEqual([]);
    expect(await found('OPERATOR')).toEqual([]);
    const [agents] = await listed('?confirmedBy=AGENT&status=EXECUTED');
    expect(agents).toMatchObject({ conversationId: ids.amended, confirmedBy: { kind: 'AGENT', id: 'crm_1' } });
    expect(await listed('?status=OPEN')).toMatchObject([{ confirmedBy: null }]);
    await said('USER', ids.amended);
    await said('USER', ids.held);
  });

  it('tell whose yes to which question began one, and what came of it', async () => {
    const detail = await detailOf(ids.done);
    const { proposalId } = { proposalId: String(detail.actionId) };
    expect(detail).toMatchObject({
      idempotencyKey: `${proposalId}.1`,
      executionPolicy: 'at-most-once',
      requestedBy: { kind: 'USER', id: null },
      consent: {
        words: 'yes please',
        decision: 'CONFIRM',
        by: { kind: 'USER', id: null },
        via: 'message',
        proof: null,
        at: expect.any(String),
      },
      approval: null,
      claims: [{ at: expect.any(String), by: null, fencingToken: expect.any(Number), expiresAt: null }],
      outcome: { status: 'EXECUTED', result: { reference: 'B-C101', told: 'with [hidden]' }, error: null },
      revisions: [{ revision: 1, question: 'Shall I block card C101?', arguments: { card: 'C101', pin: '[hidden]' } }],
      lifecycle: [
        { event: 'OPEN', turn: 1, detail: { status: 'OPEN', proposalId } },
        { event: 'IN_PROGRESS', turn: 2, detail: { consent: { words: 'yes please' } } },
        { event: 'EXECUTED', turn: 2 },
      ],
    });
  });

  it('tell the no, and why one is held, without its secrets', async () => {
    expect(await detailOf(ids.denied)).toMatchObject({
      consent: { words: 'no, rather not', decision: 'REJECT', by: { kind: 'USER', id: null }, via: null },
      outcome: { status: 'REJECTED', result: null, error: null, at: expect.any(String) },
      claims: [],
    });
    expect(await detailOf(ids.held)).toMatchObject({
      status: 'IN_PROGRESS',
      isHeld: true,
      reason: 'OUTCOME_UNKNOWN',
      outcome: { result: null, error: expect.stringContaining('the ledger refused [hidden]'), at: null },
    });
  });

  it('tell what a revision that was replaced had asked, without its secrets', async () => {
    const { revisions, argumentsHash, lifecycle } = await detailOf(ids.amended);
    const [before] = revisions as JsonObject[];
    const asked = { question: 'Shall I block card C103?', arguments: { card: 'C103', pin: '[hidden]' } };
    expect(revisions).toMatchObject([
      { revision: 1, ...asked, argumentsHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { revision: 2, question: expect.stringContaining('C104'), arguments: { card: 'C104' }, argumentsHash },
    ]);
    expect(before?.argumentsHash).not.toBe(argumentsHash);
    expect(lifecycle).toMatchObject([
      { event: 'OPEN' },
      { event: 'AMENDED', detail: { revision: 2, replaced: { revision: 1, ...asked } } },
      { event: 'IN_PROGRESS' },
      { event: 'EXECUTED' },
    ]);
  });

  it('tell what the webhook was told, without what is secret in its address', async () => {
    const delivered = { url: receiver.url, status: 'DELIVERED', attempts: 1, error: null };
    const webhooks = engine.app.get(WebhookDispatcher);
    while ((await webhooks.deliverDue()) > 0);
    const { deliveries } = await detailOf(ids.done);
    expect(deliveries).toMatchObject(['OPEN', 'IN_PROGRESS', 'EXECUTED'].map((event) => ({ event, ...delivered })));
  });

  it('tell each yes that ran nothing, by whom, in which words, and why', async () => {
    const vips = await startEngine({
      database,
      handlers: [cards],
      clock,
      config: {
        'flow.guardrail.require-approval-for-sensitive-actions': true,
        'flow.guardrail.sensitive-patterns': ['C107'],
      },
    });
    const id = randomUUID();
    await vips.say(blockCard('C107'), id);
    await vips.say(`yes, the pin is ${PIN}`, id);
    await vips.close();
    const detail = await detailOf(id);
    const yes = { turn: 2, revision: 1, by: { kind: 'USER', id: null }, reason: 'SENSITIVE_ACTION_APPROVAL_REQUIRED' };
    expect(detail).toMatchObject({ isAwaitingApproval: true, consent: null, uncounted: [yes] });
    expect(JSON.stringify(detail.uncounted)).toContain('"words":"yes, the pin is [hidden]"');
    expect((await detailOf(ids.done)).uncounted).toEqual([]);
  });

  it('tell an approval, by whom and why', async () => {
    const id = randomUUID();
    await engine.say(blockCard('C106'), id);
    const [action] = await listed(`?conversationId=${id}`);
    await fetch(`${actions}/${action?.actionId}/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ revision: 1, by: 'ann', note: 'checked' }),
    });
    const { approval } = (await read(`${actions}/${action?.actionId}`)).body;
    expect(approval).toMatchObject({ decision: 'APPROVED', revision: 1, by: 'ann', note: 'checked', usedAt: null });
  });

  it('hold no secret anywhere, and cannot be searched for one', async () => {
    const texts = [JSON.stringify(await listed())];
    for (const id of Object.values(ids)) texts.push(JSON.stringify(await detailOf(id)));
    expect(texts.filter((text) => text.includes(PIN))).toEqual([]);
    expect(await listed(`?text=${PIN}`)).toEqual([]);
    const shown = await database.database.query('SELECT proposal_id, shown_json FROM ce_action_proposal');
    await database.database.query('UPDATE ce_action_proposal SET shown_json = NULL');
    expect(await listed(`?text=${PIN}`)).toEqual([]);
    expect(cardsOf(await listed('?text=C104'))).toEqual(['C104']);
    for (const row of shown) {
      await database.database.query('UPDATE ce_action_proposal SET shown_json = $1 WHERE proposal_id = $2', [
        row.shown_json,
        row.proposal_id,
      ]);
    }
  });

  it('are exported as CSV and as JSON, with the same filters and without secrets', async () => {
    const csv = await fetch(`${actions}/export?status=EXECUTED`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="actions.csv"');
    const lines = (await csv.text()).trimEnd().split('\r\n');
    expect(lines.map((line) => /C10\d/.exec(line)?.[0])).toEqual([undefined, 'C104', 'C101']);
    const json = await fetch(`${actions}/export?format=json`);
    const text = await json.text();
    expect(JSON.parse(text)).toEqual(await listed());
    expect(text + lines.join()).not.toContain(PIN);
    for (const wrong of ['format=xml', 'cursor=x', 'format=json&cursor=x', 'status=GONE']) {
      expect((await read(`${actions}/export?${wrong}`)).status).toBe(400);
    }
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    expect((await read(`${actions}/export`, elsewhere)).status).toBe(401);
  });

  it('are not sent again to whoever has them', async () => {
    for (const url of [actions, `${actions}/${(await listed())[0]?.actionId}`]) {
      const first = await read(url);
      const etag = String(first.headers.get('etag'));
      expect(etag).toMatch(/^".{20,}"$/);
      expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
      for (const match of [etag, `"other", W/${etag}`]) {
        expect(await read(url, { 'if-none-match': match })).toMatchObject({ status: 304, body: {} });
      }
      expect((await read(url, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  it('are refused where the question is none', async () => {
    const wrong = [
      'limit=0',
      'limit=201',
      'status=GONE',
      'since=yesterday',
      'riskLevel=SOME',
      'conversationId=7',
      'confirmedBy=ann',
    ];
    const forged = [['x', randomUUID()], ['17', 'x'], { time: 1 }].map((one) => {
      return `cursor=${Buffer.from(JSON.stringify(one)).toString('base64url')}`;
    });
    for (const query of [...wrong, ...forged, 'cursor=%00']) {
      expect([query, await read(`${actions}?${query}`)]).toMatchObject([
        query,
        { status: 400, body: { errorCode: 'INVALID_REQUEST', success: false } },
      ]);
    }
    expect(await read(`${actions}/7`)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_REQUEST' } });
    expect(await read(`${actions}/${randomUUID()}`)).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } });
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    expect(await read(actions, elsewhere)).toMatchObject({ status: 401, body: { errorCode: 'UNAUTHORIZED' } });
  });
});
