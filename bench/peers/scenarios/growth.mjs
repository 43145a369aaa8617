import { randomUUID } from 'node:crypto';
import { storedBytes } from '../../turns/databases.mjs';

/** What a turn takes late in one long conversation against early in new ones, and what the long one has stored. */
export async function growth(bench, { ask, scratch }) {
  const conversationId = randomUUID();
  const before = await storedBytes(scratch);
  await ask({ what: 'converse', conversationId, exchanges: bench.longConversation / 2 });
  const keptMb = ((await storedBytes(scratch)) - before) / 2 ** 20;
  const times = await ask({ what: 'compare', conversationId, rounds: bench.growthRounds });
  return { ...times, ratio: times.msLate / times.msEarly, keptMb };
}
