// A process with clients that hold conversations as fast as they can. Refused, a client waits as long as it is told
// (`patient`), or tries again at once (`impatient`).
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONVERSATION } from '../turns/flow.mjs';
import { quantile } from '../turns/statistics.mjs';
import { openConnection } from './connection.mjs';

process.on('message', async (request) => {
  try {
    process.send({ result: await serve(request) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});

function serve(request) {
  if (request.turns !== undefined) return oneConversation(request);
  return request.posts === undefined ? holdConversations(request) : postAtOnce(request);
}

/** So many clients, one conversation after the other, until the time is over. */
async function holdConversations({ url, clients, ms, patient }) {
  const tally = newTally();
  const endsAt = performance.now() + ms;
  const served = await Promise.all(
    Array.from({ length: clients }, () => client(openConnection(url), endsAt, patient, tally)),
  );
  return { ...summary(tally, ms), leastServed: Math.min(...served), mostServed: Math.max(...served) };
}

async function client(connection, endsAt, patient, tally) {
  let served = 0;
  while (performance.now() < endsAt) {
    const conversationId = randomUUID();
    for (const turn of CONVERSATION) {
      const isAnswered = await say(connection, { conversationId, message: turn.message }, turn, endsAt, patient, tally);
      if (!isAnswered) break;
      served += 1;
    }
  }
  connection.close();
  return served;
}

/** The same message until it is answered; false where the time is over before. */
async function say(connection, body, turn, endsAt, patient, tally) {
  while (performance.now() < endsAt) {
    const answer = await post(connection, body, turn, tally);
    if (answer.status === 200) return true;
    const waitMs = patient ? 1000 * (answer.retryAfter ?? 0) : 0;
    await sleep(Math.min(waitMs, Math.max(0, endsAt - performance.now())));
  }
  return false;
}

async function post(connection, body, turn, tally) {
  const startedAt = performance.now();
  const answer = await connection.post(body);
  const ms = performance.now() - startedAt;
  if (answer.status === 200 && answer.body.includes(turn.reply)) tally.accepted.push(ms);
  else if ([429, 503].includes(answer.status) && answer.retryAfter >= 1) tally.refused.push(ms);
  else tally.wrong.push(`${answer.status} ${answer.body.slice(0, 300)}`);
  return answer;
}

/** So many messages in the same moment, each in a conversation of its own and over a connection of its own. */
async function postAtOnce({ url, posts }) {
  const tally = newTally();
  const [turn] = CONVERSATION;
  const send = async () => {
    const connection = openConnection(url);
    await post(connection, { conversationId: randomUUID(), message: turn.message }, turn, tally);
    connection.close();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: posts }, send));
  return summary(tally, performance.now() - startedAt);
}

/** One conversation with so many turns; what they take at its beginning and at its end. */
async function oneConversation({ url, turns }) {
  const tally = newTally();
  const connection = openConnection(url);
  const conversationId = randomUUID();
  for (let count = 0; count < turns; count += 2) {
    for (const turn of CONVERSATION) await post(connection, { conversationId, message: turn.message }, turn, tally);
  }
  connection.close();
  const part = Math.min(200, turns / 4);
  const early = tally.accepted.slice(part, 2 * part);
  const late = tally.accepted.slice(-part);
  return { ...summary(tally, 1), earlyP50: quantile(early, 0.5), lateP50: quantile(late, 0.5) };
}

function newTally() {
  return { accepted: [], refused: [], wrong: [] };
}

function summary({ accepted, refused, wrong }, ms) {
  return {
    accepted: accepted.length,
    refused: refused.length,
    wrong: wrong.length,
    firstWrong: wrong[0],
    perSecond: accepted.length / (ms / 1000),
    p50: quantile(accepted, 0.5),
    p95: quantile(accepted, 0.95),
    p99: quantile(accepted, 0.99),
    slowest: accepted.reduce((most, one) => Math.max(most, one), 0),
    refusedP50: quantile(refused, 0.5),
  };
}
