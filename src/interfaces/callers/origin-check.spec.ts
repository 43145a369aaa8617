import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../platform/config/index.js';
import { originCheck } from './origin-check.js';

const check = (settings: Record<string, unknown> = {}) => {
  const keys = Object.entries(settings).map(([key, value]) => [`convengine.${key}`, value]);
  return originCheck(loadConfig({ env: {}, directory: '/nonexistent', overrides: Object.fromEntries(keys) }).config);
};
const KEY = { 'security.conversation-api-key': 'secret' };

describe('the name in Host', () => {
  it.each(['localhost', 'localhost:3000', 'LocalHost', '127.0.0.1:3000', '[::1]:3000', '192.168.0.7', '[fe80::1]'])(
    'may be this machine or an address: %s',
    (host) => expect(check()({ host })).toBeUndefined(),
  );

  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', '', '1.2.3'])(
    'may be no other while there is no key: %j',
    (host) => expect(check()({ host })).toContain('convengine.http.allowed-hosts'),
  );

  it('may be what the settings name, in any case and at any port', () => {
    const settings = {
      'http.allowed-hosts': ['Chat.example'],
      'mcp.server.allowed-hosts': ['mcp.example'],
      'http.public-url': 'https://public.example/convengine',
      'http.host': 'inside.example',
    };
    const problems = ['chat.example:80', 'MCP.example', 'public.example', 'inside.example:3000', 'evil.example'].map(
      (host) => check(settings)({ host }),
    );
    expect(problems).toEqual([undefined, undefined, undefined, undefined, expect.stringContaining('Host')]);
    expect(check({ 'http.allowed-hosts': ['*'] })({ host: 'any.example' })).toBeUndefined();
  });

  it('may be any once there is a key, unless the settings name some', () => {
    expect(check(KEY)({ host: 'any.example' })).toBeUndefined();
    const named = check({ ...KEY, 'http.allowed-hosts': ['chat.example'] });
    expect([named({ host: 'chat.example' }), named({ host: 'any.example' })]).toEqual([
      undefined,
      expect.stringContaining('Host'),
    ]);
  });
});

describe('the page in Origin', () => {
  const host = 'localhost:3000';

  it('may be missing, or the own one, or one that is configured', () => {
    const settings = { 'http.cors-origins': ['https://app.example'], 'http.public-url': 'https://public.example' };
    const origins = [undefined, `http://${host}`, `https://${host}`, 'https://app.example', 'https://public.example'];
    expect(origins.map((origin) => check(settings)({ host, origin }))).toEqual(origins.map(() => undefined));
    expect(check({ 'http.cors-origins': ['*'] })({ host, origin: 'https://any.example' })).toBeUndefined();
  });

  it.each(['https://evil.example', 'null', '', 'http://localhost:3001', 'http://localhost:3000.evil.example'])(
    'may be no other, with a key or without: %j',
    (origin) => {
      const problem = expect.stringContaining('convengine.http.cors-origins');
      expect([check({ 'http.cors-origins': [] })({ host, origin }), check(KEY)({ host, origin })]).toEqual([
        problem,
        problem,
      ]);
    },
  );
});
