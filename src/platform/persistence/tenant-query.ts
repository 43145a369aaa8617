import pg from 'pg';
import type { Row } from './sql-runner.js';

/** What a policy compares the tenant of a row with; it ends with its transaction. */
export const TENANT_SETTING = 'convengine.tenant';

const SET_TENANT = { name: 'convengine_set_tenant', text: `SELECT set_config('${TENANT_SETTING}', $1, true)` };

/** What the driver's query has besides what its types say, in 8.23. */
interface DriverQuery {
  name: string | undefined;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleError(error: Error, connection: DriverConnection): void;
  prepare(connection: DriverConnection): void;
}

interface DriverConnection {
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(values: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(portal: object): void;
}

type Answered<R extends Row> = (error: Error | undefined, result: pg.QueryResult<R>) => void;

const Query = pg.Query as unknown as new (statement: pg.QueryConfig, answered: unknown) => pg.Submittable & DriverQuery;

/** Connections that know the statement which says whose rows it is about. */
const prepared = new WeakSet<DriverConnection>();

/**
 * A statement that sees and writes the rows of one tenant. Whose they are is said to the server in the same packet and the
 * same transaction: it costs no round trip, and nobody who has the connection next is that tenant.
 */
export class TenantQuery<R extends Row> extends Query {
  readonly #tenant: string;
  /** As long as the server answers to the setting; undefined once it answers to the statement. */
  #held: { readonly name: string | undefined } | undefined;

  /** @param answered called once, with an error or the result */
  constructor(statement: pg.QueryConfig, tenant: string, answered: Answered<R>) {
    // The driver writes into it.
    super({ ...statement }, answered);
    this.#tenant = tenant;
  }

  override prepare(connection: DriverConnection): void {
    if (!prepared.has(connection)) connection.parse(SET_TENANT);
    connection.bind({ statement: SET_TENANT.name, values: [this.#tenant] });
    connection.execute({});
    super.prepare(connection);
    // The driver takes the first answer to a Parse for one to the Parse of this name.
    this.#held = { name: this.name };
    this.name = undefined;
  }

  override handleDataRow(message: unknown): void {
    if (!this.#held) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (!this.#held) {
      super.handleCommandComplete(message, connection);
      return;
    }
    prepared.add(connection);
    this.name = this.#held.name;
    this.#held = undefined;
  }

  override handleError(error: Error, connection: DriverConnection): void {
    const name = this.#held?.name;
    if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }
}
