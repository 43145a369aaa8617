// One contender in a process of its own: `contender-process.mjs JSON`, see `contenders.mjs`. It says when it is ready,
// and then does what it is asked for.
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkReply, holdConversations } from '../turns/conversations.mjs';
import { CONVERSATION } from '../turns/flow.mjs';
import { median } from '../turns/statistics.mjs';

const [REQUEST, YES] = CONVERSATION;

// None of them is to call home while it is measured.
Object.assign(process.env, {
  MASTRA_TELEMETRY_DISABLED: '1',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  LANGSMITH_TRACING: 'false',
});
const { module, effectLog, killAfterEffect, ...options } = JSON.parse(process.argv[2]);
const effects = new Map();
let effectMs = 0;
const { about, open } = await import(module);
const contender = await open({ ...options, effect });
process.on('message', async ({ what, ...request }) => {
  try {
    process.send({ result: await ANSWERS[what](request) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
process.once('disconnect', () => process.exit());
process.send({ ready: true });

/** The effect in the world: a number that is counted, and where it matters a line on the disk, and then the end. */
async function effect(conversationId) {
  effects.set(conversationId, (effects.get(conversationId) ?? 0) + 1);
  if (effectLog) {
    const file = openSync(effectLog, 'a');
    writeSync(file, `${conversationId}\n`);
    fsyncSync(file);
    closeSync(file);
  }
  if (killAfterEffect) process.kill(process.pid, 'SIGKILL');
  if (effectMs > 0) await sleep(effectMs);
}

const ANSWERS = {
  /** A window of load. `held` counts the turns that ended after it, too: they belong to its CPU time. */
  async load({ concurrency, ms }) {
    let held = 0;
    effects.clear();
    const conversations = new Set();
    const send = async (id, message) => {
      conversations.add(id);
      const reply = await contender.send(id, message);
      held += 1;
      return reply;
    };
    const result = await holdConversations(async () => ({ send }), { concurrency, ms });
    if (about.effects !== false) checkEffects(conversations);
    return { ...result, held };
  },

  /** So many exchanges of one conversation. */
  async converse({ conversationId, exchanges: count }) {
    await exchanges(conversationId, count);
  },

  /** Times of exchanges late in that conversation and early in new ones, in alternation. */
  async compare({ conversationId, rounds }) {
    const late = [];
    const early = [];
    for (let round = 0; round < rounds; round += 1) {
      late.push(...(await exchanges(conversationId, 5)));
      const fresh = randomUUID();
      await exchanges(fresh, 3);
      early.push(...(await exchanges(fresh, 5)));
    }
    return { msEarly: median(early) / 2, msLate: median(late) / 2 };
  },

  /** Two yeses at once to the same question, while the effect takes a moment. */
  async twoYeses({ trials }) {
    effects.clear();
    effectMs = 20;
    const ids = Array.from({ length: trials }, () => randomUUID());
    for (const id of ids) {
      checkReply(REQUEST, await contender.send(id, REQUEST.message));
      await Promise.allSettled([contender.send(id, YES.message), contender.send(id, YES.message)]);
    }
    effectMs = 0;
    const times = ids.map((id) => effects.get(id) ?? 0);
    return { trials, twice: times.filter((n) => n > 1).length, never: times.filter((n) => n === 0).length };
  },

  /** @returns the reply, or what was thrown */
  async say({ conversationId, message }) {
    try {
      return { reply: await contender.send(conversationId, message) };
    } catch (error) {
      return { thrown: String(error?.message ?? error).split('\n')[0] };
    }
  },

  /** The documented call for what was cut off, where there is one. */
  async recover({ conversationId }) {
    if (!contender.recover) return { none: true };
    try {
      await contender.recover(conversationId);
      return {};
    } catch (error) {
      return { thrown: String(error?.message ?? error).split('\n')[0] };
    }
  },
};

function checkEffects(conversations) {
  const wrong = [...conversations].filter((id) => effects.get(id) !== 1).length;
  if (wrong > 0) throw new Error(`${wrong} of ${conversations.size} conversations have not had their effect once.`);
}

async function exchanges(conversationId, count) {
  const times = [];
  for (let exchange = 0; exchange < count; exchange += 1) {
    const startedAt = performance.now();
    for (const turn of CONVERSATION) checkReply(turn, await contender.send(conversationId, turn.message));
    times.push(performance.now() - startedAt);
  }
  return times;
}
