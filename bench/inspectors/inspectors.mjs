// A process with people in it: each talks in a conversation of its own, and where asked an inspector follows each of them, as
// the console's page "Try it" does: the newest turns when it comes, the event stream, and where the conversation stands
// after each turn.
import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkReply } from '../turns/conversations.mjs';
import { CONVERSATION } from '../turns/flow.mjs';
import { openConnection } from '../turns/http-connection.mjs';

const agent = new Agent({ keepAlive: true });
let people = [];
const seen = { events: 0, reads: 0 };

const DOES = { begin, follow, talk, leave };

process.on('message', async ({ does, ...request }) => {
  try {
    process.send({ result: await DOES[does](request) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});

async function begin({ url, count }) {
  people = await Promise.all(
    Array.from({ length: count }, async () => ({
      id: randomUUID(),
      url,
      said: 0,
      connection: await openConnection(url),
    })),
  );
  await Promise.all(people.map(say));
}

/** Each inspector opens its page. */
async function follow() {
  await Promise.all(people.map(openStream));
}

async function leave() {
  for (const { stream } of people) stream?.destroy();
  return { ...seen };
}

/** Everybody says something every so often, not all at the same moment, until the time is over. */
async function talk({ ms, paceMs }) {
  const before = people.reduce((sum, { said }) => sum + said, 0);
  await Promise.all(
    people.map(async (person, place) => {
      const first = (place * paceMs) / people.length;
      for (let at = first, now = 0; at < ms; at += paceMs) {
        const begun = performance.now();
        await sleep(Math.max(0, at - now));
        await say(person);
        now += performance.now() - begun;
      }
    }),
  );
  return { turns: people.reduce((sum, { said }) => sum + said, 0) - before };
}

async function say(person) {
  const turn = CONVERSATION[person.said % CONVERSATION.length];
  checkReply(turn, await person.connection.send(person.id, turn.message));
  person.said += 1;
}

/** @returns once the stream is open and the newest turns are read */
async function openStream(person) {
  const { id, url } = person;
  const connected = Promise.withResolvers();
  let rest = '';
  person.stream = get(`${url}/api/v1/conversation/stream/${id}`, (response) => {
    response.setEncoding('utf8').on('data', (data) => {
      const parts = (rest + data).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) onEvent(person, part, connected.resolve);
    });
    // Whoever leaves ends it.
    response.on('error', () => undefined);
  }).on('error', connected.reject);
  await connected.promise;
  await read(`${url}/api/v1/conversation/audit/${id}?limit=1`);
  await read(`${url}/api/v1/conversations/${id}/turns?limit=20`);
  await read(`${url}/api/v1/conversations/${id}`);
}

function onEvent({ id, url }, part, onConnected) {
  const [, name] = /^event: *(.*)$/m.exec(part) ?? [];
  if (name === 'CONNECTED') onConnected();
  if (!/^id:/m.test(part)) return;
  seen.events += 1;
  // The last event of a turn: the page reads where the conversation stands.
  if (name === 'ENGINE_RETURN') void read(`${url}/api/v1/conversations/${id}`).catch(() => undefined);
}

function read(address) {
  const { promise, resolve, reject } = Promise.withResolvers();
  get(address, { agent }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}: ${address}`));
    response.resume().on('end', () => {
      seen.reads += 1;
      resolve();
    });
  }).on('error', reject);
  return promise;
}
