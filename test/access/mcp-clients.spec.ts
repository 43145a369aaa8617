import { StreamableHTTPClientTransport as StatelessTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { freePort } from '../helpers/free-port.mjs';
import { BANK, Bank } from '../mcp/bank.js';
import { newStatelessClient, REVISIONS, type Revision } from '../mcp/connect.js';
import { keyFor } from './keys.js';
import { TestProvider } from './provider.js';
import { Visitor } from './visitor.js';

const CALLBACK = 'http://127.0.0.1:9/callback';

/** What a client of the SDK keeps between its steps, and where it sends its user. */
class Keeper {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'test', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' };
  /** Where its user was sent. */
  sentTo: URL | undefined;
  private readonly kept = new Map<string, unknown>();

  clientInformation = () => this.kept.get('client') as never;
  saveClientInformation = (client: unknown) => void this.kept.set('client', client);
  tokens = () => this.kept.get('tokens') as never;
  saveTokens = (tokens: unknown) => void this.kept.set('tokens', tokens);
  codeVerifier = () => String(this.kept.get('verifier'));
  discoveryState = () => this.kept.get('discovery') as never;
  saveDiscoveryState = (state: unknown) => void this.kept.set('discovery', state);
  saveCodeVerifier = (verifier: string) => void this.kept.set('verifier', verifier);
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url;
  };

  get accessToken(): string {
    return (this.kept.get('tokens') as { access_token: string }).access_token;
  }
}

describe('a client of the Model Context Protocol without a key', () => {
  let opened: TestDatabase;
  let provider: TestProvider;
  let engine: TestEngine;

  beforeAll(async () => {
    provider = await TestProvider.start();
    opened = await openSqlite();
    // The service has to know where it is before it takes tokens for there: this port is free.
    const port = await freePort();
    const config = {
      ...provider.settings,
      'auth.oidc.role-claim': 'scope',
      'auth.oidc.roles': { 'bot:read': 'viewer', bot: 'user' },
      'http.public-url': `http://127.0.0.1:${port}`,
      'http.port': port,
    };
    engine = await startEngine({ database: opened, seeds: [BANK], handlers: new Bank().handlers, config });
  });
  afterAll(async () => {
    await engine.close();
    await provider.goAway();
    await opened.close();
  });

  const clientFor = (revision: Revision, keeper: Keeper) => {
    const address = new URL(`${engine.url}/mcp`);
    const authProvider = keeper as never;
    if (revision === '2025-11-25') {
      const transport = new StreamableHTTPClientTransport(address, { authProvider });
      const client = new Client({ name: 'test', version: '1' });
      return {
        client,
        connect: () => client.connect(transport as never),
        finish: (back: URL) => transport.finishAuth(back.searchParams.get('code') ?? ''),
      };
    }
    const transport = new StatelessTransport(address, { authProvider });
    const client = newStatelessClient({});
    return {
      // Both have what the test calls, by the same names.
      client: client as unknown as Client,
      connect: () => client.connect(transport),
      finish: (back: URL) => transport.finishAuth(back.searchParams),
    };
  };
  const call = (token: string, path: string) =>
    fetch(`${engine.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

  it.each(REVISIONS)(
    'finds the provider, registers, sends its user there, and lists the tools (%s)',
    async (revision) => {
      const keeper = new Keeper();
      const begun = clientFor(revision, keeper);
      await expect(begun.connect()).rejects.toThrow(/unauthorized/i);
      const { searchParams } = keeper.sentTo ?? new URL('http://nowhere');
      expect([searchParams.get('resource'), searchParams.get('code_challenge_method')]).toEqual([
        `${engine.url}/mcp`,
        'S256',
      ]);
      const back = new URL(await new Visitor(engine).follow(String(keeper.sentTo), { name: 'mia' }));
      await begun.finish(back);
      const { client, connect } = clientFor(revision, keeper);
      await connect();
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('convengine_message');
      const said = await client.callTool({ name: 'convengine_message', arguments: { message: 'hello' } });
      expect(said.isError ?? false).toBe(false);
      expect(await engine.count(`SELECT count(*) FROM ce_conversation WHERE user_id = 'mia'`)).toBeGreaterThan(0);
      await client.close();
      // What a program was given for its calls is not the word of its user.
      const elsewhere = await call(keeper.accessToken, '/api/v1/me');
      expect([elsewhere.status, ((await elsewhere.json()) as { message: string }).message]).toEqual([
        401,
        'The token is for another service (convengine.auth.oidc.audience).',
      ]);
    },
  );

  it('is told which role or scope it lacks', async () => {
    const ask = async (engineAsked: TestEngine, token: string) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const body = '{"jsonrpc": "2.0", "id": 1, "method": "ping"}';
      const authorization = token === '' ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(`${engineAsked.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...authorization },
        body,
      });
      await response.body?.cancel();
      return [response.status, response.headers.get('www-authenticate')];
    };
    const metadata = ({ url }: TestEngine) => `resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`;
    expect(await ask(engine, '')).toEqual([401, `Bearer scope="bot", ${metadata(engine)}`]);
    const reader = await provider.sign('vera', { claims: { scope: 'openid bot:read' } });
    expect(await ask(engine, reader)).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="bot", ${metadata(engine)}`,
    ]);
    const described = await fetch(`${engine.url}/.well-known/oauth-protected-resource/mcp`);
    expect(await described.json()).toMatchObject({ resource: `${engine.url}/mcp`, scopes_supported: ['bot'] });
    // Another claim says what somebody is: there is no scope to ask for.
    const grouped = await startEngine({ database: opened, config: provider.settings });
    expect(await ask(grouped, '')).toEqual([401, `Bearer ${metadata(grouped)}`]);
    const viewer = await provider.sign('vera', { claims: { groups: ['bot-viewers'] } });
    expect(await ask(grouped, viewer)).toEqual([403, `Bearer error="insufficient_scope", ${metadata(grouped)}`]);
    await grouped.close();
  });

  it('is refused with a token for the path of another service, and comes in with a key as before', async () => {
    const forged = await provider.sign('mia', { claims: { aud: 'http://evil.example/mcp' } });
    const response = await fetch(`${engine.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${forged}`, host: 'evil.example', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    const { headers } = await keyFor(opened, 'agent', 'bot');
    const transport = new StreamableHTTPClientTransport(new URL(`${engine.url}/mcp`), { requestInit: { headers } });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport as never);
    expect((await client.listTools()).tools.length).toBeGreaterThan(1);
    await client.close();
  });
});
