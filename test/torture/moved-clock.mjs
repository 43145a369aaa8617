// Loaded before a service (`--import`): its clock is off by what the file TORTURE_CLOCK says, if it is there, and again
// from each SIGWINCH on (a signal that the service does not listen to).
import { existsSync, readFileSync } from 'node:fs';

const RealDate = Date;
const readOffset = () => Number(readFileSync(process.env.TORTURE_CLOCK, 'utf8'));
let offMs = existsSync(process.env.TORTURE_CLOCK) ? readOffset() : 0;
const now = () => trueNow() + offMs;

/** Epoch milliseconds, wherever the clock of this process has been moved to. */
export const trueNow = RealDate.now;

process.on('SIGWINCH', () => {
  offMs = readOffset();
});

globalThis.Date = new Proxy(RealDate, {
  construct: (date, args, target) => Reflect.construct(date, args.length > 0 ? args : [now()], target),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
});
