import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { BuiltCli } from './built-cli.js';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

describeOnEachDatabase('convengine keys', (open) => {
  it('makes a key that a service takes, shows it once, and ends it', async () => {
    const { url, close } = await open();
    const keys = (...args: string[]) => cli.run(['keys', ...args, '--database', url]);
    const made = await keys('create', '--role', 'user', '--name', 'ann', '--expires', '90d', '--json');
    const { key, keyId, expires } = JSON.parse(made.stdout) as { key: string; keyId: string; expires: string };
    expect(Math.round((Date.parse(expires) - Date.now()) / 86_400_000)).toBe(90);
    const listed = async () => JSON.parse((await keys('list', '--json')).stdout) as Record<string, unknown>[];
    expect(await listed()).toMatchObject([{ keyId, name: 'ann', role: 'user', state: 'in force', lastUsed: null }]);
    const table = await keys('list');
    expect([table.stdout.includes(keyId), table.stdout.includes(key.slice(-43))]).toEqual([true, false]);

    const ofTenant = ['--role', 'agent', '--name', 'crm', '--expires', 'never', '--tenant', 'acme'];
    const { stdout } = await keys('create', ...ofTenant);
    expect(stdout).toContain('(agent of acme, never runs out)');
    expect(stdout).toContain('It opens nothing yet: this database has the tenant default alone');
    expect((await keys('list')).stdout).toMatch(/agent +acme +crm/);
    await keys('revoke', String((await listed()).find(({ tenant }) => tenant === 'acme')?.keyId));

    const service = await cli.serve(['--database', url, '--port', '0', '--demo']);
    expect(service.output()).toContain('conversations need a key');
    const chat = (args: string[]) =>
      cli.run(['chat', '--url', service.url, ...args], { input: 'cancel my order 7017\nno thanks\n' });
    const talked = await chat(['--api-key', key]);
    expect([talked.code, talked.stdout.match(/bot> /g)]).toEqual([0, ['bot> ', 'bot> ']]);
    expect(service.output()).toMatch(/npx convengine chat --url \S+ --api-key YOUR-KEY\n/);
    expect((await chat([])).stdout).toContain(
      'error UNAUTHORIZED: This address needs an API key or a token.\n  Give a key with --api-key KEY',
    );
    expect(await listed()).toMatchObject([{ lastUsed: expect.stringMatching(/Z$/) }, { name: 'crm' }]);
    expect(service.output()).not.toContain(key);
    await service.end();

    expect((await keys('revoke', key)).code).toBe(0);
    expect(await listed()).toMatchObject([{ state: 'revoked' }, { state: 'revoked' }]);
    expect((await keys('revoke', '0123456789ab')).stderr).toContain('There is no key 0123456789ab.');
    await close();
  });

  it('takes no role that there is not, no name that is none, and no end that is past', async () => {
    const { url, close } = await open();
    const wrong = [
      ['--role', 'emperor', '--name', 'a', '--expires', 'never'],
      ['--role', 'user', '--name', ' ', '--expires', 'never'],
      ['--role', 'user', '--name', 'a', '--expires', '2020-01-01'],
      ['--role', 'user', '--name', 'a', '--expires', 'soon'],
      ['--role', 'user', '--name', 'a'],
      ['--role', 'user', '--name', 'a', '--expires', 'never', '--tenant', '*'],
    ];
    for (const args of wrong) expect((await cli.run(['keys', 'create', ...args, '--database', url])).code).toBe(2);
    await close();
  });
});

describe('a service that other machines could reach', () => {
  const args = (file: string) => ['--database', `sqlite:${file}`, '--port', '0', '--host', '0.0.0.0'];

  it('does not start while nobody would have to say who they are, and says what to do', async () => {
    const { code, stderr } = await cli.run(['serve', ...args('open.sqlite')]);
    expect(code).toBe(1);
    for (const remedy of ['admin-api-key', 'keys create', 'auth.oidc', '127.0.0.1', 'auth.open-to-network: true']) {
      expect(stderr).toContain(remedy);
    }
  });

  it.each([
    ['a key of the settings', { CONVENGINE_SECURITY_CONVERSATION_API_KEY: 'secret' }],
    ['the word of its settings', { CONVENGINE_AUTH_OPEN_TO_NETWORK: 'true' }],
  ])('starts with %s', async (_what, env) => {
    const service = await cli.serve(args('settings.sqlite'), env);
    expect(await service.end()).toBe(0);
  });

  it('starts with a key of its database', async () => {
    const { code } = await cli.run([
      'keys',
      'create',
      '--role',
      'admin',
      '--name',
      'ann',
      '--expires',
      'never',
      '--database',
      'sqlite:keyed.sqlite',
    ]);
    expect(code).toBe(0);
    const service = await cli.serve(args('keyed.sqlite'));
    expect(await service.end()).toBe(0);
  });
});
