import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ActionHandler, done, type JsonObject } from '../../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../../helpers/engine.js';

const KEY = 'conversation-key';
const HEADERS = { authorization: `Bearer ${KEY}` };
const PIN = '483915';

/** Blocks a card by a secret, with an action that two clocks run for. */
const FLOW = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('BLOCK', 'Block a card');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('CONTAINS', 'block', 'BLOCK', 'ASK', 1);
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('BLOCK', 'ANY',
    '{"type": "object", "required": ["card", "pin"], "properties": {
       "card": {"type": "string", "pattern": "^C[0-9]{3}$"},
       "pin": {"type": "string", "pattern": "^[0-9]{6}$", "x-sensitive": true}}}', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, description) VALUES
    ('BLOCK', 'ASK', 'block_card', 'cards', 'block', 'block the card');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('BLOCK', 'ASK', 'TEXT', 'EXACT', 'Shall I block card {{card}}?');`;

describeOnEachDatabase('a conversation that a page opens again', (open) => {
  const blocked: JsonObject[] = [];
  const cards: ActionHandler = {
    kind: 'action',
    name: 'cards',
    methods: {
      block: ({ arguments: args }) => {
        blocked.push(args);
        return done();
      },
    },
  };
  const clock = new MovableClock();
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    engine = await startEngine({
      database,
      seeds: [FLOW],
      handlers: [cards],
      clock,
      config: { 'security.conversation-api-key': KEY, 'flow.action-lifecycle.sweep-seconds': 0 },
    });
  });
  afterAll(() => engine.close());

  const say = (message: string, id: string, more: JsonObject = {}) => engine.say(message, id, more, HEADERS);
  async function get(path: string, headers: Record<string, string> = HEADERS): Promise<[number, JsonObject]> {
    const response = await fetch(`${engine.url}/api/v1/conversations/${path}`, { headers });
    return [response.status, (await response.json()) as JsonObject];
  }
  const actionsOf = async (id: string) => (await get(id))[1].pendingActions as JsonObject[];

  it('shows what the last reply was, and the question with what is left of both clocks', async () => {
    const id = randomUUID();
    const { body } = await say('block my card C123, the pin is 483915', id);
    const [asked] = body.pendingActions as JsonObject[];
    const [status, shown] = await get(id);
    const { intent, state, payload, turn } = body;
    expect(status).toBe(200);
    expect(shown).toMatchObject({ conversationId: id, intent, state, payload, turn, isAnswering: false });
    expect(JSON.parse(String(shown.context))).toEqual(JSON.parse(String(body.context)));
    const [action] = shown.pendingActions as JsonObject[];
    expect(action).toEqual({ ...asked, isAsked: true, turnsLeft: 3, secondsLeft: expect.any(Number) });
    expect(action?.secondsLeft).toBeGreaterThan(1_790);

    await say('what is the weather like?', id);
    clock.advance(60_000);
    const [later] = await actionsOf(id);
    expect(later).toMatchObject({ actionId: asked?.actionId, turnsLeft: 2 });
    expect(later?.secondsLeft).toBeLessThan(1_741);
  });

  it('gives what a button needs: the address of the question', async () => {
    const id = randomUUID();
    await say('block my card C124, the pin is 483915', id);
    const [action] = await actionsOf(id);
    const { actionId = null, revision = null } = action ?? {};
    await say('', id, { decision: 'CONFIRM', inReplyTo: { actionId, revision } });
    expect(blocked.at(-1)).toEqual({ card: 'C124', pin: PIN });
    expect(await actionsOf(id)).toEqual([]);
  });

  it('does not show an action whose minutes or turns have run out, though nobody has closed it yet', async () => {
    const [byTime, byTurns] = [randomUUID(), randomUUID()];
    await say('block my card C125, the pin is 483915', byTime);
    clock.advance(31 * 60_000);
    expect(await actionsOf(byTime)).toEqual([]);
    await say('block my card C126, the pin is 483915', byTurns);
    await database.database.query('UPDATE ce_conversation SET turn_no = turn_no + 3 WHERE conversation_id = $1', [
      byTurns,
    ]);
    expect(await actionsOf(byTurns)).toEqual([]);
  });

  it('tells what was said, newest first and page by page, each turn once', async () => {
    const id = randomUUID();
    for (const message of ['one', 'two', 'three', 'four', 'five']) await say(message, id);
    const pages: JsonObject[] = [];
    for (let before: unknown = ''; before !== null && pages.length < 9; before = pages.at(-1)?.nextBefore) {
      pages.push((await get(`${id}/history?limit=2${before && `&before=${before}`}`))[1]);
    }
    const turns = pages.map((page) => (page.turns as JsonObject[]).map(({ turn, message }) => `${turn} ${message}`));
    expect(turns).toEqual([['5 five', '4 four'], ['3 three', '2 two'], ['1 one']]);
    const [, newest] = await get(`${id}/history?limit=1`);
    const { payload } = (await get(id))[1];
    expect(newest).toMatchObject({ turns: [{ payload, at: expect.any(String) }], nextBefore: 5 });
  });

  it('holds no secret, neither in what was said nor in what is known', async () => {
    const id = randomUUID();
    await say('block my card C127, the pin is 483915', id);
    await say('what happens then?', id);
    const bare = randomUUID();
    for (const message of ['block my card C128', PIN, 'what happens then?']) await say(message, bare);
    const paths = [id, bare, `${id}/history`, `${bare}/history`];
    const texts = JSON.stringify(await Promise.all(paths.map((path) => get(path))));
    expect([texts.includes('C127'), texts.includes('C128'), texts.includes(PIN)]).toEqual([true, true, false]);
  });

  it('is known before its first reply, while that is made', async () => {
    const id = randomUUID();
    await database.database.query(
      'INSERT INTO ce_conversation (conversation_id, lease_owner, lease_expires_at) VALUES ($1, $2, $3)',
      [id, 'another process', clock.now() + 10_000],
    );
    expect((await get(id))[1]).toMatchObject({ turn: 0, payload: null, isAnswering: true, pendingActions: [] });
    expect((await get(`${id}/history`))[1]).toEqual({ conversationId: id, turns: [], nextBefore: null });
  });

  it('is no conversation of a tool call, and none that nobody has begun', async () => {
    const tool = randomUUID();
    await database.database.query(`INSERT INTO ce_conversation (conversation_id, kind) VALUES ($1, 'TOOL')`, [tool]);
    for (const path of [tool, `${tool}/history`, randomUUID(), `${randomUUID()}/history`]) {
      expect(await get(path)).toMatchObject([404, { errorCode: 'NOT_FOUND' }]);
    }
  });

  it('is shown to those with the key, and asked for by an id and a page that can be', async () => {
    const id = randomUUID();
    await say('hello', id);
    for (const path of [id, `${id}/history`]) expect((await get(path, {}))[0]).toBe(401);
    for (const path of ['7', `${id}/history?limit=0`, `${id}/history?limit=501`, `${id}/history?before=x`]) {
      expect(await get(path)).toMatchObject([400, { errorCode: 'INVALID_REQUEST' }]);
    }
  });
});
