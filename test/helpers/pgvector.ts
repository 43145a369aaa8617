import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { vectorTableStatements } from '../../src/platform/embeddings/index.js';
import { createDataSource, type Database, openDatabase } from '../../src/platform/persistence/index.js';
import { migrateTemplate } from './postgres.global.js';

/** A PostgreSQL with pgvector, inside of this process. */
export interface PgvectorServer {
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

/** Starts one (PGlite), migrated, with a table for vectors of 256 numbers. */
export async function startPgvector(): Promise<PgvectorServer> {
  const lite = await PGlite.create({ extensions: { vector } });
  const server = new PGLiteSocketServer({ db: lite, host: '127.0.0.1', port: 0, maxConnections: 20 });
  await server.start();
  const url = `postgres://postgres@${server.getServerConn()}/postgres`;
  await migrateTemplate(url);
  for (const statement of vectorTableStatements(256)) await lite.exec(statement);
  // Its connections share what one has prepared, so that two would prepare the same twice.
  const dataSource = await createDataSource(url, { poolSize: 1 }).initialize();
  const database = openDatabase(dataSource);
  const close = async () => {
    await database.close();
    await dataSource.destroy();
    await server.stop();
    await lite.close();
  };
  return { url, database, close };
}
