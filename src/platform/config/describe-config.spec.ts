import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { describeConfig } from './describe-config.js';
import { loadConfig } from './load-config.js';

function lines(env: NodeJS.ProcessEnv) {
  return new Map(describeConfig(loadConfig({ directory: tmpdir(), env })).map((line) => [line.key, line]));
}

describe('describing the configuration', () => {
  it('gives every key with its effective value and its origin', () => {
    const described = lines({ PORT: '81' });
    expect(described.get('convengine.http.port')).toEqual({
      key: 'convengine.http.port',
      value: '81',
      origin: 'environment PORT',
    });
    expect(described.get('convengine.flow.validation')?.value).toBe('"strict"');
    expect(described.get('convengine.flow.validation')?.origin).toMatch(/^config\/default\.yaml:\d+$/);
    expect(described.get('convengine.flow.state-graph.allowed-transitions')?.value).toBe('{}');
  });

  it('masks secrets, and shows which of them are empty', () => {
    const described = lines({
      CONVENGINE_SECURITY_ADMIN_API_KEY: 'top-secret',
      LLM_API_KEY: 'sk-123',
      CONVENGINE_WEBHOOKS_SECRET: 's',
      CONVENGINE_CONSENT_PAGE_CODE: 'code-of-the-page',
    });
    expect(described.get('convengine.security.admin-api-key')?.value).toBe('"***"');
    expect(described.get('convengine.llm.api-key')?.value).toBe('"***"');
    expect(described.get('convengine.webhooks.secret')?.value).toBe('"***"');
    expect(described.get('convengine.consent.page-code')?.value).toBe('"***"');
    expect(described.get('convengine.security.conversation-api-key')?.value).toBe('""');
  });

  it.each([
    ['postgres://app:p4ss@db:5432/app', 'postgres://app:***@db:5432/app'],
    ['postgres://app:p@ss:w@db/app', 'postgres://app:***@db/app'],
    ['postgres://db/app?user=app&password=p4ss&x=1', 'postgres://db/app?user=app&password=***&x=1'],
    ['postgres://app@db:5432/app', 'postgres://app@db:5432/app'],
    ['sqlite:.data/a.sqlite', 'sqlite:.data/a.sqlite'],
  ])('masks only the password of the database address %s', (url, shown) => {
    const described = lines({ DATABASE_URL: url, CONVENGINE_MCP_DB_URL: url });
    expect(described.get('convengine.database.url')?.value).toBe(JSON.stringify(shown));
    expect(described.get('convengine.mcp.db.url')?.value).toBe(JSON.stringify(shown));
  });

  it('masks what the environment of a program of an MCP server has that is no reference, and passwords in its arguments', () => {
    const servers = {
      files: { command: 'npx', args: ['files', 'postgres://app:p4ss@db/app'], env: { TOKEN: 'ghp_1', KEY: 'env:KEY' } },
      crm: { url: 'https://crm.example/mcp?api_key=abc&x=1', headers: { Authorization: 'env:CRM' } },
    };
    const { value = '' } =
      lines({ CONVENGINE_MCP_SERVERS: JSON.stringify(servers) }).get('convengine.mcp.servers') ?? {};
    expect(JSON.parse(value)).toMatchObject({
      files: { args: ['files', 'postgres://app:***@db/app'], env: { TOKEN: '***', KEY: 'env:KEY' } },
      crm: { url: 'https://crm.example/mcp?api_key=***&x=1', headers: { Authorization: 'env:CRM' } },
    });
  });

  it('masks secrets in other addresses, and nothing else of them', () => {
    const webhooks = { a: 'https://hooks.example/x?token=abc', b: 'http://localhost:3000/a@b?page=1' };
    const { value = '' } =
      lines({
        CONVENGINE_MCP_NOTIFICATION_WEBHOOKS: JSON.stringify(webhooks),
        CONVENGINE_MCP_NOTIFICATION_WEBHOOK_SECRET: 'env:S',
        CONVENGINE_MCP_NOTIFICATION_TEMPLATES: '{t: {subject: s, text: t}}',
      }).get('convengine.mcp.notification.webhooks') ?? {};
    expect(JSON.parse(value)).toEqual({ ...webhooks, a: 'https://hooks.example/x?token=***' });
  });
});
