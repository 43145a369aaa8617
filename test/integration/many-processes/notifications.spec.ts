import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Notifications, PostgresNotifications } from '../../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';
import { countListeners, cutListeners, until } from './two-processes.js';

describe.skipIf(!inject('postgres').available)('notifications (postgres)', () => {
  let database: TestDatabase;
  const opened: Notifications[] = [];
  const servers: Server[] = [];
  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openPostgres();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((notifications) => notifications.close()));
    for (const server of servers.splice(0)) server.close();
    await until('nobody listens any more', async () => (await countListeners(database)) === 0);
  });
  afterAll(() => database.close());

  /** A process that remembers what it heard on both channels. */
  async function listening(url = database.url) {
    const notifications = new PostgresNotifications(url);
    opened.push(notifications);
    const heard: string[] = [];
    for (const channel of ['convengine_audit', 'convengine_flow'] as const) {
      notifications.subscribe(channel, {
        onNotice: (payload) => void heard.push(`${channel} ${payload}`),
        onGap: () => void heard.push(`${channel} gap`),
      });
    }
    await notifications.start();
    return { notifications, heard };
  }

  /** The server behind an address that does not answer before `open` is called. */
  async function closedDoor() {
    const url = new URL(database.url);
    let isOpen = false;
    const server = createServer((client: Socket) => {
      if (!isOpen) return void client.destroy();
      const upstream = dial(Number(url.port || 5432), url.hostname);
      client.pipe(upstream).pipe(client);
      client.on('error', () => upstream.destroy());
      upstream.on('error', () => client.destroy());
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String((server.address() as { port: number }).port);
    return {
      url: through.href,
      open: () => {
        isOpen = true;
      },
    };
  }

  it('reach the other processes in order, and not the one that publishes', async () => {
    const [a, b, c] = [await listening(), await listening(), await listening()];
    const payloads = Array.from({ length: 50 }, (_, index) => `{"n":${index},"of":"a:b"}`);
    await Promise.all(payloads.map((payload) => a.notifications.publish('convengine_audit', payload)));
    await b.notifications.publish('convengine_flow', 'refreshed');
    const fromA = payloads.map((payload) => `convengine_audit ${payload}`);
    await until('all have heard', () => b.heard.length >= 50 && c.heard.length >= 51 && a.heard.length >= 1);
    await sleep(50);
    expect(a.heard).toEqual(['convengine_flow refreshed']);
    expect(b.heard).toEqual(fromA);
    expect(c.heard).toEqual([...fromA, 'convengine_flow refreshed']);
  });

  it('are sent together when there are many, and not each after a pause of 10 ms', async () => {
    const a = await listening();
    const begin = performance.now();
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => a.notifications.publish('convengine_audit', `${n}`)));
    expect(performance.now() - begin).toBeLessThan(15_000);
  });

  it('tell of a gap after the connection was lost: to itself, and to those who missed something', async () => {
    const [a, b] = [await listening(), await listening()];
    expect(await cutListeners(database)).toBe(2);
    await a.notifications.publish('convengine_audit', 'lost');
    const gaps = ['convengine_audit gap', 'convengine_flow gap'];
    await until('both know', () => gaps.every((gap) => a.heard.includes(gap) && b.heard.includes(gap)));
    await until('both listen again', async () => (await countListeners(database)) === 2);
    await sleep(50);
    a.heard.length = 0;
    b.heard.length = 0;
    await a.notifications.publish('convengine_audit', 'heard');
    await until('b has heard', () => b.heard.length > 0);
    expect(b.heard).toEqual(['convengine_audit heard']);
  });

  it('tell others of a gap when only the publisher was cut off', async () => {
    const door = await closedDoor();
    const [a, b] = [await listening(door.url), await listening()];
    await a.notifications.publish('convengine_flow', 'refreshed');
    await sleep(50);
    expect(b.heard).toEqual([]);
    door.open();
    await until('b knows', () => b.heard.length === 2);
    expect(b.heard).toEqual(['convengine_audit gap', 'convengine_flow gap']);
  });

  it('start without a server, and listen as soon as there is one', async () => {
    const door = await closedDoor();
    const late = await listening(door.url);
    expect(late.heard).toEqual([]);
    await sleep(300);
    door.open();
    await until('it knows', () => late.heard.length === 2);
    expect(await countListeners(database)).toBe(1);
  });

  it('call a listener that fails again, with a gap, until it does not', async () => {
    const [a, b] = [await listening(), await listening()];
    const calls: string[] = [];
    b.notifications.subscribe('convengine_flow', {
      onNotice: () => {
        calls.push('notice');
        throw new Error('broken');
      },
      onGap: async () => {
        calls.push('gap');
        if (calls.length < 3) throw new Error('still broken');
      },
    });
    await a.notifications.publish('convengine_flow', 'refreshed');
    await until('it was called three times', () => calls.length === 3);
    await sleep(300);
    expect(calls).toEqual(['notice', 'gap', 'gap']);
    expect(b.heard).toEqual(['convengine_flow refreshed']);
  });

  it('tell a listener that fails again and again of one gap at a time', async () => {
    const [a, b] = [await listening(), await listening()];
    const counted = { notices: 0, gaps: 0, followed: 0 };
    let isBack = false;
    b.notifications.subscribe('convengine_flow', {
      onNotice: () => {
        counted.notices += 1;
        throw new Error('broken');
      },
      onGap: () => {
        counted.gaps += 1;
        if (!isBack) throw new Error('still broken');
        counted.followed += 1;
      },
    });
    for (let n = 0; n < 30; n += 1) void a.notifications.publish('convengine_flow', String(n));
    await until('all have failed, and a gap too', () => counted.notices === 30 && counted.gaps > 0);
    isBack = true;
    await until('it has followed', () => counted.followed > 0);
    await sleep(500);
    expect(counted.followed).toBe(1);
  });

  it('tell a listener of another gap where something failed while it followed one', async () => {
    const [a, b] = [await listening(), await listening()];
    const gaps: PromiseWithResolvers<void>[] = [];
    let notices = 0;
    b.notifications.subscribe('convengine_flow', {
      onNotice: () => {
        notices += 1;
        throw new Error('broken');
      },
      onGap: () => {
        const gap = Promise.withResolvers<void>();
        gaps.push(gap);
        return gap.promise;
      },
    });
    await a.notifications.publish('convengine_flow', 'refreshed');
    await until('it is told of a gap', () => gaps.length === 1);
    await a.notifications.publish('convengine_flow', 'refreshed');
    await until('it has failed again', () => notices === 2);
    gaps[0]?.resolve();
    await until('it is told once more', () => gaps.length === 2);
    gaps[1]?.resolve();
    await sleep(300);
    expect(gaps).toHaveLength(2);
  });

  it('are not told again to a listener that has ended its subscription', async () => {
    const [a, b] = [await listening(), await listening()];
    let calls = 0;
    const fail = () => {
      calls += 1;
      throw new Error('broken');
    };
    const end = b.notifications.subscribe('convengine_flow', { onNotice: fail, onGap: fail });
    await a.notifications.publish('convengine_flow', 'refreshed');
    await until('it has failed', () => calls === 1);
    end();
    await sleep(300);
    expect(calls).toBe(1);
  });

  it('can be closed at any time: before and while it starts, without a server, and twice', async () => {
    const door = await closedDoor();
    const create = (url = database.url) => new PostgresNotifications(url);
    const [unused, starting, cutOff, twice] = [create(), create(), create(door.url), create()];
    await unused.close();
    const started = starting.start();
    await starting.close();
    await started;
    await cutOff.start();
    await cutOff.close();
    await twice.start();
    await Promise.all([twice.close(), twice.close()]);
    await unused.publish('convengine_flow', 'refreshed');
    await until('nobody listens', async () => (await countListeners(database)) === 0);
  });

  it('sends what was published before it is closed', async () => {
    const [a, b] = [await listening(), await listening()];
    void a.notifications.publish('convengine_audit', 'first');
    void a.notifications.publish('convengine_audit', 'last');
    await a.notifications.close();
    await until('b has heard both', () => b.heard.length === 2);
  });
});
