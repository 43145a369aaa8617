// A model that the attacker owns, with the keys of its host and no user: it opens a write through a door, and then tries
// whatever could pass for a yes.
import { randomUUID } from 'node:crypto';
import { ATTEMPTS, pressesYesByItself } from './attempts.mjs';
import { requestOf } from './doors.mjs';
import { connect, connectWithViews, say } from './http.mjs';
import { callMcp, callRest, MESSAGE, openedBy } from './model-calls.mjs';
import { KEYS } from './service.mjs';

/**
 * Opens each write through each door, and attacks it.
 * @returns one row for each door: `{ door, writes, opened, run, attempts }`
 */
export async function attack(service, writes, progress) {
  const model = {
    service,
    session: await connect(service),
    other: await connect(service, undefined, '2026-07-28'),
    views: await connectWithViews(service, KEYS.agent),
    attempts: 0,
  };
  const rows = [];
  for (const [door, open] of Object.entries(DOORS)) {
    model.attempts = 0;
    const row = { door, writes: writes.length, opened: 0, run: 0 };
    for (const write of writes) {
      const opened = await open(model, write);
      if (opened.actionId) row.opened += 1;
      for (const attempt of ATTEMPTS) await attempt(model, write, opened);
      if (service.takeEffects().length > 0) row.run += 1;
    }
    rows.push({ ...row, attempts: model.attempts });
    progress(`${door}, owned model`);
  }
  await model.session.close();
  await model.other.close();
  await model.views.close();
  return rows;
}

/** The same with nothing but the link that the model was given, which it opens itself, as one can that may post to web addresses. */
export async function pressOwnLinks(service, writes) {
  const model = { service, session: await connect(service), attempts: 0 };
  const row = { door: 'its own link to the consent page', writes: writes.length, opened: 0, run: 0 };
  for (const write of writes) {
    const opened = await DOORS['MCP tools/call'](model, write);
    if (opened.link) row.opened += 1;
    await pressesYesByItself(model, write, opened);
    if (service.takeEffects().length > 0) row.run += 1;
  }
  await model.session.close();
  return { ...row, attempts: model.attempts };
}

/** How a write is proposed: `{ actionId, conversationId, link }`, as far as the model is told. */
const DOORS = {
  'MCP tools/call': async (model, write) => openedBy(model, await callMcp(model, write.tool, write.args)),
  'REST tools': async (model, write) => openedBy(model, (await callRest(model, write, randomUUID())).body),
  'MCP convengine_message': async (model, write) => {
    const input_params = { tool_request: requestOf(write) };
    return openedBy(model, await callMcp(model, MESSAGE, { message: 'Do the task.', input_params }));
  },
  // The backend passes on what the model wants beside the message of a user, who then leaves.
  'HTTP message': async ({ service }, write) => {
    const conversationId = randomUUID();
    const inputParams = { tool_request: requestOf(write) };
    const { body } = await say(service, { conversationId, message: 'Do the task.', inputParams });
    const [asked] = body.pendingActions ?? [];
    return { actionId: asked?.actionId, revision: asked?.revision, conversationId };
  },
};
