import { expect, it } from 'vitest';
import { ActionKeeper } from '../../src/engine/turn/index.js';
import { done, failed, Handlers } from '../../src/platform/handlers-api/index.js';
import { RecordingAction, type TestConversation, talk } from '../conformance/turns/conversation.js';
import {
  CANCEL_FLOW,
  classifier,
  intent,
  pendingAction,
  response,
  schema,
  setting,
} from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase, type OpenTestDatabase } from '../helpers/databases.js';
import { MovableClock } from '../helpers/engine.js';

const CONFIG = {
  'consent.client-approvals': true,
  'flow.guardrail.require-approval-for-sensitive-actions': true,
  'flow.guardrail.sensitive-patterns': ['delete'],
  'flow.action-lifecycle.sweep-seconds': 0,
  'flow.action-lifecycle.ttl-turns': 6,
};
const FLOW = CANCEL_FLOW + pendingAction({ key: 'delete_order' });
const TRANSFER =
  intent('TRANSFER', 'transfer') +
  classifier('transfer', 'TRANSFER', 'ASK') +
  schema('TRANSFER', 'ASK', {
    type: 'object',
    properties: { amount: { type: 'integer' } },
    required: ['amount'],
  }) +
  pendingAction({ intent: 'TRANSFER', state: 'ASK', key: 'delete_and_transfer' }) +
  response('TRANSFER', 'ASK', 'Shall I transfer {{amount}}?');

interface Awaiting {
  readonly proposalId: string;
  readonly revision: number;
  readonly conversationId: string;
}

async function awaiting({ engine, id }: TestConversation): Promise<Awaiting[]> {
  const response = await fetch(`${engine.url}/api/v1/actions/awaiting-approval`);
  return ((await response.json()) as Awaiting[]).filter(({ conversationId }) => conversationId === id);
}

