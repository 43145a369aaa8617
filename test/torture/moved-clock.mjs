// Loaded before a service (`--import`): its clock is off by what the file TORTURE_CLOCK says, from each SIGWINCH on (a
// signal that the service does not listen to).
import { readFileSync } from 'node:fs';

const RealDate = Date;
let offMs = 0;
const now = () => trueNow() + offMs;

/** Epoch milliseconds, wherever the clock of this process has been moved to. */
export const trueNow = RealDate.now;

process.on('SIGWINCH', () => {
  offMs = Number(readFileSync(process.env.TORTURE_CLOCK, 'utf8'));
});

globalThis.Date = new Proxy(RealDate, {
  construct: (date, args, target) => Reflect.construct(date, args.length > 0 ? args : [now()], target),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
});
