import { describe, expect, it } from 'vitest';
import { credentialOf, isLocalCaller, isSameSecret } from './api-key.js';

describe('what a request carries', () => {
  const carriesKey = (headers: Parameters<typeof credentialOf>[0], key: string) =>
    isSameSecret(credentialOf(headers) ?? '', key);

  it('accepts the key as a bearer token or in X-API-KEY', () => {
    expect(carriesKey({ authorization: 'Bearer s3cret' }, 's3cret')).toBe(true);
    expect(carriesKey({ authorization: 'bearer  s3cret' }, 's3cret')).toBe(true);
    expect(carriesKey({ 'x-api-key': 's3cret' }, 's3cret')).toBe(true);
  });

  it('refuses anything else', () => {
    const refused = [
      {},
      { authorization: 's3cret' },
      { authorization: 'Basic s3cret' },
      { authorization: 'Bearer s3cre' },
      { authorization: 'Bearer s3cret2' },
      { authorization: 'Bearer ' },
      { 'x-api-key': '' },
      { 'x-api-key': ['s3cret', 's3cret'] },
      { authorization: 'Bearer wrong', 'x-api-key': 's3cret' },
    ];
    expect(refused.filter((headers) => carriesKey(headers, 's3cret'))).toEqual([]);
  });
});

describe('isLocalCaller', () => {
  const local = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:3000' } };

  it('accepts a program on this machine', () => {
    expect(isLocalCaller(local, [])).toBe(true);
    expect(isLocalCaller({ remoteAddress: '::1', headers: { host: '[::1]:3000' } }, [])).toBe(true);
    expect(isLocalCaller({ remoteAddress: '::ffff:127.0.0.1', headers: { host: '127.0.0.1' } }, [])).toBe(true);
  });

  it('refuses another machine, whatever it says', () => {
    expect(isLocalCaller({ ...local, remoteAddress: '192.168.0.7' }, [])).toBe(false);
    expect(isLocalCaller({ ...local, remoteAddress: '::ffff:10.0.0.1' }, [])).toBe(false);
  });

  it('refuses what a proxy on this machine passes on', () => {
    const headers = { ...local.headers, 'x-forwarded-for': '127.0.0.1' };
    expect(isLocalCaller({ ...local, headers }, [])).toBe(false);
    expect(isLocalCaller({ ...local, headers: { ...local.headers, forwarded: 'for=127.0.0.1' } }, [])).toBe(false);
  });

  it('refuses a web page of elsewhere, also one whose name resolves to this machine', () => {
    const page = { ...local, headers: { ...local.headers, origin: 'https://evil.example' } };
    expect(isLocalCaller(page, [])).toBe(false);
    expect(isLocalCaller({ ...local, headers: { host: 'evil.example:3000' } }, [])).toBe(false);
  });

  it('accepts its own pages and those of configured origins', () => {
    const own = { ...local, headers: { ...local.headers, origin: 'http://localhost:3000' } };
    const configured = { ...local, headers: { ...local.headers, origin: 'http://localhost:5173' } };
    expect(isLocalCaller(own, [])).toBe(true);
    expect(isLocalCaller(configured, ['http://localhost:5173'])).toBe(true);
  });
});
