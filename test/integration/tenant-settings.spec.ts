import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TurnGate } from '../../src/engine/turn/turn-gate.js';
import { inTenant } from '../../src/platform/common/tenant.js';
import { LLM_CLIENT } from '../../src/platform/common/tokens.js';
import { Troubles } from '../../src/platform/common/troubles.js';
import { type ConvEngineConfig, loadConfig } from '../../src/platform/config/index.js';
import type { LlmClient } from '../../src/platform/llm/index.js';
import { keyFor } from '../access/keys.js';
import { describeOnEachDatabase, openSqlite } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';
import { startScriptedModel } from '../helpers/scripted-model.js';
import { json, Upstream } from '../helpers/upstream.js';
import { HttpTools } from './http-api/http-api-setup.js';
import { request } from './llm/client-fixture.js';

afterEach(() => vi.unstubAllEnvs());

const load = (tenants: unknown, more: Record<string, unknown> = {}) =>
  loadConfig({ env: {}, directory: '/nonexistent', overrides: { 'convengine.tenants': tenants, ...more } }).config;
const TWO = {
  acme: { secrets: { 'env:K': 'env:ACME_K', 'env:ID': 'env:ACME_ID' } },
  globex: { secrets: { 'env:K': 'env:GLOBEX_K' } },
};
const ALL = ['acme', 'globex', 'initech'];

describe('secrets of tools', () => {
  const upstream = new Upstream();
  let tools: HttpTools;
  const toolsWith = (tenants: ConvEngineConfig['tenants']) => new HttpTools([upstream.host], {}, 10_000, tenants);
  beforeAll(() => upstream.start());
  afterAll(() => upstream.stop());
  afterEach(() => tools.close());
  const stub = () => {
    for (const [name, value] of Object.entries({ K: 'shared', ACME_K: 'of-acme', GLOBEX_K: 'of-globex' }))
      vi.stubEnv(name, value);
    vi.stubEnv('ID', 'id');
    vi.stubEnv('ACME_ID', 'acme-id');
  };

  it('are those of the tenant at work, at the same time, and the shared ones where it has none', async () => {
    stub();
    upstream.behave(json({}));
    tools = toolsWith(load(TWO).tenants).reading({
      url: `${upstream.url}/{{$secret.k}}`,
      auth: { type: 'BEARER_STATIC', secret: 'env:K' },
      secrets: { k: 'env:K' },
    });
    await Promise.all([...ALL, ...ALL].map((tenant) => inTenant(tenant, () => tools.run())));
    const sent = upstream.requests.map(({ headers, url }) => [headers.authorization, url].join(' '));
    expect(new Set(sent)).toEqual(
      new Set(['Bearer of-acme /of-acme', 'Bearer of-globex /of-globex', 'Bearer shared /shared']),
    );
    expect(sent).toHaveLength(6);
  });

  it('get each tenant a token of its own', async () => {
    stub();
    const tokenServer = new Upstream();
    await tokenServer.start();
    tokenServer.behave((response, nth, asked) =>
      json({ access_token: asked.headers.authorization })(response, nth, asked),
    );
    upstream.behave(json({}));
    tools = new HttpTools([upstream.host, tokenServer.host], {}, 10_000, load(TWO).tenants).reading({
      url: upstream.url,
      auth: {
        type: 'OAUTH2_CLIENT_CREDENTIALS',
        tokenUrl: `${tokenServer.url}/token`,
        clientId: 'env:ID',
        clientSecret: 'env:K',
      },
    });
    for (const tenant of [...ALL, ...ALL]) await inTenant(tenant, () => tools.run());
    const said = upstream.requests.map(({ headers }) =>
      Buffer.from(String(headers.authorization).replace('Bearer Basic ', ''), 'base64').toString(),
    );
    const each = ['acme-id:of-acme', 'id:of-globex', 'id:shared'];
    expect([said, tokenServer.requests.length]).toEqual([[...each, ...each], 3]);
    await tokenServer.stop();
  });

  it('that are not there are named by tenant, and are nobody else’s', async () => {
    stub();
    vi.stubEnv('GLOBEX_K', '');
    upstream.behave(json({}));
    tools = toolsWith(load(TWO).tenants).reading({
      url: upstream.url,
      auth: { type: 'BEARER_STATIC', secret: 'env:K' },
    });
    await expect(inTenant('globex', () => tools.run())).rejects.toThrow(
      'auth.secret of a.b (tenant globex) refers to the environment variable GLOBEX_K',
    );
    expect(upstream.requests).toEqual([]);
    const start = startEngine({ database: await openSqlite(), config: { tenants: TWO } });
    await expect(start).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringContaining('convengine.tenants[globex][secrets][env:K] refers to'),
    });
  });
});

