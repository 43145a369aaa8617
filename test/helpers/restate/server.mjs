// The server of Restate, where it is installed: 216 MB, so that is a command of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';

const BINARY = join(
  import.meta.dirname,
  `node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
);

export const isRestateInstalled = existsSync(BINARY);

/** How long the server may take to begin, in milliseconds. */
const START_MS = 60_000;

/** Starts a server with nothing in it, in a folder of its own. */
export async function startRestate() {
  const folder = mkdtempSync(join(tmpdir(), 'convengine-restate-'));
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  const [ingressUrl, adminUrl] = [`http://127.0.0.1:${ingress}`, `http://127.0.0.1:${admin}`];
  const env = {
    ...process.env,
    RESTATE_INGRESS__BIND_PORT: `${ingress}`,
    RESTATE_ADMIN__BIND_PORT: `${admin}`,
    RESTATE_BIND_PORT: `${node}`,
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_DEFAULT_NUM_PARTITIONS: '4',
    RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '128MB',
    RESTATE_DISABLE_TELEMETRY: 'true',
    RUST_LOG: 'error',
  };
  const flags = ['--no-logo', '--listen-mode', 'tcp', '--base-dir', folder, '--node-name', 'test'];
  let log = '';
  const run = () => {
    const child = spawn(BINARY, flags, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log = (log + text).slice(-10_000)));
    return child;
  };
  let child = run();
  const answers = async (url) => (await fetch(url).catch(() => undefined))?.ok;
  const ready = async () => {
    for (const beganMs = Date.now(); ; await sleep(50)) {
      if ((await answers(`${adminUrl}/health`)) && (await answers(`${ingressUrl}/restate/health`))) return;
      if (child.exitCode !== null || Date.now() - beganMs > START_MS) throw new Error(`Restate did not start: ${log}`);
    }
  };
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  };
  const stop = async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ingressUrl,
    adminUrl,
    /** Ends it at once, as a crash does. */
    kill,
    /** Starts it again, with what it knew, or without. */
    restart: async ({ forgets = false } = {}) => {
      if (forgets) rmSync(folder, { recursive: true, force: true });
      child = run();
      await ready();
    },
    stop,
  };
}
