import { resolve } from 'node:path';
import type { JsonObject } from '../../src/platform/common/json.js';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import type { TestDatabase } from '../helpers/databases.js';
import { json, Upstream } from '../helpers/upstream.js';
import { accept, WebhookReceiver } from '../helpers/webhook-receiver.js';
import { Collector } from './collector.js';

/** Words that must not stand in any trace: what the user says, and what tools are given. */
export const PERSONAL = 'Rumpelstilzchen';

const CANCEL = (url: string) => `
name: acme_cancel
description: cancels an order of acme
schema:
  input:
    type: object
    properties: { id: { type: integer }, name: { type: string } }
    required: [id, name]
providers:
  primary:
    config: { base_url: "${url}", path: "/orders/{id}", method: POST }
`;

/** A service in a process of its own, with everything around it: a tool's server, a webhook, another MCP server, a collector. */
export class TracedService {
  readonly shop = new Upstream();
  readonly webhook = new WebhookReceiver();
  readonly collector = new Collector();

  private constructor(
    readonly cli: BuiltCli,
    private running: RunningService | undefined,
  ) {}

  static async start(
    database: TestDatabase,
    isTraced: boolean,
    env: Record<string, string> = {},
  ): Promise<TracedService> {
    const service = new TracedService(await BuiltCli.build(), undefined);
    const { cli, shop, webhook, collector } = service;
    await Promise.all([shop.start(), webhook.start(), collector.start()]);
    shop.behave(json({ ok: true }));
    webhook.behave(accept);
    const other = { command: process.execPath, args: [resolve('test/mcp/fixtures/other-server.mjs')] };
    await cli.writeFiles({
      'tools/cancel.yaml': CANCEL(shop.url),
      'sending.txt': 'Sends it',
      'config/convengine.yaml': JSON.stringify({
        convengine: {
          capabilities: { directories: ['tools'] },
          egress: { 'allow-private-hosts': [shop.host] },
          webhooks: { url: webhook.url, secret: 'the secret of the webhook', 'poll-seconds': 1 },
          mcp: { servers: { other: { ...other, env: { DESCRIPTION: 'sending.txt' }, read: ['echo'] } } },
        },
      }),
    });
    service.running = await cli.serve(['--demo', '--port', '0', '--host', '127.0.0.1', '--database', database.url], {
      LOG_LEVEL: 'silent',
      ...(isTraced && collector.environment),
      ...env,
    });
    return service;
  }

  get url(): string {
    return this.running?.url ?? '';
  }

  /** Posts one message. */
  async say(message: string, body: JsonObject, headers: Record<string, string> = {}): Promise<JsonObject> {
    const response = await fetch(`${this.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ message, ...body }),
    });
    return (await response.json()) as JsonObject;
  }

  /** Ends the process, and gives its exit code. */
  async end(): Promise<number | null> {
    return (await this.running?.end()) ?? null;
  }

  async close(): Promise<void> {
    await this.cli.close();
    await Promise.all([this.shop.stop(), this.webhook.stop(), this.collector.stop()]);
  }
}
