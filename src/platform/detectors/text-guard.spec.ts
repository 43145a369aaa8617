import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type GuardSettings, TextGuard } from './text-guard.js';

const OFF = { card: 'off', email: 'off', phone: 'off', iban: 'off', nationalId: 'off' } as const;
const hash = (kind: string, value: string) => createHash('sha256').update(`${kind} ${value}`).digest('hex');
const guard = (detectors: Partial<GuardSettings['detectors']>) =>
  new TextGuard({ detectors: { ...OFF, ...detectors }, phoneCountries: ['DE'] }, hash);

it('leaves every text as it is while all detectors are off', () => {
  const text = 'ann@example.org 4111111111111111';
  expect(guard({}).isOn).toBe(false);
  expect(guard({}).text(text)).toBe(text);
  expect(TextGuard.OFF.forModel([text]).texts).toEqual([text]);
});

it('puts the kind in the place of what is found, at any depth', () => {
  const value = { a: ['to ann@example.org', { b: 'card 4111111111111111' }], 'ann@example.org': 7 };
  expect(guard({ email: 'mask' }).json(value)).toEqual({
    a: ['to [email]', { b: 'card 4111111111111111' }],
    'ann@example.org': 7,
  });
});

it('gives the same value the same hash, however it is written', () => {
  const hashed = guard({ iban: 'hash', email: 'hash' });
  const [one, other] = ['DE89 3704 0044 0532 0130 00', 'de89370400440532013000'].map((iban) => hashed.text(iban));
  expect(one).toMatch(/^\[iban [0-9a-f]{12}\]$/);
  expect(other).toBe(one);
  expect(hashed.text('ann@example.org')).not.toBe(hashed.text('bob@example.org'));
});

it('gives a model names for values, and takes them back out of its answer', () => {
  const { texts, restore } = guard({ email: 'mask', phone: 'hash' }).forModel([
    'known: ann@example.org',
    'no, bob@example.org or 0171 2345678, and not ann@example.org',
  ]);
  expect(texts).toEqual(['known: [email 1]', 'no, [email 2] or [phone 3], and not [email 1]']);
  expect(restore('{"to": "[email 2]", "phone": "[phone 3]", "x": "[email 9]"}')).toBe(
    '{"to": "bob@example.org", "phone": "0171 2345678", "x": "[email 9]"}',
  );
});
