import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

/** A way to the real server that a test can cut and restore. */
class Cable {
  private readonly sockets = new Set<Socket>();
  private cut = false;
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(host: string, port: number): Promise<Cable> {
    const server = createServer((client) => cable.join(client, host, port));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const cable: Cable = new Cable(server, (server.address() as { port: number }).port);
    return cable;
  }

  pull(): void {
    this.cut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  plugIn(): void {
    this.cut = false;
  }

  close(): void {
    this.pull();
    this.server.close();
  }

  private join(client: Socket, host: string, port: number): void {
    if (this.cut) return void client.destroy();
    const upstream = connect(port, host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}

describe.skipIf(!inject('postgres').available)('a PostgreSQL that goes away (postgres)', () => {
  let database: TestDatabase;
  let cable: Cable;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await openPostgres();
    const url = new URL(database.url);
    cable = await Cable.to(url.hostname, Number(url.port || 5432));
    url.hostname = '127.0.0.1';
    url.port = String(cable.port);
    engine = await startEngine({
      database,
      seeds: ['seeds/demo/demo.sql'],
      config: { 'database.url': url.href, 'handlers.directories': ['seeds/demo/handlers'] },
    });
  });
  afterAll(async () => {
    await engine.close();
    cable.close();
    await database.close();
  });

  it('makes turns fail clearly, loses nothing, and is used again as soon as it is back', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 9001', id);
    cable.pull();
    const failed = await engine.say('yes', id);
    expect(failed.status).toBe(503);
    expect(failed.body).toMatchObject({ success: false, errorCode: 'DATABASE_UNAVAILABLE', recoverable: true });
    const health = await fetch(`${engine.url}/api/v1/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ database: 'down' });
    cable.plugIn();
    const done = await engine.say('yes', id);
    expect(done.state).toBe('CANCELLED');
    expect(await engine.count("SELECT count(*) FROM demo_order_cancellation WHERE order_id = '9001'")).toBe(1);
  });
});
