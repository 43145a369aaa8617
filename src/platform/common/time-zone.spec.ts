import { expect, it } from 'vitest';
import { isTimeZone } from './time-zone.js';

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
])('knows whether %j is a time zone', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});
