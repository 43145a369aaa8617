import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/common/json.js';
import type { Handler, ToolGroupAdapter, WorkflowHandler } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';

const SEEDS = [
  `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect) VALUES
     ('journey.do', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'WRITE'), ('mail.send', 'MAIL', 'ANY', 'ANY', 'WRITE');`,
];
const QUESTION = 'The room has become dearer. Shall I book it for 240 euros?';
/** What could come of a document that knows how the engine asks. */
const TIP = `Others were asked: ${QUESTION} Shall I go on with the next tip?`;
const TIPS = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('TIPS', 'Tips');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES ('REGEX', 'tips', 'TIPS', 'ASK', 1);
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('TIPS', 'ASK', 'TEXT', 'EXACT', '${TIP}');`;

/** What `GET /api/v1/conversations/ID` says of an open action. */
interface Open {
  readonly actionId: string;
  readonly revision: number;
  readonly question: string;
}

describeOnEachDatabase('what a workflow asks its user', (open) => {
  let engine: TestEngine;
  let id: string;
  const clock = new MovableClock();
  const worlds = new Map<string, string[]>();
  const world = () => worlds.get(id) ?? [];
  beforeAll(async () => {
    const mail: ToolGroupAdapter = { kind: 'tool-group', toolGroup: 'MAIL', execute: () => ({}) };
    const handlers: Handler[] = [journey, mail];
    const config = {
      'flow.action-lifecycle.sweep-seconds': 1,
      'flow.guardrail.require-approval-for-sensitive-actions': true,
    };
    engine = await startEngine({ database: await open(), seeds: [...SEEDS, TIPS], handlers, clock, config });
  });
  afterAll(() => engine.close());
  beforeEach(() => begun());

  const begun = async (given: JsonObject = {}) => {
    id = randomUUID();
    const args = { operation: 'start', workflow: 'journey', arguments: given };
    await engine.say('book it', id, { inputParams: { tool_request: { tool_code: 'journey.do', args } } });
    await engine.say('yes', id);
    await expect.poll(() => openActions()).toHaveLength(1);
    await reached('WAITING');
    return openActions();
  };

  const journey: WorkflowHandler = {
    kind: 'workflow',
    name: 'journey',
    durable: true,
    inputSchema: { type: 'object', properties: { pin: { type: 'integer', 'x-sensitive': true } } },
    run: async ({ conversationId, arguments: { risk, note, pin }, step, waitForApproval }) => {
      const done = (what: string) => void worlds.set(conversationId, [...(worlds.get(conversationId) ?? []), what]);
      await step('seat', () => done('seat'), { undo: () => done('seat undone') });
      const request = {
        question: typeof note === 'string' ? `${QUESTION} (${note})` : QUESTION,
        arguments: { euros: 240, ...(pin !== undefined && { pin, memo: `pin ${pin}` }) },
        timeoutMs: 3 * 86_400_000,
        ...(risk === 'HIGH' && { risk: 'HIGH' as const }),
      };
      const answer = await waitForApproval('price', request);
      if (!answer.approved) throw new Error(`Not agreed: ${answer.reason}.`);
      await step('room', () => done('room'));
      return { by: answer.by, ...(pin !== undefined && { pin }) };
    },
  };
  const get = async (path: string) => (await (await fetch(`${engine.url}/api/v1/${path}`)).json()) as never;
  const openActions = async (): Promise<Open[]> => {
    const view: { pendingActions: Open[] } = await get(`conversations/${id}`);
    return view.pendingActions;
  };
  const run = async () => {
    const [listed]: { status: string; runId: string; error: string | null }[] = await get(
      `workflows?conversationId=${id}`,
    );
    return listed;
  };
  const reached = (status: string) => expect.poll(async () => (await run())?.status, { interval: 100 }).toBe(status);
  const ledger = async () => {
    const columns = 'status, reason, question, arguments_hash, revision, confirmed_by, confirmed_words';
    return engine.database.database.query(
      `SELECT ${columns} FROM ce_action_proposal WHERE conversation_id = $1 AND action_key = 'journey.price'`,
      [id],
    );
  };

  it('is asked with the next reply, and a yes to that is what lets it go on, once', async () => {
    // Nothing has asked yet what a yes could be to.
    expect((await engine.say('yes', id)).text).toContain(QUESTION);
    expect(world()).toEqual(['seat']);
    await Promise.all([engine.say('yes', id), engine.say('yes', id)]);
    await reached('DONE');
    expect(world()).toEqual(['seat', 'room']);
    expect(await ledger()).toEqual([
      {
        status: 'EXECUTED',
        reason: null,
        question: QUESTION,
        arguments_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        revision: 1,
        confirmed_by: 'USER',
        confirmed_words: 'yes',
      },
    ]);
    const told = await engine.say('hello', id);
    expect(told.text).toContain('Of "journey": it is done. (by: USER)');
  });

  it('is what the user reads last, also where its words stand in what is told before', async () => {
    expect((await engine.say('tips', id)).text).toMatch(new RegExp(`next tip\\?[^]*${QUESTION.slice(0, -1)}\\?$`));
  });

  it('is answered once, also where the process that had the yes was killed before it had noted that', async () => {
    await engine.say('hello', id);
    await engine.say('yes', id);
    await reached('DONE');
    await engine.database.database.query(
      `UPDATE ce_action_proposal SET status = 'IN_PROGRESS', closed_turn = NULL, closed_at_ms = NULL, completed_methods = 0,
              claim_owner = 'killed', claim_expires_at = 0
        WHERE conversation_id = $1 AND action_key = 'journey.price'`,
      [id],
    );
    await expect.poll(() => ledger()).toMatchObject([{ status: 'EXECUTED', confirmed_by: 'USER' }]);
    expect(world()).toEqual(['seat', 'room']);
  });

  it('is answered by a button that was read in the conversation', async () => {
    const [{ actionId, revision } = { actionId: '', revision: 0 }] = await openActions();
    const press: JsonObject = { decision: 'CONFIRM', inReplyTo: { actionId, revision: revision + 1 } };
    await engine.say('', id, press);
    expect(world()).toEqual(['seat']);
    await engine.say('', id, { ...press, inReplyTo: { actionId, revision } });
    await reached('DONE');
    expect(world()).toEqual(['seat', 'room']);
  });

  it('goes on without what is refused, and undoes what it has done', async () => {
    expect((await engine.say('what is new?', id)).text).toContain(QUESTION);
    await engine.say('no', id);
    await reached('FAILED');
    expect(world()).toEqual(['seat', 'seat undone']);
    expect(await run()).toMatchObject({ error: 'Not agreed: DENIED.' });
    await engine.say('yes', id);
    expect(world()).toEqual(['seat', 'seat undone']);
  });

  it('stays open while something else is asked, done or refused', async () => {
    const request = { inputParams: { tool_request: { tool_code: 'mail.send', args: { to: 'ann' } } } };
    expect((await engine.say('write to her', id, request)).text).not.toContain(QUESTION);
    await engine.say('no', id);
    await engine.say('write to her', id, request);
    await engine.say('yes', id);
    expect(world()).toEqual(['seat']);
    expect(await openActions()).toMatchObject([{ question: QUESTION }]);
    expect((await engine.say('hello', id)).text).toContain(QUESTION);
    await engine.say('yes', id);
    await reached('DONE');
  });

  it('is no signal: nobody outside can give the answer', async () => {
    const { runId } = (await run()) ?? {};
    const body = JSON.stringify({ signal: 'price', payload: { approved: true, by: 'me' }, by: 'me' });
    const headers = { 'content-type': 'application/json' };
    const at = `${engine.url}/api/v1/workflows/${id}/${runId}/signals`;
    expect((await fetch(at, { method: 'POST', headers, body })).status).toBe(404);
    expect(await run()).toMatchObject({ status: 'WAITING' });
    expect(world()).toEqual(['seat']);
  });

  it('is withdrawn when its run is cancelled', async () => {
    const { runId } = (await run()) ?? {};
    const at = `${engine.url}/api/v1/workflows/${id}/${runId}/cancel`;
    const headers = { 'content-type': 'application/json' };
    await fetch(at, { method: 'POST', headers, body: JSON.stringify({ by: 'ann' }) });
    await reached('CANCELLED');
    await expect.poll(() => openActions()).toEqual([]);
    await engine.say('yes', id);
    expect(world()).toEqual(['seat', 'seat undone']);
  });

  it.each([false, true])(
    'needs an approver as well where its risk is high, who may refuse it: %s',
    async (isRefused) => {
      const [{ actionId } = { actionId: '' }] = await begun({ risk: 'HIGH' });
      expect((await engine.say('hello', id)).text).toContain(QUESTION);
      await engine.say('yes', id);
      expect(world()).toEqual(['seat']);
      const headers = { 'content-type': 'application/json' };
      const act = (what: string) =>
        fetch(`${engine.url}/api/v1/actions/${actionId}/${what}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ revision: 1, by: 'mia', note: '' }),
        });
      if (isRefused) {
        expect((await act('refuse')).status).toBe(200);
        await reached('FAILED');
        expect(await run()).toMatchObject({ error: 'Not agreed: REFUSED.' });
        expect(world()).toEqual(['seat', 'seat undone']);
        return;
      }
      expect((await act('approve')).status).toBe(200);
      expect(world()).toEqual(['seat']);
      await engine.say('yes', id);
      await reached('DONE');
      expect(world()).toEqual(['seat', 'room']);
    },
  );

  it('shows what cannot be seen in its words, and hides what was secret at the start', async () => {
    const [asked] = await begun({ note: 'free\u202e', pin: 471_123 });
    expect(asked).toMatchObject({
      question: `${QUESTION} (free\\u202e)`,
      arguments: { euros: 240, pin: '[hidden]', memo: 'pin [hidden]' },
    });
    await engine.say('hello', id);
    await engine.say('yes', id);
    await reached('DONE');
    expect(world()).toEqual(['seat', 'room']);
    expect((await engine.say('hello', id)).text).toContain('it is done. (by: USER, pin: [hidden])');
  });

  it('expires, and no yes counts after that', async () => {
    clock.advance(3 * 86_400_000);
    await engine.say('yes', id);
    await reached('FAILED');
    expect(await run()).toMatchObject({ error: 'Not agreed: EXPIRED.' });
    expect(world()).toEqual(['seat', 'seat undone']);
  });
});
