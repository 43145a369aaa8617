import { expect, it } from 'vitest';
import type { Principal, PrincipalKind } from '../../src/engine/principal/index.js';
import { ActionApprovals } from '../../src/engine/turn/index.js';
import { RecordingAction, type TestConversation, talk } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW, pendingAction } from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase, type OpenTestDatabase } from '../helpers/databases.js';

const CONFIG = {
  'consent.client-approvals': true,
  'flow.guardrail.require-approval-for-sensitive-actions': true,
  'flow.guardrail.sensitive-patterns': ['delete'],
  'flow.action-lifecycle.sweep-seconds': 0,
};
const FLOW = CANCEL_FLOW + pendingAction({ key: 'delete_order' });
const REFUSED = 'That was not approved, so nothing was done.';

async function tell({ engine }: TestConversation, path: string, body: object) {
  const response = await fetch(`${engine.url}/api/v1/actions/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const principal = (kind: PrincipalKind, id: string): Principal => ({ kind, id, door: 'administration', proof: 'key' });
const idOf = async (user: TestConversation) => String((await user.proposals()).at(-1)?.proposal_id);
const WHO = { by: 'ann', note: 'not the owner' };

async function refuse(user: TestConversation, body: object = WHO) {
  return tell(user, `${await idOf(user)}/refuse`, body);
}

describeOnEachDatabase('an action whose approval is refused', (open: OpenTestDatabase) => {
  async function waiting() {
    const task = new RecordingAction();
    const user = await talk(open, FLOW, { handlers: [task], config: CONFIG });
    await user.sayAll('cancel my order', 'yes');
    return { task, user };
  }

  it('is closed with who and why in its record, and no yes runs it', async () => {
    const { task, user } = await waiting();
    const proposalId = await idOf(user);
    const { status, body } = await refuse(user, { ...WHO, revision: 1 });
    expect([status, body]).toEqual([
      200,
      { proposalId, revision: 1, refusedBy: 'ann', refusedAt: expect.stringMatching(/Z$/) },
    ]);
    expect(await user.proposals()).toMatchObject([{ status: 'REJECTED', reason: 'NOT_APPROVED' }]);
    expect((await user.audit('PENDING_ACTION_LIFECYCLE')).at(-1)).toMatchObject({
      event: 'REJECTED',
      reason: 'NOT_APPROVED',
      by: 'ann',
      note: 'not the owner',
      principal: expect.stringContaining('OPERATOR'),
      revision: 1,
    });
    const detail = await (await fetch(`${user.engine.url}/api/v1/actions/${proposalId}`)).json();
    expect(detail).toMatchObject({
      reason: 'NOT_APPROVED',
      isAwaitingApproval: false,
      consent: null,
      approval: { required: true, decision: 'REFUSED', revision: 1, by: 'ann', note: 'not the owner', usedAt: null },
    });
    const list = await (await fetch(`${user.engine.url}/api/v1/actions/awaiting-approval`)).json();
    expect(list).toEqual([]);
    expect((await user.say('yes')).text).toBe(REFUSED);
    await user.say('yes', { approval_granted: true });
    await user.say('yes');
    expect([task.calls.length, await user.statuses()]).toEqual([0, ['REJECTED']]);
  });

  it('is told of in the next turn, whatever it says', async () => {
    for (const message of ['hm', 'no', 'hello there']) {
      const { user } = await waiting();
      await refuse(user);
      expect((await user.say(message)).text).toContain(REFUSED);
      expect(await user.statuses()).toEqual(['REJECTED']);
    }
  });

  it('can be asked for anew', async () => {
    const { task, user } = await waiting();
    await refuse(user);
    await user.sayAll('hm', 'cancel my order', 'yes');
    await tell(user, `${await idOf(user)}/approve`, { ...WHO, revision: 1 });
    await user.say('yes');
    expect([task.calls.length, (await user.statuses()).sort()]).toEqual([1, ['EXECUTED', 'REJECTED']]);
  });

  it('is neither refused twice, nor approved after it, nor refused after an approval', async () => {
    const { user } = await waiting();
    await refuse(user);
    expect((await refuse(user)).status).toBe(404);
    expect((await tell(user, `${await idOf(user)}/approve`, { ...WHO, revision: 1 })).status).toBe(404);
    const other = (await waiting()).user;
    await tell(other, `${await idOf(other)}/approve`, { ...WHO, revision: 1 });
    expect((await refuse(other)).status).toBe(404);
    expect(await other.statuses()).toEqual(['OPEN']);
  });

  it('was one that waited for an approval, in the revision that was looked at, refused by somebody', async () => {
    const user = await talk(open, FLOW, { handlers: [new RecordingAction()], config: CONFIG });
    await user.say('cancel my order');
    expect((await refuse(user)).status).toBe(404);
    await user.say('yes');
    expect((await refuse(user, { ...WHO, revision: 2 })).status).toBe(404);
    expect((await refuse(user, { ...WHO, by: ' ' })).status).toBe(400);
    expect((await refuse(user, { ...WHO, revision: 0 })).status).toBe(400);
    expect((await tell(user, 'all/refuse', WHO)).status).toBe(400);
    expect((await tell(user, '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f/refuse', WHO)).status).toBe(404);
    expect(await user.statuses()).toEqual(['OPEN']);
  });

  it('is not refused by whoever asked for it, nor by an agent', async () => {
    const { user } = await waiting();
    await user.engine.database.database.query(
      "UPDATE ce_action_proposal SET requested_by = 'USER:bob' WHERE conversation_id = $1",
      [user.id],
    );
    const approvals = user.engine.app.get(ActionApprovals);
    for (const who of [principal('USER', 'bob'), principal('AGENT', 'robot')]) {
      const refusal = approvals.refuse(await idOf(user), 1, WHO, who);
      await expect(refusal).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await user.statuses()).toEqual(['OPEN']);
    await approvals.refuse(await idOf(user), 1, WHO, principal('OPERATOR', 'ann'));
    expect(await user.statuses()).toEqual(['REJECTED']);
  });

  it('is either refused or carried out, where a yes with an approval comes at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { task, user } = await waiting();
      const yes = () => user.say('yes', { approval_granted: true });
      const [first, second] = round % 2 === 0 ? [refuse(user), yes()] : [yes(), refuse(user)];
      const answers = await Promise.all([first, second]);
      const isRefused = answers.some((answer) => 'body' in answer && answer.body.refusedBy === 'ann');
      const end = isRefused ? [0, ['REJECTED']] : [1, ['EXECUTED']];
      expect([task.calls.length, await user.statuses()]).toEqual(end);
      await user.say('yes', { approval_granted: true });
      expect(task.calls).toHaveLength(isRefused ? 0 : 1);
    }
  });

  it('leaves what was asked together with it open', async () => {
    const tasks = [new RecordingAction(), new RecordingAction('refundTask')] as const;
    const seed = FLOW + pendingAction({ key: 'delete_refund', bean: 'refundTask' });
    const user = await talk(open, seed, { handlers: [...tasks], config: CONFIG });
    await user.say('cancel my order');
    await user.engine.database.database.query(
      'UPDATE ce_action_proposal SET approval_asked_at_ms = 1 WHERE conversation_id = $1',
      [user.id],
    );
    const found = (await user.proposals()).find(({ action_key }) => action_key === 'delete_refund');
    expect((await tell(user, `${found?.proposal_id}/refuse`, WHO)).status).toBe(200);
    expect((await user.say('hm')).text).toContain(REFUSED);
    expect((await user.statuses()).sort()).toEqual(['OPEN', 'REJECTED']);
  });
});
