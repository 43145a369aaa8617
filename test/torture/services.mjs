// The service processes: started as an operator would, and ended in every way there is.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How long a turn may take, and how long a stop of the service may take beyond that; in milliseconds. */
export const DEADLINE_MS = 10_000;
export const STOP_MARGIN_MS = 5_000;

const START_MS = 60_000;
const KEPT_OUTPUT = 2_000;

/** Runs a command of the product to its end. @throws Error with its output where it fails */
export async function runCommand(product, database, args) {
  const child = spawnProduct(product, ['--database', database, ...args], {});
  const output = collect(child);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output()}`);
}

/** One service. It is started again by whoever ended it, and by itself where it should not have ended. */
export class Service {
  #child;
  #exited = Promise.resolve();
  #output = () => '';
  #isExpected = true;

  /** `onFault(invariant, text)` is told of an end that nobody has asked for, and of one that took too long. */
  constructor({ name, product, database, env, onFault }) {
    Object.assign(this, { name, product, database, env, onFault, url: undefined });
  }

  get isRunning() {
    return this.url !== undefined;
  }

  async start() {
    const child = spawnProduct(
      this.product,
      ['--database', this.database, 'serve', '--port', '0', '--host', '127.0.0.1'],
      this.env,
    );
    this.#child = child;
    this.#isExpected = false;
    this.#output = collect(child);
    this.#exited = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
    this.#exited.then((how) => this.#ended(child, how));
    const started = Date.now();
    while (!this.url) {
      const [, url] = /answers at (\S+)[\s\S]*Ctrl-C/.exec(this.#output()) ?? [];
      if (this.#child !== child || child.exitCode !== null || child.signalCode !== null) return;
      if (Date.now() - started > START_MS) {
        this.onFault('start', `${this.name} did not start in ${START_MS} ms: ${this.#output()}`);
        return this.kill();
      }
      this.url = url;
      if (!url) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  pause() {
    this.#child.kill('SIGSTOP');
  }

  resume() {
    this.#child.kill('SIGCONT');
  }

  /** From now on its clock is so many milliseconds off. */
  moveClock(ms) {
    if (!this.isRunning) return;
    writeFileSync(this.env.TORTURE_CLOCK, String(ms));
    this.#child.kill('SIGWINCH');
  }

  async kill() {
    await this.#end('SIGKILL');
  }

  /** Asks it to stop. @returns milliseconds that it took */
  async stop() {
    const started = Date.now();
    const limit = DEADLINE_MS + STOP_MARGIN_MS;
    const timer = setTimeout(() => {
      this.onFault('stop', `${this.name} did not end within ${limit} ms of SIGTERM`);
      this.#child.kill('SIGKILL');
    }, limit);
    await this.#end('SIGTERM');
    clearTimeout(timer);
    return Date.now() - started;
  }

  async #end(signal) {
    this.#isExpected = true;
    this.url = undefined;
    this.#child?.kill(signal);
    await this.#exited;
  }

  /** One that has never answered may refuse to start while its database is away; it is tried again. */
  #ended(child, how) {
    if (this.#child !== child || this.#isExpected) return;
    if (this.url) this.onFault('exit', `${this.name} ended by itself (${how}): ${this.#output()}`);
    this.url = undefined;
    void this.start();
  }
}

function spawnProduct(product, args, env) {
  return spawn(process.execPath, [join(product, 'dist/bundle/cli.js'), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The last that it has printed. */
function collect(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more) => {
      text = (text + more).slice(-KEPT_OUTPUT);
    });
  }
  return () => text;
}
