// What can go wrong. Each fault begins when it is called, and gives what ends it.
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3-13';
import pg from 'pg';

/** How long a fault lasts, in milliseconds, where it does not end by itself. */
const SHORT = [200, 2_000];
const LONG = [1_000, 8_000];

/** Of the service processes; on both databases. */
const OF_SERVICES = {
  'service killed': ({ services, random }) => {
    const service = random.pick(services);
    return lasting(
      SHORT,
      () => service.kill(),
      () => service.start(),
    );
  },
  'service paused': ({ services, random }) => {
    const service = random.pick(services);
    return lasting(
      LONG,
      () => service.pause(),
      () => service.resume(),
    );
  },
  'service stopped (SIGTERM)': ({ services, random, note }) => {
    const service = random.pick(services);
    return lasting(
      SHORT,
      async () => note('stop', await service.stop()),
      () => service.start(),
    );
  },
  'clock moved': ({ services, random }) => {
    const service = random.pick(services);
    return lasting(
      LONG,
      () => service.moveClock(random.pick(CLOCK_MOVES)),
      () => service.moveClock(0),
    );
  },
};

/** Of the chat backend that is told by webhook; on both databases. */
const OF_WEBHOOK = Object.fromEntries(
  [
    ['webhook refuses', 'refuses'],
    ['webhook silent', 'says nothing'],
  ].map(([name, behaviour]) => [
    name,
    ({ webhook }) =>
      lasting(
        LONG,
        () => webhook.behave(behaviour),
        () => webhook.behave('accepts'),
      ),
  ]),
);

/** How far a clock is moved, in milliseconds: as much as machines differ, and by a mistake. */
const CLOCK_MOVES = [-2_000, 2_000, -7_200_000, 7_200_000];

const OF_SQLITE = {
  'file locked': ({ database }) => {
    let connection;
    const lock = async () => {
      connection = new BetterSqlite3(database.file, { timeout: 0 });
      while (!tryLock(connection)) await sleep(1);
    };
    return lasting(LONG, lock, () => connection.close());
  },
};

const OF_POSTGRES = {
  'server killed': ({ database: { cluster } }) =>
    lasting(
      SHORT,
      () => cluster.kill(),
      () => cluster.start(),
    ),
  'server crashed': ({ database: { cluster } }) =>
    lasting(
      SHORT,
      () => cluster.stop('immediate'),
      () => cluster.start(),
    ),
  'server restarted': ({ database: { cluster } }) =>
    lasting(
      SHORT,
      () => cluster.stop('fast'),
      () => cluster.start(),
    ),
  'server paused': ({ database: { cluster } }) =>
    lasting(
      LONG,
      () => cluster.pause(),
      () => cluster.resume(),
    ),
  'server read-only': ({ database: { cluster } }) =>
    lasting(
      LONG,
      () => setReadOnly(cluster, 'on'),
      () => setReadOnly(cluster, 'off'),
    ),
  'connections terminated': ({ database: { cluster }, random }) => {
    const share = random.chance(0.5) ? 1 : 0.4;
    return lasting(
      SHORT,
      () => terminateConnections(cluster, share),
      () => undefined,
    );
  },
  'rows locked': ({ database: { cluster } }) => {
    let client;
    const lock = async () => {
      client = await lockRows(cluster);
    };
    return lasting(LONG, lock, () => client.end());
  },
  'network cut': onProxies(SHORT, (proxy) => proxy.cut()),
  'network slow': onProxies(LONG, (proxy, random) => proxy.delay(random.between(20, 300))),
  'network silent': onProxies(LONG, (proxy) => proxy.silence()),
  'connections half-closed': onProxies(SHORT, (proxy) => proxy.halfClose()),
  'answers lost': onProxies(LONG, (proxy, random) => proxy.loseAnswers(() => random.chance(0.05))),
};

const OF_DISK = {
  'disk full': ({ database: { disk, cluster } }) =>
    lasting(
      LONG,
      () => disk.fill(),
      async () => {
        disk.free();
        await cluster?.revive();
      },
    ),
};

/** By name. A fault is called with the world and gives `{ begin, end, range }`. */
export function faultsOf({ kind, disk }) {
  return { ...OF_SERVICES, ...OF_WEBHOOK, ...(kind === 'sqlite' ? OF_SQLITE : OF_POSTGRES), ...(disk && OF_DISK) };
}

function lasting(range, begin, end) {
  return { range, begin, end };
}

/** Of all services at once, or of one. */
function onProxies(range, begin) {
  return ({ proxies, random }) => {
    const hit = random.chance(0.6) ? proxies : [random.pick(proxies)];
    return lasting(
      range,
      () => {
        for (const proxy of hit) begin(proxy, random);
      },
      () => {
        for (const proxy of hit) proxy.heal();
      },
    );
  };
}

function tryLock(connection) {
  try {
    connection.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (error.code?.startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}

async function setReadOnly(cluster, value) {
  await cluster.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
  await cluster.query('SELECT pg_reload_conf()');
}

async function terminateConnections(cluster, share) {
  await cluster.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND random() < $1`,
    [share],
  );
}

/** What a process leaves behind that has half died within a transaction: locks on conversations that are in use. */
async function lockRows(cluster) {
  const client = new pg.Client({ connectionString: cluster.url });
  client.on('error', () => undefined); // its end is noticed by whoever waits for it
  await client.connect();
  await client.query('BEGIN');
  await client.query(
    `SELECT 1 FROM ce_conversation WHERE lease_owner IS NOT NULL ORDER BY updated_at DESC LIMIT 5 FOR UPDATE SKIP LOCKED`,
  );
  return client;
}
