// The processes of the service under torture.
import { fork } from 'node:child_process';
import { join } from 'node:path';

/** Processes of the service; one that is killed is replaced. */
export class BookingProcesses {
  kills = 0;
  movedMs = 0;
  isStopping = false;

  /** @param restate an open `RestateService` where that has runs gone on with */
  constructor(size, url, world, product, restate) {
    Object.assign(this, { size, url, world, product, restate, children: [] });
  }

  async start() {
    for (let n = 0; n < this.size; n += 1) await this.add();
  }

  async add() {
    const settings = (await this.restate?.addProcess()) ?? { ingressUrl: '' };
    const args = [this.url, this.world, this.product, JSON.stringify(settings)];
    const child = fork(join(import.meta.dirname, 'booking-process.mjs'), args);
    await new Promise((done) => child.once('message', done));
    child.send({ movedMs: this.movedMs });
    this.children.push(child);
    child.once('exit', () => {
      this.children.splice(this.children.indexOf(child), 1);
      this.restate?.removeProcess(settings);
      if (!this.isStopping) void this.add();
    });
  }

  kill(pid) {
    const child = this.children.find((one) => one.pid === pid);
    if (!child) return;
    this.kills += 1;
    child.kill('SIGKILL');
  }

  send(message) {
    const child = this.children[Math.floor(Math.random() * this.children.length)];
    if (child?.connected) child.send(message, () => undefined);
  }

  move(ms) {
    this.movedMs += ms;
    for (const child of this.children) child.send({ movedMs: this.movedMs });
  }

  async stop() {
    this.isStopping = true;
    const all = [...this.children];
    for (const child of all) child.kill('SIGKILL');
    await Promise.all(
      all.map((child) => child.exitCode ?? child.signalCode ?? new Promise((done) => child.once('exit', done))),
    );
  }
}
