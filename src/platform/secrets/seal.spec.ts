import { describe, expect, it } from 'vitest';
import { Seal } from './seal.js';

describe('a seal', () => {
  const seal = new Seal('s3cret');
  const sealed = seal.seal('link', 'pay 50 to Ann');

  it('opens what it has sealed', () => {
    expect(seal.open('link', sealed)).toBe('pay 50 to Ann');
  });

  it('opens nothing that was changed in one place', () => {
    const changed = [...sealed].map(
      (char, at) => sealed.slice(0, at) + (char === 'A' ? 'B' : 'A') + sealed.slice(at + 1),
    );
    expect(changed.map((one) => seal.open('link', one)).filter((text) => text !== undefined)).toEqual([]);
  });

  it('opens nothing that was sealed for another purpose or with another secret, and no rubbish', () => {
    const rubbish = [
      seal.seal('id', 'x'),
      new Seal('other').seal('link', 'x'),
      '',
      '.',
      'a.b.c',
      `${sealed}.x`,
      `${sealed}=`,
    ];
    expect(rubbish.map((one) => seal.open('link', one)).filter((text) => text !== undefined)).toEqual([]);
  });

  it('makes ids that are UUIDs, the same for a name and others with another secret', () => {
    const id = seal.idFromName('call 1');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([seal.idFromName('call 1'), seal.idFromName('call 2'), new Seal('other').idFromName('call 1')]).toEqual([
      id,
      expect.not.stringMatching(id),
      expect.not.stringMatching(id),
    ]);
  });
});
