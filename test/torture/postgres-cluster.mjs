// A PostgreSQL server of its own, in a temporary folder: it can be killed, paused, stopped and started.
import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../helpers/free-port.mjs';
import { mountSmallDisk } from './small-disk.mjs';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';
/** How long a start is tried again, in milliseconds. */
const START_MS = 30_000;
const IS_ROOT = process.getuid?.() === 0;

/** Where the server's programs are; undefined where PostgreSQL is not installed as Debian does it. */
export function findServerPrograms() {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(INSTALLED, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** Makes and starts a server whose only user is `postgres`, without a password, on this machine alone. */
export async function startCluster(programs) {
  // In /tmp and not in TMPDIR: the server's user has to come there.
  const folder = mkdtempSync('/tmp/convengine-torture-pg-');
  const disk = mountSmallDisk(join(folder, 'disk'));
  if (IS_ROOT) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
    );
    for (const owned of [folder, join(folder, 'disk')]) chownSync(owned, uid, gid);
  }
  const data = join(folder, 'disk', 'data');
  await asServerUser(join(programs, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
  ]);
  const cluster = new Cluster({ programs, folder, disk, data, port: await freePort() });
  await cluster.start();
  return cluster;
}

class Cluster {
  #running = false;

  /** @param disk what its data is on, where that can be filled */
  constructor({ programs, folder, disk, data, port }) {
    Object.assign(this, { programs, folder, disk, data, port });
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  async start() {
    const options = `-p ${this.port} -k ${this.folder} -c listen_addresses=127.0.0.1 -c max_connections=200`;
    const givesUpAt = Date.now() + START_MS;
    for (;;) {
      try {
        await this.#control('start', '-w', '-l', join(this.folder, 'log'), '-o', options);
        this.#running = true;
        return;
      } catch (error) {
        // A process of the one that was killed may not have noticed yet, and holds its memory.
        if (Date.now() > givesUpAt) throw error;
        await sleep(200);
      }
    }
  }

  /** Starts it where it has given up, as it does when there is no room for its log. */
  async revive() {
    if (
      await this.#control('status').then(
        () => true,
        () => false,
      )
    )
      return;
    await this.start();
  }

  /** `fast` ends its connections, `immediate` is a crash. */
  async stop(mode) {
    this.#running = false;
    await this.#control('stop', '-w', '-m', mode);
  }

  /** Ends all of its processes at once. */
  async kill() {
    this.#running = false;
    // The first one stops before it can start more.
    signal(this.#first(), 'SIGSTOP');
    const pids = this.#processes();
    for (const pid of pids) signal(pid, 'SIGKILL');
    while (pids.some(isAlive)) await sleep(20);
  }

  pause() {
    for (const pid of this.#processes()) signal(pid, 'SIGSTOP');
  }

  resume() {
    for (const pid of this.#processes()) signal(pid, 'SIGCONT');
  }

  /** Rows of one query, not through any proxy. */
  async query(sql, parameters = []) {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined); // the query that is under way fails with it
    await client.connect();
    try {
      return (await client.query(sql, parameters)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the server and removes its folder. */
  async remove() {
    if (this.#running) {
      this.resume();
      await this.kill();
    }
    this.disk?.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #control(...args) {
    await asServerUser(join(this.programs, 'pg_ctl'), ['-D', this.data, ...args]);
  }

  #first() {
    return Number(readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** The first process and its children. */
  #processes() {
    const first = this.#first();
    const pids = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    return [first, ...pids.filter((pid) => parentOf(pid) === first)];
  }
}

function asServerUser(command, args) {
  return IS_ROOT
    ? run('runuser', ['-u', 'postgres', '--', command, ...args], { cwd: '/' })
    : run(command, args, { cwd: '/' });
}

function parentOf(pid) {
  return Number(statOf(pid)?.[1]);
}

/** State, parent and more of a process, as /proc has them. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return undefined; // it has ended
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function isAlive(pid) {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z';
}
