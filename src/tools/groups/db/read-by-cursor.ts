import type { Socket } from 'node:net';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import { type JsonObject, toJson } from '../../../platform/common/json.js';
import { toPostgresValue } from '../../../platform/persistence/index.js';
import { tooLarge } from './too-large.js';
import type { BoundedQuery, QueryAnswer } from './tool-database.js';

type RawRow = Record<string, unknown>;

/** Rows that the server sends before it waits to be asked for more. */
const ROWS_PER_PAGE = 100;
/** The protocol's own bytes, and blanks in JSON columns, count for nothing in the end: a page may be so much larger. */
const WIRE_SHARE = 4;
const WIRE_BYTES = 1_048_576;

interface Page {
  readonly rows: readonly RawRow[];
  readonly result: Pick<pg.QueryResult, 'fields' | 'rowCount'>;
}

/**
 * Runs one statement and takes its rows page by page: a reading one stops at the most rows that are wanted, a writing
 * one goes on to its end.
 * @throws Error when the rows are larger than allowed; the connection is then of no more use. The database's error
 */
export async function readByCursor(client: pg.PoolClient, text: string, query: BoundedQuery): Promise<QueryAnswer> {
  const { mode, maxRows, maxBytes, values } = query;
  const cursor = client.query(new Cursor<RawRow>(text, values.map(toPostgresValue)));
  const rows: JsonObject[] = [];
  let bytes = 0;
  let isCut = false;
  for (;;) {
    const page = await nextPage(client, cursor, maxBytes);
    if (page.result.fields.length === 0 && mode === 'write') return { changed: page.result.rowCount ?? 0 };
    const wanted = page.rows.slice(0, maxRows - rows.length);
    isCut ||= wanted.length < page.rows.length;
    for (const row of wanted) {
      const plain = toJson(row) as JsonObject;
      bytes += Buffer.byteLength(JSON.stringify(plain));
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      rows.push(plain);
    }
    if (page.rows.length < ROWS_PER_PAGE || (isCut && mode === 'read')) break;
  }
  await cursor.close();
  return { rows, isCut };
}

/** The next rows. A row arrives whole or not at all, so that one that is too large ends the connection. */
async function nextPage(client: pg.PoolClient, cursor: Cursor<RawRow>, maxBytes: number): Promise<Page> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const most = WIRE_SHARE * maxBytes + WIRE_BYTES;
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > most) stream.destroy(tooLarge(maxBytes));
  };
  stream.on('data', count);
  try {
    return await new Promise<Page>((resolve, reject) => {
      cursor.read(ROWS_PER_PAGE, (error, rows, result) => (error ? reject(error) : resolve({ rows, result })));
    });
  } finally {
    stream.off('data', count);
  }
}