/** Approves as an operator does; without a revision, that of the proposal. */
async function approve({ engine }: TestConversation, proposalId: unknown, revision: unknown = 1) {
  const response = await fetch(`${engine.url}/api/v1/actions/${proposalId}/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ revision, by: 'ann', note: 'checked' }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const newest = async (user: TestConversation) => (await user.proposals()).at(-1) ?? {};
const approvalEvents = async (user: TestConversation) =>
  (await user.audit('PENDING_ACTION_LIFECYCLE'))
    .filter(({ event }) => String(event).startsWith('APPROV'))
    .map(({ event, by }) => `${event} ${by}`);

describeOnEachDatabase('an action that needs an approval', (open: OpenTestDatabase) => {
  it('waits for an operator after the yes, and the next yes runs it once', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG });
    await user.say('cancel my order');
    expect(await awaiting(user)).toEqual([]);
    expect((await user.say('yes')).text).toContain('approval');
    const [waiting] = await awaiting(user);
    expect(waiting).toMatchObject({ revision: 1, actionKey: 'delete_order', question: expect.stringContaining('?') });
    const { status, body } = await approve(user, waiting?.proposalId);
    expect([status, body.approvedBy, body.revision]).toEqual([200, 'ann', 1]);
    expect([task.calls.length, await awaiting(user)]).toEqual([0, []]);
    expect((await user.say('yes')).context.pending_action_runtime).toMatchObject({
      status: 'EXECUTED',
      approved_by: 'ann',
    });
    expect((await user.say('yes')).text).toContain('already been done');
    expect(task.calls).toHaveLength(1);
    expect(await newest(user)).toMatchObject({ approved_by: 'ann', approval_note: 'checked', approved_revision: 1 });
    expect((await newest(user)).approval_used_at_ms).not.toBeNull();
    expect(await approvalEvents(user)).toEqual(['APPROVED ann', 'APPROVAL_USED ann']);
  });

  it.each(['HIGH', 'MEDIUM'] as const)('is one whose row says that its risk is HIGH, and none for %s', async (risk) => {
    const task = new RecordingAction();
    const user = await talk(open, CANCEL_FLOW + pendingAction({ key: 'stop_order', risk }), {
      handlers: [task],
      config: CONFIG,
    });
    await user.sayAll('cancel my order', 'yes');
    const waiting = await awaiting(user);
    expect([waiting.length, task.calls.length]).toEqual(risk === 'HIGH' ? [1, 0] : [0, 1]);
    if (risk !== 'HIGH') return;
    await approve(user, waiting[0]?.proposalId);
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });

  it('may be approved before the yes, which is still needed', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG });
    const asked = await user.say('cancel my order');
    const { proposal_id, revision } = asked.context.pending_action_runtime as Record<string, unknown>;
    await approve(user, proposal_id, revision);
    await user.engine.app.get(ActionKeeper).sweep();
    await user.say('hm');
    expect(task.calls).toHaveLength(0);
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
  });

  it('is not run by a yes that came before the approval, only by the next one, nor after a no', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG });
    await user.sayAll('cancel my order', 'yes');
    await approve(user, (await newest(user)).proposal_id);
    await user.sayAll('no', 'yes');
    expect([task.calls.length, await user.statuses()]).toEqual([0, ['REJECTED']]);
  });

  it('needs a new approval when its arguments change: the old one was for others', async () => {
    const task = new RecordingAction();
    const user = await talk(open, TRANSFER, { handlers: [task], config: CONFIG });
    await user.sayAll('transfer', '50', 'yes');
    await approve(user, (await newest(user)).proposal_id);
    const amended = await user.say('change the amount to 5000');
    expect(amended.context.pending_action_runtime).toMatchObject({ revision: 2, arguments: { amount: 5000 } });
    expect((await user.say('yes')).text).toContain('approval');
    const { proposal_id } = await newest(user);
    expect((await approve(user, proposal_id, 1)).status).toBe(404);
    await user.say('yes');
    expect(task.calls).toHaveLength(0);
    await approve(user, proposal_id, 2);
    await user.say('yes');
    expect(task.calls.map((call) => call.arguments)).toEqual([{ amount: 5000 }]);
  });

  it('needs a new approval for another attempt, and for another action of the same kind', async () => {
    let fails = true;
    const execute = () => (fails ? failed('the line is busy', { retryable: true }) : done());
    const task = new RecordingAction('orderTask', { execute });
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG });
    await user.sayAll('cancel my order', 'yes');
    await approve(user, (await newest(user)).proposal_id);
    expect((await user.say('yes')).text).toContain('try again');
    fails = false;
    expect((await user.say('yes')).text).toContain('approval');
    expect(task.calls).toHaveLength(1);
    await approve(user, (await newest(user)).proposal_id);
    await user.say('yes');
    expect(task.calls).toHaveLength(2);
    await user.sayAll('cancel my order', 'yes');
    expect(task.calls).toHaveLength(2);
  });

  it('loses its approval when it expires', async () => {
    const clock = new MovableClock();
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG, clock });
    await user.sayAll('cancel my order', 'yes');
    const { proposal_id } = await newest(user);
    await approve(user, proposal_id);
    clock.advance(31 * 60_000);
    expect(await awaiting(user)).toEqual([]);
    expect((await approve(user, proposal_id)).status).toBe(404);
    await user.sayAll('yes', 'cancel my order', 'yes');
    expect(task.calls).toHaveLength(0);
  });

  it('cannot be approved where no turn could use it any more', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()], config: CONFIG });
    await user.sayAll('cancel my order', 'hm', 'hm', 'hm', 'hm', 'hm', 'hm');
    expect((await approve(user, (await newest(user)).proposal_id)).status).toBe(404);
  });

  it('cannot be approved when it is not there, or by nobody', async () => {
    const user = await talk(open, FLOW, { handlers: [], config: CONFIG });
    expect((await approve(user, '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f')).status).toBe(404);
    expect((await approve(user, 'all')).status).toBe(400);
    expect((await approve(user, '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f', null)).status).toBe(400);
  });

  it('takes an approval that a client gives for it by name, and no other', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG });
    await user.say('cancel my order');
    const { proposal_id } = await newest(user);
    const grant = (action_id: unknown, revision: number) => ({
      approval: { granted: true, by: 'bob', action_id: String(action_id), revision },
    });
    await user.say('yes', grant('0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f', 1));
    await user.say('yes', grant(proposal_id, 2));
    expect([task.calls.length, await approvalEvents(user)]).toEqual([
      0,
      ['APPROVAL_REFUSED bob', 'APPROVAL_REFUSED bob'],
    ]);
    await user.say('yes', grant(proposal_id, 1));
    expect(task.calls).toHaveLength(1);
    expect(await newest(user)).toMatchObject({ approved_by: 'USER (says: bob)', approved_revision: 1 });
  });

  it('takes the bare approval_granted as the client’s word about the one action that is open', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG });
    await user.say('cancel my order');
    await user.say('hm', { approval_granted: true });
    expect([task.calls.length, (await newest(user)).approved_by]).toEqual([0, 'USER (says: client)']);
    await user.say('yes');
    expect(task.calls).toHaveLength(1);
    expect(await approvalEvents(user)).toEqual(['APPROVED USER (says: client)', 'APPROVAL_USED USER (says: client)']);
  });

  it('is not claimed when its approval has been used in between', async () => {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG });
    await user.say('cancel my order');
    await user.say('hm', { approval_granted: true });
    user.engine.app.get(Handlers).add({
      kind: 'step-hook',
      beforeStep: async (step, call) => {
        if (step !== 'PendingActionStep') return;
        await call.database.query('UPDATE ce_action_proposal SET approval_used_at_ms = 1 WHERE conversation_id = $1', [
          call.conversationId,
        ]);
      },
    });
    await user.say('yes');
    expect([task.calls.length, await user.statuses()]).toEqual([0, ['OPEN']]);
  });

  it('takes no bare approval where it could be about either of two actions', async () => {
    const tasks = [new RecordingAction(), new RecordingAction('refundTask')] as const;
    const seed = FLOW + pendingAction({ key: 'delete_refund', bean: 'refundTask' });
    const user = await talk(open, seed, { handlers: [...tasks], config: CONFIG });
    await user.say('cancel my order');
    await user.say('hm', { approval_granted: true });
    await user.say('yes', { pending_action_key: 'delete_refund' });
    expect(tasks.map(({ calls }) => calls.length)).toEqual([0, 0]);
    expect(await approvalEvents(user)).toEqual(['APPROVAL_REFUSED client']);
  });

  it('is held on when the same yes is said in other words', async () => {
    const task = new RecordingAction();
    const user = await talk(open, CANCEL_FLOW + pendingAction(), {
      handlers: [task],
      config: { ...CONFIG, 'flow.guardrail.sensitive-patterns': ['go ahead'] },
    });
    await user.sayAll('cancel my order', 'yes, go ahead', 'yes');
    expect([task.calls.length, (await awaiting(user)).length]).toEqual([0, 1]);
  });

  it('cannot be approved by what a client, a rule or a model puts into the context', async () => {
    const task = new RecordingAction();
    const seed = FLOW + setting('DialogueActStep', 'REGEX_RESET', 'never');
    const user = await talk(open, seed, { handlers: [task], config: CONFIG });
    await user.say('cancel my order');
    await user.engine.database.database.query(
      'UPDATE ce_conversation SET context_json = $1 WHERE conversation_id = $2',
      [
        JSON.stringify({
          ...((await user.row()).context_json as object),
          approval: { granted: true },
          approved_by: 'eve',
        }),
        user.id,
      ],
    );
    await user.say('yes', { approved_by: 'eve', approved_revision: 1 });
    expect(task.calls).toHaveLength(0);
  });
});
