import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3-13';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openReader } from './open-reader.js';

/** What a server says: a letter, the length of what follows, and that. */
function said(letter: string, ...parts: (string | number)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : int(part))));
  return Buffer.concat([Buffer.from(letter), int(body.length + 4), body]);
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const READY = Buffer.concat([said('R', 0), Buffer.from('Z\0\0\0\x05I')]);

/** A PostgreSQL server that lets everybody in, and does as the test says with the first statement. */
async function startServer(onStatement: (client: Socket) => void) {
  const closed = Promise.withResolvers<void>();
  const server = createServer((client) => {
    client.once('data', () => {
      client.write(READY);
      client.once('data', () => onStatement(client));
    });
    client.on('error', () => undefined).on('close', () => closed.resolve());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `postgres://me@127.0.0.1:${(server.address() as AddressInfo).port}/shop`, closed: closed.promise };
}

describe('a database that is read', () => {
  it('is left where it does not let itself be held to reading', async () => {
    const refused = Buffer.concat([said('E', 'SERROR', 'C42501', 'Mnot today', ''), READY.subarray(-6)]);
    const { url, closed } = await startServer((client) => client.write(refused));
    await expect(openReader(url)).rejects.toThrow('not today');
    await closed;
  });

  it('is given up a second after its server should have ended the statement', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = Promise.withResolvers<void>();
    const { url, closed } = await startServer(() => asked.resolve());
    const opened = expect(openReader(url)).rejects.toThrow('timeout');
    await asked.promise;
    await vi.advanceTimersByTimeAsync(61_000);
    await opened;
    await closed;
  });

  it('is found by each address that a service finds it by', async () => {
    // In the working directory, since addresses are relative to that.
    const folder = await mkdtemp('convengine-test-');
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = `${folder}/shop.sqlite`;
    new BetterSqlite3(file).exec('CREATE TABLE customers (id integer)').close();
    for (const url of [`sqlite:${file}`, `sqlite://${file}`, `sqlite:${resolve(file)}`, `sqlite://${resolve(file)}`]) {
      const reader = await openReader(url);
      expect(await reader.query('SELECT count(*) AS n FROM customers')).toEqual([{ n: 0 }]);
      await reader.close();
    }
  });

  it('is in a file: none in memory has anything to read', async () => {
    const refused = { code: 'CONFIGURATION_INVALID', message: expect.stringContaining('The database to read') };
    await expect(openReader('sqlite::memory:')).rejects.toMatchObject(refused);
  });
});
