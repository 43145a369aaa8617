import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/app/index.js';
import { ProposalApprovals } from '../../src/engine/pending-action/index.js';
import { TurnService } from '../../src/engine/turn/index.js';
import type { WorkflowHandler } from '../../src/platform/handlers-api/index.js';
import { RecordingAction } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW, pendingAction } from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { keyFor } from './keys.js';

const JOURNEY = `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, side_effect) VALUES
  ('journey.do', 'WORKFLOW_ACTION', 'ANY', 'ANY', 'WRITE');`;

/** Has a room booked by a workflow of its own, which asks what an approver has to agree to as well. */
const journey: WorkflowHandler = {
  kind: 'workflow',
  name: 'journey',
  durable: true,
  children: ['room'],
  run: ({ child }) => child('room', 'room'),
};
const room: WorkflowHandler = {
  kind: 'workflow',
  name: 'room',
  durable: true,
  run: ({ waitForApproval }) => waitForApproval('price', { question: 'Shall I pay 240 euros?', risk: 'HIGH' }),
};

describeOnEachDatabase('an approval by somebody who has proved who they are', (open) => {
  let opened: TestDatabase;
  let engine: TestEngine;
  const task = new RecordingAction();
  const bank = new Bank();

  beforeAll(async () => {
    opened = await open();
    engine = await startEngine({
      database: opened,
      seeds: [CANCEL_FLOW + pendingAction({ key: 'delete_order' }), BANK, JOURNEY],
      handlers: [task, ...bank.handlers, journey, room],
      config: {
        'flow.guardrail.require-approval-for-sensitive-actions': true,
        'flow.guardrail.sensitive-patterns': ['delete'],
      },
    });
  });
  afterAll(async () => {
    await engine.close();
    await opened.close();
  });

  it('never counts for what they have asked for themselves, in whatever role, and is recorded under their name', async () => {
    const service = (await keyFor(opened, 'service', 'shop')).headers;
    const bob = { ...service, 'x-on-behalf-of': 'bob' };
    const id = randomUUID();
    for (const message of ['cancel my order', 'yes']) await engine.say(message, id, {}, bob);
    const [row] = await opened.database.query('SELECT * FROM ce_action_proposal WHERE conversation_id = $1', [id]);
    expect(row).toMatchObject({ status: 'OPEN', requested_by: 'USER:bob' });
    const decide = async (what: 'approve' | 'refuse', headers: Record<string, string>) => {
      const response = await fetch(`${engine.url}/api/v1/actions/${String(row?.proposal_id)}/${what}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ revision: 1, by: 'the boss' }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    for (const name of ['bob', 'Bob']) {
      const himself = (await keyFor(opened, 'approver', name)).headers;
      for (const what of ['approve', 'refuse'] as const) {
        expect(await decide(what, himself)).toMatchObject({ status: 403, body: { errorCode: 'FORBIDDEN' } });
      }
    }
    const operator = (await keyFor(opened, 'operator', 'olga')).headers;
    expect((await decide('approve', operator)).status).toBe(403);
    const ann = (await keyFor(opened, 'approver', 'ann')).headers;
    expect((await decide('approve', ann)).body).toMatchObject({ approvedBy: 'ann (says: the boss)' });
    await engine.say('yes', id, {}, bob);
    expect(task.calls).toHaveLength(1);
    const [done] = await opened.database.query('SELECT * FROM ce_action_proposal WHERE conversation_id = $1', [id]);
    expect(done).toMatchObject({ status: 'EXECUTED', confirmed_by: 'USER:bob', approved_by: 'ann (says: the boss)' });
  });

  /** Says something in a conversation that is nobody's, in somebody's proved name. */
  const sayAs = (name: string, conversationId: string, message: string, inputParams: JsonObject = {}) => {
    const principal = { kind: 'USER', id: name, door: 'library', proof: 'process' } as const;
    return engine.app.get(TurnService).handle({ conversationId, message, inputParams, principal });
  };

  /** Asks for an approval of what is open in a conversation, in the name of each. */
  const approvals = async (id: string, ...names: string[]) => {
    const [row] = await opened.database.query(
      `SELECT * FROM ce_action_proposal WHERE conversation_id = $1 AND status = 'OPEN'`,
      [id],
    );
    const statuses: number[] = [];
    for (const name of names) {
      const headers = { ...(await keyFor(opened, 'approver', name)).headers, 'content-type': 'application/json' };
      const body = JSON.stringify({ revision: 1, by: 'the boss' });
      const address = `${engine.url}/api/v1/actions/${String(row?.proposal_id)}/approve`;
      statuses.push((await fetch(address, { method: 'POST', headers, body })).status);
    }
    return { statuses, row };
  };

  it('never counts of two that have asked for the same', async () => {
    const id = randomUUID();
    const request = { tool_request: { tool_code: 'bank.pay', args: { to: 'Ann', amount: 30 } } };
    const paid = bank.paid.length;
    for (const name of ['carl', 'dora']) await sayAs(name, id, 'pay', request);
    const { statuses, row } = await approvals(id, 'carl', 'Dora', 'emma');
    expect(statuses).toEqual([403, 403, 200]);
    const { headers } = await keyFor(opened, 'operator', 'olga');
    const detail = await fetch(`${engine.url}/api/v1/actions/${String(row?.proposal_id)}`, { headers });
    expect(await detail.json()).toMatchObject({ requestedBy: { id: 'carl' }, alsoRequestedBy: [{ id: 'dora' }] });
    await sayAs('carl', id, 'yes');
    expect(bank.paid).toHaveLength(paid + 1);
  });

  it('never counts of whoever asks for the same just as they approve it', async () => {
    const id = randomUUID();
    const request = { tool_request: { tool_code: 'bank.pay', args: { to: 'Ann', amount: 31 } } };
    await sayAs('carl', id, 'pay', request);
    const stored = engine.app.get(ProposalApprovals);
    const findOpen = stored.findOpen.bind(stored);
    const found = vi.spyOn(stored, 'findOpen').mockImplementationOnce(async (proposalId) => {
      const before = await findOpen(proposalId);
      await sayAs('dora', id, 'pay', request);
      return before;
    });
    expect((await approvals(id, 'dora', 'emma')).statuses).toEqual([403, 200]);
    found.mockRestore();
  });

  it('ends where whoever has given it asks for the same', async () => {
    const id = randomUUID();
    const request = { tool_request: { tool_code: 'bank.pay', args: { to: 'Ann', amount: 32 } } };
    const approvedBy = async () => {
      const sql = 'SELECT approved_by FROM ce_action_proposal WHERE conversation_id = $1';
      return (await opened.database.query(sql, [id]))[0]?.approved_by;
    };
    await sayAs('carl', id, 'pay', request);
    expect((await approvals(id, 'dora')).statuses).toEqual([200]);
    await sayAs('emma', id, 'pay', request);
    expect(await approvedBy()).toBe('dora (says: the boss)');
    await sayAs('Dora', id, 'pay', request);
    expect(await approvedBy()).toBeNull();
    expect((await approvals(id, 'dora', 'emma', 'hal')).statuses).toEqual([403, 403, 200]);
  });

  it('never counts of whoever says yes as well, in either order', async () => {
    const calls = task.calls.length;
    const first = randomUUID();
    await sayAs('fay', first, 'cancel my order');
    await sayAs('gus', first, 'yes');
    expect((await approvals(first, 'gus')).statuses).toEqual([403]);
    const second = randomUUID();
    await sayAs('fay', second, 'cancel my order');
    expect((await approvals(second, 'gus')).statuses).toEqual([200]);
    await sayAs('gus', second, 'yes');
    await sayAs('gus', second, 'yes');
    expect(task.calls).toHaveLength(calls);
    expect((await approvals(second, 'hal')).statuses).toEqual([200]);
    await sayAs('gus', second, 'yes');
    expect(task.calls).toHaveLength(calls + 1);
  });

  it('never counts of whoever has had the workflow started whose child asks for it', async () => {
    const id = randomUUID();
    const args = { operation: 'start', workflow: 'journey' };
    await sayAs('ivy', id, 'book it', { tool_request: { tool_code: 'journey.do', args } });
    await sayAs('ivy', id, 'yes');
    const asked = async () => (await approvals(id)).row?.action_key;
    await expect.poll(asked).toBe('room.price');
    expect((await approvals(id, 'ivy', 'hal')).statuses).toEqual([403, 200]);
  });
});
