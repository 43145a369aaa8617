// Child processes: services under load, the load generator, and what a process costs (read from /proc, hence on Linux).
import { fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const CLI = join(HERE, '../../dist/bundle/cli.js');
const CLOCK_TICKS_PER_SECOND = 100;

/** Starts the service as the image does. `config` is a YAML file, `database` an address, `environment` what it has beyond the rest. */
export function startEngine({ database, config, environment = {} }) {
  const where = ['--database', database, '--config', config];
  const memory = ['--min-semi-space-size=16', '--max-semi-space-size=16', '--heap-growing-percent=50'];
  return startService([...memory, CLI, ...where, 'serve', '--port', '0', '--host', '127.0.0.1'], environment);
}

/** Starts the hand-written server with the same work. */
export function startFloor({ database, sample, statements = 'merged' }) {
  return startService([join(HERE, 'floor/server.mjs'), database, sample, statements]);
}

/** @returns once the process has printed its address: `{ url, pid, stop() }` */
async function startService(args, environment = {}) {
  const options = { cwd: tmpdir(), env: { ...cleanEnvironment(), ...environment }, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn(process.execPath, args, options);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const url = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (data) => {
      printed += data;
      const found = /http:\/\/[\d.]+:\d+/.exec(printed);
      if (found) resolve(found[0]);
    });
    exited.then((code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${errors}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url, pid: child.pid, stop };
}

/** What is configured outside must not reach the services, nor a `config/` folder where the bench is started. */
function cleanEnvironment() {
  return { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' };
}

/** A child that measures on request: the load generator, or an engine or floor in its own process. */
export async function startMeasurer(file, ...args) {
  const child = fork(join(HERE, file), args, { cwd: tmpdir(), env: cleanEnvironment(), execArgv: [] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const answer = () =>
    new Promise((resolve, reject) => {
      child.once('message', ({ error, ...message }) => (error ? reject(new Error(error)) : resolve(message)));
      exited.then((code) => reject(new Error(`${file} ended with ${code}.`)));
    });
  await (args.length > 0 ? answer() : undefined);
  return {
    pid: child.pid,
    async measure(request) {
      child.send(request);
      return (await answer()).result;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** User and system time of the processes so far, in milliseconds; NaN where that cannot be read. */
export function cpuMs(pids) {
  try {
    const ticks = pids.flatMap((pid) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13),
    );
    return ticks.reduce((sum, value) => sum + Number(value), 0) * (1000 / CLOCK_TICKS_PER_SECOND);
  } catch {
    return Number.NaN;
  }
}

/** Resident memory in MB; NaN where that cannot be read. */
export function rssMb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
