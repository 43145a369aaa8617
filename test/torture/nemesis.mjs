// One fault at a time, with a pause between, and how long the services take to answer well after each.
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from './clients.mjs';

/** What is promised, and after which time a service is given up, in milliseconds. */
export const RECOVERY_MS = 10_000;
const GIVE_UP_MS = 45_000;
const PROBE_MS = 5_000;

/**
 * Brings faults until `isOver()`.
 * @param world what the faults act on: services, database, proxies
 * @param pace `pauseMs`, from and to, between two faults, and how much of its usual time a fault lasts (`ofFaults`)
 * @returns for each fault `{ name, at, lastedMs, recoveredMs }`
 */
export async function bringFaults({ world, faults, random, isOver, onFault, onProgress, pace }) {
  const suffered = [];
  let round = [];
  while (!isOver()) {
    await sleep(random.between(...pace.pauseMs));
    // Every kind comes as often as the others, in another order each time.
    if (round.length === 0) round = shuffled(Object.keys(faults), random);
    const name = round.pop();
    onProgress(name);
    suffered.push(await suffer(name, faults[name]({ ...world, random }), { world, random, onFault, pace }));
    onProgress(undefined, suffered);
  }
  return suffered;
}

async function suffer(name, { range, begin, end }, { world, random, onFault, pace }) {
  const at = Date.now();
  const told = (text) => onFault('recovery', `${text} after "${name}"`);
  await begin();
  await sleep(random.between(...range) * pace.ofFaults);
  await end();
  const healedAt = Date.now();
  const times = await Promise.all(world.services.map((service) => firstGoodTurn(service, { healedAt, random, told })));
  return { name, at, lastedMs: healedAt - at, recoveredMs: Math.max(...times) };
}

/** Milliseconds from healing to the first good turn of a service; one that never comes back is started anew. */
async function firstGoodTurn(service, { healedAt, random, told }) {
  let last = {};
  const passed = () => Date.now() - healedAt;
  while (passed() < GIVE_UP_MS) {
    const { url } = service;
    if (url) last = await post(url, { conversationId: random.uuid(), message: 'hello' }, { patienceMs: PROBE_MS });
    if (last.status === 200) {
      if (passed() > RECOVERY_MS) told(`${service.name} took ${passed()} ms to answer well`);
      return passed();
    }
    await sleep(50);
  }
  const { status, errorCode, failure } = last;
  told(
    `${service.name} gave no good turn in ${GIVE_UP_MS} ms (${[status, errorCode, failure].filter(Boolean).join(' ')})`,
  );
  await service.kill();
  await service.start();
  return Number.POSITIVE_INFINITY;
}

function shuffled(list, random) {
  const left = [...list];
  return list.map(() => left.splice(random.between(0, left.length - 1), 1)[0]);
}
