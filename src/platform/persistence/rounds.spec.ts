import { afterEach, expect, it } from 'vitest';
import { Rounds } from './rounds.js';

const lines: string[] = [];
const logger = { warn: (text: string) => lines.push(text), log: (text: string) => lines.push(text) };
afterEach(() => void lines.splice(0));

it('go on after one has failed, and the log is told of both', async () => {
  const rounds = new Rounds(logger, 'sweeping');
  let begun = 0;
  const round = async () => {
    begun += 1;
    if (begun === 1) throw new Error('away');
  };
  rounds.start(round, { pauseMs: () => 1 });
  await expect.poll(() => begun).toBeGreaterThan(2);
  await rounds.stop();
  expect(lines).toEqual(['sweeping failed, and is tried again: away', expect.stringMatching(/^sweeping works again/)]);
});

it('end with the one that is at work', async () => {
  const rounds = new Rounds(logger, 'sweeping');
  const { promise: work, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const round = () => {
    begun += 1;
    return work;
  };
  rounds.start(round, { pauseMs: () => 0 });
  let isOver = false;
  const over = rounds.stop().then(() => {
    isOver = true;
  });
  expect(rounds.signal.aborted).toBe(true);
  await Promise.resolve();
  expect(isOver).toBe(false);
  resolve();
  await over;
  expect(begun).toBe(1);
});

it('wait for the first pause where they are told to', async () => {
  const rounds = new Rounds(logger, 'sweeping');
  let begun = 0;
  const round = async () => {
    begun += 1;
  };
  rounds.start(round, { pauseMs: () => 1_000_000, pausesFirst: true });
  await rounds.stop();
  expect(begun).toBe(0);
});
