import { describe, expect, it } from 'vitest';
import { WrongCodes } from './wrong-codes.js';

const MINUTE = 60_000;

describe('wrong codes', () => {
  /** So many at once; the pause that follows. */
  const guess = (codes: WrongCodes, times: number, atMs: number, client = 'agent') => {
    for (let time = 0; time < times; time += 1) codes.note(client, atMs);
    return codes.pauseMs(client, atMs);
  };

  it('are followed by a pause when they are too many, which grows up to a minute and ends', () => {
    const codes = new WrongCodes();
    expect(guess(codes, 10, 0)).toBe(0);
    let nowMs = 0;
    const pauses = Array.from({ length: 7 }, () => {
      const pauseMs = guess(codes, 1, nowMs);
      nowMs += pauseMs;
      return pauseMs / 1_000;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 40, 60, 60]);
    expect(codes.pauseMs('agent', nowMs)).toBe(0);
  });

  it('are no more than one a minute for whoever goes on guessing', () => {
    const codes = new WrongCodes();
    let guesses = 0;
    for (let nowMs = 0; nowMs < 1_440 * MINUTE; nowMs += 1_000) {
      while (codes.pauseMs('agent', nowMs) === 0) {
        codes.note('agent', nowMs);
        guesses += 1;
      }
    }
    expect(guesses).toBeLessThan(1_440 + 20);
  });

  it('pause nobody who mistypes now and then, nor the links of another client', () => {
    const codes = new WrongCodes();
    for (let minute = 0; minute < 600; minute += 1) expect(guess(codes, 1, minute * MINUTE, 'desk')).toBe(0);
    expect(guess(codes, 11, 600 * MINUTE)).toBeGreaterThan(0);
    expect(codes.pauseMs('desk', 600 * MINUTE)).toBe(0);
  });

  it('are forgotten after a while', () => {
    const codes = new WrongCodes();
    guess(codes, 14, 0);
    expect(guess(codes, 10, 14 * MINUTE)).toBe(0);
  });
});
