import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddingCache } from '../../../src/platform/embeddings/embedding-cache.js';
import { EmbeddingModel } from '../../../src/platform/embeddings/embedding-model.js';
import { MeaningIndex } from '../../../src/platform/embeddings/meaning-index.js';
import { openVectors } from '../../../src/platform/embeddings/open-vectors.js';
import { NEAREST } from '../../../src/platform/embeddings/vector-table.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { type EmbeddingServer, startEmbeddingServer } from '../../helpers/embedding-server.js';
import { type PgvectorServer, startPgvector } from '../../helpers/pgvector.js';

const TEXTS = new Map([
  ['a', 'annual leave'],
  ['b', 'business travel'],
  ['c', 'paid invoices'],
]);

const begun: MeaningIndex[] = [];
afterEach(() => {
  for (const index of begun.splice(0)) index.stop();
});

function indexOf(
  { database }: { readonly database: Database },
  server: EmbeddingServer,
  lines: string[] = [],
  settings = {},
): MeaningIndex {
  const say = (line: string) => void lines.push(line);
  const index = new MeaningIndex('texts', {
    model: new EmbeddingModel({ baseUrl: server.url, model: 'stub', apiKey: '', timeoutMs: 60_000 }),
    cache: new EmbeddingCache(database, 'stub'),
    openVectors: () => openVectors(database, 'stub', 'texts'),
    now: () => 7,
    log: { log: say, warn: say },
    settings: { batchSize: 2, maxTexts: 100, questionTimeoutMs: 20_000, minSimilarity: 0.3, ...settings },
  });
  begun.push(index);
  return index;
}

const ready = (index: MeaningIndex) => expect.poll(async () => (await index.nearest('travel', 1)).length).toBe(1);

describeOnEachDatabase('texts by their meaning', (open) => {
  testIndex(open);

  it('are all sent again where the model has another dimension than it had', async () => {
    const server = await startEmbeddingServer();
    const database = await open();
    const first = indexOf(database, server);
    first.replace(TEXTS);
    await ready(first);
    server.dimension = 64;
    const other = indexOf(database, server);
    other.replace(new Map([...TEXTS, ['d', 'something new']]));
    await ready(other);
    const rows = await database.database.query('SELECT DISTINCT dimension FROM ce_embedding');
    expect(rows.map(({ dimension }) => Number(dimension))).toEqual([64]);
    expect(await other.nearest('vacation', 1)).toMatchObject([{ id: 'a' }]);
  });
});

describe('texts by their meaning, found by pgvector', () => {
  let server: PgvectorServer;
  beforeAll(async () => {
    server = await startPgvector();
  });
  afterEach(async () => {
    await server.database.query('DELETE FROM ce_text_vector');
    await server.database.query('DELETE FROM ce_embedding');
  });
  afterAll(() => server.close());

  testIndex(async () => server);

  it('stand in its table, from which those go whose texts have gone', async () => {
    const index = indexOf(server, await startEmbeddingServer());
    const subjects = () =>
      server.database.query('SELECT subject, model, count(*)::int AS texts FROM ce_text_vector GROUP BY 1, 2');
    index.replace(TEXTS);
    await ready(index);
    expect(await subjects()).toEqual([{ subject: 'texts', model: 'stub', texts: 3 }]);
    index.replace(new Map([['b', 'business travel']]));
    await expect.poll(subjects).toEqual([{ subject: 'texts', model: 'stub', texts: 1 }]);
  });

  it('are found behind many nearer ones that are not wanted', async () => {
    const index = indexOf(server, await startEmbeddingServer(), [], { maxTexts: 1_000, batchSize: 500 });
    const nearer = Array.from({ length: 400 }, (_, nth) => [`near ${nth}`, `travel ${'to '.repeat(nth)}`] as const);
    index.replace(new Map([...nearer, ['wanted', 'travel with somebody']]));
    await ready(index);
    const found = await index.nearest('travel', 3, (id) => id === 'wanted');
    expect(found).toEqual([{ id: 'wanted', similarity: expect.closeTo(1 / Math.sqrt(3), 5) }]);
  });

  it('are looked up by its index', async () => {
    const plan = await server.database.transaction(async (transaction) => {
      await transaction.query('SET LOCAL enable_seqscan = off');
      await transaction.query('SET LOCAL enable_bitmapscan = off');
      await transaction.query('SET LOCAL enable_sort = off');
      const zeros = `[${new Array<number>(256).fill(0).join(',')}]`;
      return transaction.query(`EXPLAIN ${NEAREST}`, ['stub', 'texts', zeros, 50]);
    });
    expect(JSON.stringify(plan)).toContain('Index Scan using ix_ce_text_vector_nearest');
  });

  it('say how the table is made anew where the model has another dimension than it', async () => {
    const embeddings = await startEmbeddingServer();
    embeddings.dimension = 64;
    const lines: string[] = [];
    indexOf(server, embeddings, lines).replace(TEXTS);
    await expect
      .poll(() => lines.at(-1))
      .toBe(
        'texts are found by words alone: ce_text_vector holds vectors of 256 numbers, and the model gives 64: ' +
          'convengine migrate --vectors 64 prints how to make it anew',
      );
  });
});

