// One run on one database: services, clients and faults for a while, then peace, and then the checker.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { check } from './checker.mjs';
import { holdConversations } from './clients.mjs';
import { countOpenRuns, countUndecided, countUntold, openPostgres, openSqlite, readDatabase } from './databases.mjs';
import { faultsOf } from './faults.mjs';
import { History } from './history.mjs';
import { bringFaults } from './nemesis.mjs';
import { seededRandom } from './random.mjs';
import { DEADLINE_MS, Service } from './services.mjs';
import { startProxy } from './tcp-proxy.mjs';
import { startWebhook } from './webhook.mjs';

/** How long after the last fault the last action or run may be undecided or not told of, in milliseconds. */
const SETTLE_MS = 45_000;
const PROGRESS_MS = 5_000;

/**
 * @param product the folder that holds `dist/`
 * @param kind sqlite or postgres; `programs` is where PostgreSQL's are
 * @param atEnd is told what has to be removed, also when the run is broken off
 * @param progress is given a line every few seconds
 * @returns what was found and counted
 */
export async function torture({ product, kind, programs, ms, processes, clients, seed, pace, atEnd, progress }) {
  const random = seededRandom(`${seed}/${kind}`);
  const database = kind === 'sqlite' ? await openSqlite(product) : await openPostgres(product, programs);
  atEnd(() => database.remove());
  const violations = [];
  const stops = [];
  const onFault = (invariant, text) => violations.push({ invariant, text, at: Date.now() });
  const note = (_what, took) => stops.push(took);
  const effectsFile = join(database.folder, 'effects.jsonl');
  const count = kind === 'sqlite' ? 1 : processes;
  const webhook = await startWebhook();
  atEnd(() => webhook.close());
  const { services, proxies } = await startServices({
    product,
    database,
    count,
    effectsFile,
    onFault,
    atEnd,
    webhook: webhook.url,
  });
  const history = new History();
  const endsAt = Date.now() + ms;
  const isOver = () => Date.now() >= endsAt;
  const talking = Array.from({ length: clients }, (_, n) =>
    holdConversations({ services, history, random: random.fork(`client ${n}`), isOver }),
  );
  const state = { fault: undefined, suffered: [] };
  const timer = setInterval(() => progress(progressLine(kind, endsAt - ms, history, state, violations)), PROGRESS_MS);
  try {
    const suffered = await bringFaults({
      world: { services, proxies, database, note, webhook },
      faults: faultsOf(database),
      random: random.fork('nemesis'),
      isOver,
      onFault,
      pace,
      onProgress: (fault, suffered = state.suffered) => Object.assign(state, { fault, suffered }),
    });
    await Promise.all(talking);
    await settle(database, onFault);
    for (const service of services) note('stop', await service.stop());
    const effects = readEffects(effectsFile);
    const stored = await readDatabase(database);
    const world = {
      ...stored,
      histories: history.conversations(),
      effects: [...effects.filter(({ step }) => !step), ...stored.effects],
      bookings: effects.filter(({ step }) => step),
      told: webhook.heard(),
    };
    violations.push(...check(world));
    return { kind, seed, ms, processes: count, clients, violations, suffered, stops, history, ...world };
  } finally {
    clearInterval(timer);
  }
}

async function startServices({ product, database, count, effectsFile, onFault, atEnd, webhook }) {
  const proxies = [];
  const services = [];
  for (let number = 1; number <= count; number += 1) {
    const proxy = database.cluster && (await startProxy(database.cluster.port));
    if (proxy) proxies.push(proxy);
    const url = proxy ? `postgres://postgres@127.0.0.1:${proxy.port}/postgres` : database.url;
    const clockFile = join(database.folder, `clock-${number}`);
    const env = environment({ product, effectsFile, clockFile, webhook });
    const service = new Service({ name: `service ${number}`, product, database: url, env, onFault });
    services.push(service);
    // Also one that has been started again since.
    atEnd(() => service.kill());
    if (proxy) atEnd(() => proxy.close());
  }
  await Promise.all(services.map((service) => service.start()));
  return { services, proxies };
}

/** Leases and rounds are short, so that much happens in a minute. */
function environment({ product, effectsFile, clockFile, webhook }) {
  return {
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'moved-clock.mjs'))}`,
    TORTURE_CLOCK: clockFile,
    TORTURE_EFFECTS: effectsFile,
    TORTURE_PRODUCT: product,
    CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([join(import.meta.dirname, 'handlers')]),
    CONVENGINE_TURN_DEADLINE_MS: String(DEADLINE_MS),
    // By default, too, 5 s more than a turn: a server that has not noticed the end of a connection holds its locks so long.
    CONVENGINE_DATABASE_TRANSACTION_TIMEOUT_MS: String(DEADLINE_MS + 5_000),
    CONVENGINE_TURN_LEASE_MS: '3000',
    CONVENGINE_TURN_BUSY_WAIT_MS: '5000',
    CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '1',
    CONVENGINE_FLOW_ACTION_LIFECYCLE_MAX_ATTEMPTS: '3',
    CONVENGINE_MCP_WORKFLOWS_LEASE_MS: '3000',
    CONVENGINE_WEBHOOKS_URL: webhook,
    CONVENGINE_WEBHOOKS_SECRET: 'torture',
    CONVENGINE_WEBHOOKS_TIMEOUT_MS: '2000',
    CONVENGINE_AUDIT_LEVEL: 'STANDARD',
    LOG_LEVEL: 'fatal',
  };
}

async function settle(database, onFault) {
  const limit = Date.now() + SETTLE_MS;
  while ((await countUndecided(database)) + (await countOpenRuns(database)) + (await countUntold(database)) > 0) {
    if (Date.now() > limit) {
      return onFault(
        'nothing lost',
        `actions or runs are undecided, or not told of, ${SETTLE_MS} ms after the last turn`,
      );
    }
    await sleep(200);
  }
  return undefined;
}

function readEffects(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function progressLine(kind, startedAt, { turns }, { fault, suffered }, violations) {
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  const now = fault ? `, now: ${fault}` : '';
  return `${kind} ${seconds} s: ${turns} turns, ${suffered.length} faults, ${violations.length} violations of recovery${now}`;
}
