import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryConfig } from 'pg';
import { PostgresClient } from './postgres-client.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** Also how long a connection that answers nothing any more goes unnoticed after a keepalive. */
const STATEMENT_TIMEOUT_MS = 5_000;
const KEEPALIVE_MS = 15_000;
const FAREWELL_MS = 1_000;

const NOTIFY = 'SELECT pg_notify(channel, payload) FROM json_to_recordset($1::json) AS n(channel text, payload text)';

/** One message of PostgreSQL's NOTIFY. */
export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

/**
 * One connection outside the pool that listens. It asks for a sign of life every 15 seconds, and after its first
 * failure, whatever it was, it is gone for good: it is replaced, never mended.
 */
export class ListeningConnection {
  /** Resolves with the reason when the connection is gone. */
  readonly lost: Promise<Error>;
  readonly #client: PostgresClient;
  readonly #lose: (reason: Error) => void;
  #keepalive: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(client: PostgresClient) {
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.lost = promise;
    this.#lose = resolve;
    this.#client = client;
    client.on('error', (error) => this.#drop(error));
    client.on('end', () => this.#drop(new Error('The connection has ended.')));
  }

  /**
   * Connects and listens.
   * @param hear called for every notice, this process's own among them
   * @throws the driver's error when it cannot within five seconds
   */
  static async open(
    url: string,
    channels: readonly string[],
    hear: (notice: Notice) => void,
  ): Promise<ListeningConnection> {
    const client = new PostgresClient({
      connectionString: url,
      application_name: 'convengine notifications',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
    });
    const connection = new ListeningConnection(client);
    client.on('notification', ({ channel, payload }) => hear({ channel, payload: payload ?? '' }));
    try {
      await client.connect();
      await client.query(channels.map((channel) => `LISTEN ${channel}`).join(';'));
    } catch (error) {
      connection.#drop(error);
      throw error;
    }
    connection.#keepalive = setInterval(() => void connection.#run({ text: 'SELECT 1' }), KEEPALIVE_MS).unref();
    return connection;
  }

  /** Sends notices in one transaction. False when that failed, and the connection is gone. */
  notify(notices: readonly Notice[]): Promise<boolean> {
    return this.#run({ name: 'notify', text: NOTIFY, values: [JSON.stringify(notices)] });
  }

  /** Ends the connection in good order, or within a second. */
  async close(): Promise<void> {
    await Promise.race([this.#client.end(), sleep(FAREWELL_MS, undefined, { ref: false })]);
    this.#drop(new Error('The connection was closed.'));
  }

  /** One statement after the other. */
  #run(statement: QueryConfig): Promise<boolean> {
    const run = this.#last.then(async () => {
      try {
        await this.#client.query(statement);
        return true;
      } catch (error) {
        this.#drop(error);
        return false;
      }
    });
    this.#last = run;
    return run;
  }

  #drop(reason: unknown): void {
    clearInterval(this.#keepalive);
    this.#lose(reason instanceof Error ? reason : new Error(String(reason)));
    this.#client.hangUp();
  }
}