function testIndex(open: () => Promise<{ readonly database: Database }>): void {
  it('are near a question that shares no word with them, once their vectors have come', async () => {
    const server = await startEmbeddingServer();
    const lines: string[] = [];
    const index = indexOf(await open(), server, lines);
    expect(await index.nearest('vacation', 5)).toEqual([]);
    index.replace(TEXTS);
    await ready(index);
    expect(await index.nearest('which vacation', 5)).toEqual([
      { id: 'a', similarity: expect.closeTo(Math.SQRT1_2, 5) },
    ]);
    expect(await index.nearest('which vacation', 5, (id) => id !== 'a')).toEqual([]);
    expect(lines).toEqual(['texts: 2 of 3 embedded', 'texts: 3 of 3 embedded']);
  });

  it('are sent once, and a question once in a while', async () => {
    const server = await startEmbeddingServer();
    const database = await open();
    const first = indexOf(database, server);
    first.replace(TEXTS);
    await ready(first);
    const [{ count } = { count: 0 }] = await database.database.query(
      "SELECT count(*) AS count FROM ce_embedding WHERE model = 'stub' AND dimension = 256",
    );
    expect(Number(count)).toBe(3);
    const other = indexOf(database, server);
    other.replace(new Map([...TEXTS, ['d', 'something new']]));
    await ready(other);
    await other.nearest('travel', 1);
    const sent = server.requests.flat().filter((text) => text !== 'travel');
    expect(sent).toEqual(['annual leave', 'business travel', 'paid invoices', 'something new']);
    expect(server.requests.flat().filter((text) => text === 'travel')).toHaveLength(2);
  });

  it.each([
    ['a refusal', (response) => response.writeHead(401).end('no')],
    ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['silence', () => undefined],
    ['no vectors', (response) => response.end('{"data": []}')],
    ['vectors without a direction', (response) => response.end('{"data": [{"embedding": [0, 0]}]}')],
    ['an answer without end', (response) => void response.write('x'.repeat(1_000_000))],
  ] satisfies [string, NonNullable<EmbeddingServer['answer']>][])(
    'are near nothing on %s, soon and without an error',
    async (what, answer) => {
      const server = await startEmbeddingServer();
      const lines: string[] = [];
      const index = indexOf(await open(), server, lines, what === 'silence' ? { questionTimeoutMs: 300 } : {});
      index.replace(TEXTS);
      await ready(index);
      server.answer = answer;
      const startedAt = performance.now();
      expect(await index.nearest('vacation', 5)).toEqual([]);
      expect(performance.now() - startedAt).toBeLessThan(9_000);
      expect(lines.at(-1)).toContain('texts are found by words alone for 10 s: ');
      const asked = server.requests.length;
      expect(await index.nearest('holiday', 5)).toEqual([]);
      expect(server.requests).toHaveLength(asked);
    },
  );

  it('say when they cannot be indexed, and are taken up when they come again', async () => {
    const server = await startEmbeddingServer();
    server.answer = (response) => response.writeHead(500).end();
    const lines: string[] = [];
    const index = indexOf(await open(), server, lines);
    index.replace(TEXTS);
    await expect
      .poll(() => lines)
      .toEqual([expect.stringMatching(/^texts are found by words alone: .*HTTP status 500/)]);
    server.answer = undefined;
    index.replace(TEXTS);
    await ready(index);
  });

  it('beyond the limit are left out, and the log says how many', async () => {
    const server = await startEmbeddingServer();
    const lines: string[] = [];
    const index = indexOf(await open(), server, lines, { maxTexts: 2 });
    index.replace(TEXTS);
    await ready(index);
    expect(await index.nearest('invoices', 5)).toEqual([]);
    expect(lines[0]).toBe('texts: 1 of 3 are found by words alone (max-texts)');
  });
}
