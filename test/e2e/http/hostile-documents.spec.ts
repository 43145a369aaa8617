import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { HOSTILE_DOCUMENTS } from '../../helpers/hostile-documents.js';
import { someOf } from '../../helpers/thoroughness.js';

/** A slow machine may stand still for seconds. */
const LONGEST_HEALTH_MS = 30_000;
/** Far above what it takes, and far below what these documents cost whoever reads them. */
const MOST_HEALTH_CPU_MS = 5_000;

/** What was seen of the service while it read. */
interface Watch {
  readonly statuses: Set<number>;
  longestMs: number;
  /** Of the service's process, while health was asked for. */
  mostCpuMs: number;
  turns: number;
}

describe('hostile documents', () => {
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await openSqlite();
    const documents = { 'mcp.documents.timeout-ms': 2_000, 'mcp.documents.max-memory-bytes': 268_435_456 };
    engine = await startEngine({ database, config: { ...documents, 'http.body-limit-bytes': 33_554_432 } });
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
  });

  const post = (source: string, content: Buffer) =>
    fetch(`${engine.url}/api/v1/documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source, content: content.toString('base64'), encoding: 'base64' }),
    });

  it('are at least forty', () => expect(HOSTILE_DOCUMENTS.length).toBeGreaterThanOrEqual(40));

  it.each(someOf(HOSTILE_DOCUMENTS, 3).map((document) => [document.name, document] as const))(
    'are read or refused, while health and turns are answered: %s',
    async (_name, { source, content }) => {
      const bytes = content();
      const ended = new AbortController();
      const watching = watch(ended.signal);
      const response = await post(source, bytes).finally(() => ended.abort());
      const answer = (await response.json()) as { outcome?: string; errorCode?: string };
      expect([answer.outcome ?? answer.errorCode]).toEqual([response.status === 200 ? 'ingested' : 'DOCUMENT_INVALID']);
      const { statuses, longestMs, mostCpuMs, turns } = await watching;
      expect([...statuses]).toEqual([200]);
      expect(longestMs).toBeLessThan(LONGEST_HEALTH_MS);
      expect(mostCpuMs).toBeLessThan(MOST_HEALTH_CPU_MS);
      expect(turns).toBeGreaterThan(0);
    },
  );

  /** Asks for health, and says something, again and again. */
  async function watch(ended: AbortSignal): Promise<Watch> {
    const watch: Watch = { statuses: new Set(), longestMs: 0, mostCpuMs: 0, turns: 0 };
    do {
      const [asked, cpu] = [performance.now(), process.cpuUsage()];
      const health = await fetch(`${engine.url}/api/v1/health`);
      await health.arrayBuffer();
      const { user, system } = process.cpuUsage(cpu);
      watch.mostCpuMs = Math.max(watch.mostCpuMs, (user + system) / 1_000);
      watch.longestMs = Math.max(watch.longestMs, performance.now() - asked);
      watch.statuses.add(health.status).add((await engine.say('hello', randomUUID())).status);
      watch.turns += 1;
      await sleep(20);
    } while (!ended.aborted);
    return watch;
  }
});
