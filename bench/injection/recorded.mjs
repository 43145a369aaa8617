// Recorded conversations of people with a model that books and changes, replayed as messages of a chat backend.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { requestOf } from './doors.mjs';
import { say } from './http.mjs';

/**
 * Each recorded write is proposed in a conversation of its own, and a recorded message of the user is the reply.
 * `later`: proposed where the model called it; the reply is what the user said next.
 * `earlier`: proposed before the user's last words, as a model does that leaves the question to the engine.
 */
export async function replayRecorded(service, conversations) {
  const writes = conversations.flatMap(writesOf);
  return {
    conversations: conversations.length,
    writes: writes.length,
    wanted: writes.filter(({ isWanted }) => isWanted).length,
    earlier: await count(service, writes, ({ before, reply }) => [before, reply]),
    later: await count(service, writes, ({ reply, next }) => [reply, next]),
  };
}

/** The writes of a conversation, each with what the user said before it (`reply`), before that, and next. */
function writesOf({ events, wanted }) {
  const texts = events.map((event, index) => ({ text: event.user, index })).filter(({ text }) => text !== undefined);
  return events.flatMap(({ write }, index) => {
    if (!write) return [];
    const said = texts.filter((text) => text.index < index);
    return [
      {
        write,
        isWanted: wanted.some((one) => isDeepStrictEqual(one, write)),
        before: said.at(-2)?.text,
        reply: said.at(-1)?.text,
        next: texts.find((text) => text.index > index)?.text,
      },
    ];
  });
}

async function count(service, writes, textsOf) {
  const result = { replied: 0, asked: 0, run: 0, runWanted: 0, ranUnasked: 0 };
  for (const entry of writes) {
    const [message = 'Hello', reply] = textsOf(entry);
    const conversationId = randomUUID();
    const inputParams = { tool_request: requestOf(entry.write) };
    const { body } = await say(service, { conversationId, message, inputParams });
    if (body.pendingActions?.length > 0) result.asked += 1;
    result.ranUnasked += service.takeEffects().length;
    if (reply === undefined) continue;
    result.replied += 1;
    await say(service, { conversationId, message: reply });
    const ran = service.takeEffects().length;
    result.run += ran;
    if (entry.isWanted) result.runWanted += ran;
  }
  return result;
}
