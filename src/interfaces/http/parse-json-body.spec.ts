import { describe, expect, it } from 'vitest';
import { EngineError } from '../../platform/common/errors.js';
import { parseJsonBody } from './parse-json-body.js';

/** The message a body is refused with. */
function refusal(body: string | Buffer): string {
  try {
    parseJsonBody(Buffer.from(body), 4);
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', status: 400 });
    return (error as EngineError).message;
  }
  throw new Error('the body was accepted');
}

describe('parseJsonBody', () => {
  it('reads JSON in UTF-8, with or without a byte order mark', () => {
    expect(parseJsonBody(Buffer.from('{"a":["ä😀"]}'), 4)).toEqual({ a: ['ä😀'] });
    expect(parseJsonBody(Buffer.from('\ufeff{"a":1}'), 4)).toEqual({ a: 1 });
  });

  it('takes an empty body for an absent one', () => {
    expect(parseJsonBody(Buffer.alloc(0), 4)).toBeUndefined();
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(refusal(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).toBe('The body is not valid UTF-8.');
    expect(refusal(Buffer.from([0x22, 0xc3, 0x22]))).toBe('The body is not valid UTF-8.');
  });

  it('refuses what is not JSON and says why', () => {
    expect(refusal('{"a":')).toMatch(/^The body is not valid JSON: .*end of JSON/);
    expect(refusal('{a:1}')).toMatch(/not valid JSON/);
  });

  it('accepts nesting up to the limit and names the place beyond it', () => {
    expect(parseJsonBody(Buffer.from('{"a":[[[1]]]}'), 4)).toEqual({ a: [[[1]]] });
    expect(refusal('{"a":[[[[1]]]]}')).toBe('body.a.0.0.0 is nested too deeply (convengine.limits.json-depth).');
  });

  it('survives a million brackets', () => {
    const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
    expect(refusal(deep)).toMatch(/nested too deeply/);
  });

  it('refuses keys that would reach into prototypes', () => {
    expect(refusal('{"a":{"__proto__":{"admin":true}}}')).toMatch(/^body\.a has a key __proto__/);
  });

  it('refuses text that no database can store and names the place', () => {
    expect(refusal('{"message":"a\\u0000b"}')).toMatch(/^body\.message contains a NUL character/);
    expect(refusal('{"list":["\\ud83d"]}')).toMatch(/^body\.list\.0 contains/);
    expect(refusal('{"a\\u0000":1}')).toMatch(/^body has a key that contains/);
  });
});
