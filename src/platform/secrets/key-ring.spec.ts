import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeyRing, keyNameOf } from './key-ring.js';

const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];

describe('a key ring', () => {
  const ring = new KeyRing([first]);
  const sealed = ring.seal('question', 'pay 50 to Ann? ✓');

  it('opens what it has encrypted, and never encrypts to the same text twice', () => {
    expect(ring.open('question', sealed)).toBe('pay 50 to Ann? ✓');
    expect(ring.open('question', ring.seal('question', ''))).toBe('');
    expect(ring.seal('question', 'pay 50 to Ann? ✓')).not.toBe(sealed);
    expect(keyNameOf(sealed)).toBe(ring.current);
  });

  it('opens what an older key of its has encrypted, and says which key is missing', () => {
    expect(new KeyRing([second, first]).open('question', sealed)).toBe('pay 50 to Ann? ✓');
    expect(() => new KeyRing([second]).open('question', sealed)).toThrow(`needs the key ${ring.current}`);
  });

  it('opens nothing that was altered, or was encrypted for another purpose', () => {
    const content = sealed.slice('ce1:00000000:'.length);
    for (const at of [0, 20, content.length - 2]) {
      const other = content[at] === 'A' ? 'B' : 'A';
      const altered = `ce1:${ring.current}:${content.slice(0, at)}${other}${content.slice(at + 1)}`;
      expect(() => ring.open('question', altered)).toThrow('was altered');
    }
    expect(() => ring.open('answer', sealed)).toThrow('was altered');
  });

  it('takes no key that somebody has made up', () => {
    expect(() => new KeyRing(['correct horse battery staple'])).toThrow('this one has 28 characters');
  });

  it('takes no text for encrypted that only begins so', () => {
    for (const text of ['', 'ce1:', 'ce1:key:text', `${sealed}=`, ` ${sealed}`])
      expect(keyNameOf(text)).toBeUndefined();
  });
});
