import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { someOf } from '../helpers/thoroughness.js';
import { BuiltCli, type RunningService } from './cli/built-cli.js';

/** When the process dies over a call: before it has its effect, or before its answer. */
interface Kill {
  readonly at: string;
  readonly when: 'before' | 'after';
}

const kill = (text: string): Kill => {
  const [at = '', when] = text.split(' ');
  return { at, when: when === 'before' ? 'before' : 'after' };
};

/** Kills at some of the moments; each costs a start of the service. */
const killsAt = (moments: readonly string[]): Kill[] => someOf(moments, 3).map(kill);

/** The world outside, which knows the keys that it has seen, and kills the service over calls. */
class World {
  readonly effects: string[] = [];
  /** Keys of effects that were asked for again. */
  readonly again: string[] = [];
  kills: Kill[] = [];
  isSoldOut = false;
  onKill: () => void = () => undefined;
  private readonly answers = new Map<string, string>();
  private readonly server = createServer((request, response) => this.answer(request, response));

  async open(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const what = String(request.url).slice(1);
    const key = String(request.headers['idempotency-key']);
    const [next] = this.kills;
    const dies = next?.at === what ? next.when : undefined;
    if (dies) this.kills.shift();
    const isRefused = what === 'car' && this.isSoldOut;
    if (dies !== 'before' && !isRefused) this.have(what, key);
    if (dies) this.onKill();
    else if (isRefused) response.writeHead(409).end('{"error":"sold out"}');
    else response.setHeader('content-type', 'application/json').end(this.answers.get(key));
  }

  private have(what: string, key: string): void {
    if (this.answers.has(key)) {
      this.again.push(what);
      return;
    }
    this.effects.push(what);
    this.answers.set(key, JSON.stringify({ id: `${what}-${this.effects.length}` }));
  }
}

const toolFile = (url: string, code: string, policy: string) => `
name: ${code}
description: ${code}
schema: { input: { type: object, properties: { id: { type: string } } } }
providers: { primary: { service: rest, config: { endpoint: "${url}/${code}", method: POST } } }
convengine: { execution_policy: ${policy} }
`;

const step = (what: string) =>
  `  - { name: ${what}, tool: ${what}, compensate: { tool: ${what}_undo, arguments: { id: $${what}.id } } }`;
const PLAYBOOK = `
name: book_journey
durable: true
description: book the journey
steps:
${['flight', 'hotel', 'car'].map(step).join('\n')}
`;

describeOnEachDatabase('a durable playbook whose process is killed', (open) => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let world: World;
  let service: RunningService;
  let url: string;
  beforeAll(async () => {
    cli = await BuiltCli.build();
    database = await open();
  });
  afterAll(() => cli.close());

  const env = () => ({
    CONVENGINE_CAPABILITIES_DIRECTORIES: '["capabilities"]',
    CONVENGINE_EGRESS_ALLOW_PRIVATE_HOSTS: JSON.stringify([new URL(url).host]),
    CONVENGINE_MCP_WORKFLOWS_LEASE_MS: '500',
    CONVENGINE_TURN_LEASE_MS: '500',
  });
  const serve = () => cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', database.url], env());
  /** Does a test with a world and a service that is started anew whenever the world kills it. */
  const withWorld = async (policy: string, work: () => Promise<void>) => {
    world = new World();
    url = await world.open();
    const codes = ['flight', 'hotel', 'car'].flatMap((what) => [what, `${what}_undo`]);
    const tools = codes.map((code) => [`capabilities/${code}.yaml`, toolFile(url, code, policy)] as const);
    await cli.writeFiles({ ...Object.fromEntries(tools), 'capabilities/book.yaml': PLAYBOOK });
    service = await serve();
    let restarting: Promise<unknown> = Promise.resolve();
    world.onKill = () => {
      restarting = service.end('SIGKILL').then(async () => {
        service = await serve();
      });
    };
    try {
      await work();
    } finally {
      await restarting;
      await service.end('SIGKILL');
      await world.close();
    }
  };

  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const begin = async (): Promise<string> => {
    const conversationId = crypto.randomUUID();
    const inputParams = { tool_request: { tool_code: 'book_journey', args: {} } };
    await post('/conversation/message', { conversationId, message: 'book it', inputParams });
    // The process may be killed before it answers.
    await post('/conversation/message', { conversationId, message: 'yes' }).catch(() => undefined);
    return conversationId;
  };
  const rowOf = async (conversationId: string) => {
    const [row] = await database.database.query(
      'SELECT run_id, status, error_text FROM ce_workflow_run WHERE conversation_id = $1',
      [conversationId],
    );
    return row;
  };
  const until = async (conversationId: string, status: string) => {
    const now = async () => (await rowOf(conversationId))?.status;
    await expect.poll(now, { timeout: 60_000, interval: 100 }).toBe(status);
  };

  it('goes on where it was, and does nothing twice', { timeout: 120_000 }, () =>
    withWorld('idempotent', async () => {
      const kills = killsAt(['flight after', 'flight before', 'hotel after', 'car before', 'car after']);
      world.kills = [...kills];
      await until(await begin(), 'DONE');
      expect(world.kills).toEqual([]);
      expect(world.effects).toEqual(['flight', 'hotel', 'car']);
      // The effect was there; whoever began anew asked for it with the same key.
      expect(world.again).toEqual(kills.filter(({ when }) => when === 'after').map(({ at }) => at));
    }),
  );

  it('is undone from the last step back, each once', { timeout: 120_000 }, () =>
    withWorld('idempotent', async () => {
      world.isSoldOut = true;
      world.kills = killsAt(['hotel_undo before', 'hotel_undo after', 'flight_undo before', 'flight_undo after']);
      await until(await begin(), 'FAILED');
      expect(world.kills).toEqual([]);
      expect(world.effects).toEqual(['flight', 'hotel', 'hotel_undo', 'flight_undo']);
    }),
  );

  describe('over a step that is not idempotent', () => {
    it('is held, and goes on when a person has said what happened', { timeout: 120_000 }, () =>
      withWorld('at-most-once', async () => {
        world.kills = [kill('hotel after')];
        const conversationId = await begin();
        await until(conversationId, 'HELD');
        expect(world.effects).toEqual(['flight', 'hotel']);
        const { run_id: runId } = (await rowOf(conversationId)) ?? {};
        const at = [conversationId, String(runId)];
        const by = ['--by', 'ann', '--note', 'asked by phone', '--url', service.url];
        const settled = ['--step', 'hotel', '--happened', 'yes', '--result', '{"id":"hotel-2"}'];
        expect(await cli.run(['workflows', 'settle', ...at, ...settled, ...by])).toMatchObject({ code: 0, stderr: '' });
        expect(await cli.run(['workflows', 'retry', ...at, ...by])).toMatchObject({ code: 0 });
        await until(conversationId, 'DONE');
        expect([world.effects, world.again]).toEqual([['flight', 'hotel', 'car'], []]);
      }),
    );
  });
});