describe('settings of a tenant', () => {
  it.each([
    [{ acme: { language: 'de' } }, 'convengine.tenants[acme]', 'has no language; its keys are secrets, llm.model'],
    [{ acme: { 'llm.model': '' } }, 'convengine.tenants[acme][llm.model]', ''],
    [{ acme: { 'llm.api-key': 'sk-1' } }, 'convengine.tenants[acme][llm.api-key]', 'env:NAME'],
    [{ acme: { secrets: { 'env:K': 'sk-1' } } }, 'convengine.tenants[acme][secrets][env:K]', 'env:NAME'],
    [{ 'a b': {} }, 'convengine.tenants[a b]', ''],
  ])('are from a list: %j is refused by tenant and key', (tenants, key, words) => {
    expect(() => load(tenants)).toThrow(key);
    expect(() => load(tenants)).toThrow(words);
  });

  it('name its model; the key of the service goes to no address of a tenant', async () => {
    vi.stubEnv('ACME_MODEL_KEY', 'of-acme');
    const shared = await startScriptedModel([{ reply: { text: 'shared' } }, { reply: { text: 'shared' } }]);
    const own = await startScriptedModel([{ reply: { text: 'own' } }, { reply: { text: 'own' } }]);
    const engine = await startEngine({
      database: await openSqlite(),
      config: {
        'llm.provider': 'openai-compatible',
        'llm.base-url': shared.url,
        'llm.model': 'big',
        'llm.api-key': 'of-service',
        tenants: {
          acme: { 'llm.base-url': own.url, 'llm.api-key': 'env:ACME_MODEL_KEY', 'llm.model': 'small' },
          globex: { 'llm.base-url': own.url },
          initech: { 'llm.model': 'tiny' },
        },
      },
    });
    const client = engine.app.get<LlmClient>(LLM_CLIENT, { strict: false });
    const all = () => [...shared.requests, ...own.requests];
    const asked = async (tenant: string) => {
      const before = new Set(all());
      await inTenant(tenant, () => client.text(request()));
      const [last] = all().filter((one) => !before.has(one));
      return [last?.headers.authorization, last?.body.model];
    };
    expect(await asked('acme')).toEqual(['Bearer of-acme', 'small']);
    expect(await asked('globex')).toEqual([undefined, 'big']);
    expect(await asked('initech')).toEqual(['Bearer of-service', 'tiny']);
    expect(await asked('default')).toEqual(['Bearer of-service', 'big']);
    await engine.close();
    await Promise.all([shared.close(), own.close()]);
    const none = startEngine({ database: await openSqlite(), config: { tenants: { acme: { 'llm.model': 'm' } } } });
    await expect(none).rejects.toThrow('convengine.tenants[acme][llm.model] needs a model of the service');
  });

  it('limit its turns in progress, and nobody else’s', async () => {
    const gate = new TurnGate(load({ acme: { 'limits.turns-in-progress': 1 } }), new Troubles());
    const goOn = Promise.withResolvers<void>();
    const running = ['acme', 'globex'].map((tenant) => inTenant(tenant, () => gate.count(() => goOn.promise)));
    await expect(inTenant('acme', () => gate.count(async () => 'done'))).rejects.toThrow('of this tenant');
    expect(await inTenant('globex', () => gate.count(async () => 'done'))).toBe('done');
    goOn.resolve();
    await Promise.all(running);
    gate.onApplicationShutdown();
  });
});

describeOnEachDatabase('requests of a tenant in a minute', (open) => {
  it('are limited as its own setting says, in the place of that of all', async () => {
    const database = await open();
    const config = {
      'auth.tenant': 'acme',
      'limits.per-minute.tenant': 1,
      tenants: { acme: { 'limits.per-minute': 3 } },
    };
    const engine = await startEngine({ database, config });
    const { headers } = await keyFor(database, 'service', 'x', null, 'acme');
    const statuses: number[] = [];
    for (let nth = 0; nth < 4; nth += 1) statuses.push((await engine.say('hello', randomUUID(), {}, headers)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await engine.close();
  });
});
