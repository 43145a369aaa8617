// What the hand-written service does in a turn, apart from its SQL: the same replies, and the same amount of data kept,
// as in the recorded conversation of the engine.
import { readFileSync } from 'node:fs';

/**
 * @param store the SQL: `read(conversationId)`, `claim(action)`, `settle(action, result)` and `write(turn)`
 * @param sampleFile a conversation of the engine, see `record-sample.mjs`
 * @returns `handle(conversationId, message)`, which gives the reply as JSON text
 */
export function floorTurns(store, sampleFile) {
  const [proposing, executing] = JSON.parse(readFileSync(sampleFile, 'utf8'));
  proposing.eventCount = proposing.lastAuditId;
  executing.eventCount = executing.lastAuditId - proposing.lastAuditId;
  return async (conversationId, message) => {
    const { conversation, action, history } = await store.read(conversationId);
    const isYes = message.trim().toLowerCase() === 'yes' && action !== undefined && history.length > 0;
    const sample = isYes ? executing : proposing;
    if (isYes) await execute(store, action);
    const context = JSON.stringify(sample.context);
    await store.write({
      conversationId,
      turnNo: (conversation?.turnNo ?? 0) + 1,
      lastAuditId: (conversation?.lastAuditId ?? 0) + sample.eventCount,
      intent: sample.intent,
      state: sample.state,
      context,
      userText: message,
      assistant: JSON.stringify(sample.assistant),
      events: JSON.stringify(sample.events),
      action: isYes ? undefined : { ...proposing.action, arguments: JSON.stringify(proposing.action.arguments) },
    });
    return JSON.stringify({ ...sample.reply, conversationId, context });
  };
}

/** One compare-and-set to claim, the work, which is nothing, and the outcome: each stored before the next begins. */
async function execute(store, action) {
  if (!(await store.claim(action))) throw new Error('The action was claimed by somebody else.');
  await store.settle(action, JSON.stringify({ cancelled: true }));
}
