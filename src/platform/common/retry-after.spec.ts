import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.js';

describe('reading Retry-After', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['Sat, 31 Jan 2026 12:01:00 GMT', 60_000],
    ['Sat, 31 Jan 2026 11:59:00 GMT', undefined],
    ['soon', undefined],
    ['-5', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('takes %j as %j ms', (header, waitMs) => {
    expect(readRetryAfter(header, now)).toBe(waitMs);
  });
});
