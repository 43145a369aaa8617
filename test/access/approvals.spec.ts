import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RecordingAction } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW, pendingAction } from '../conformance/turns/flow-rows.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { keyFor } from './keys.js';

describeOnEachDatabase('an approval by somebody who has proved who they are', (open) => {
  let opened: TestDatabase;
  let engine: TestEngine;
  const task = new RecordingAction();

  beforeAll(async () => {
    opened = await open();
    engine = await startEngine({
      database: opened,
      seeds: [CANCEL_FLOW + pendingAction({ key: 'delete_order' })],
      handlers: [task],
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
});
