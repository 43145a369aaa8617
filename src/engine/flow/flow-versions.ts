import { Inject, Injectable } from '@nestjs/common';
import { ALL_TENANTS, acrossTenants } from '../../platform/common/tenant.js';
import { DATABASE } from '../../platform/common/tokens.js';
import { type Database, type Row, readJson, type SqlRunner } from '../../platform/persistence/index.js';
import type { RowChange } from './row-changes.js';

/** The rows of the flow from one time on. */
export interface FlowVersion {
  /** Counted from 1 without gaps, over the rows of all tenants. */
  readonly versionId: number;
  /** FOUND: rows that were changed by SQL, and then loaded. */
  readonly origin: 'FOUND' | 'SWITCH' | 'UNDO';
  readonly rowsHash: string;
  readonly madeAtMs: number;
  /** Who, and why; null where the rows were found. */
  readonly madeBy: string | null;
  readonly note: string | null;
  /** Whose rows it has changed; `ALL_TENANTS`: those that all share, or of several tenants. */
  readonly tenant: string;
  /** The version whose changes an UNDO took back. */
  readonly undoneVersionId: number | null;
  /** Null where it is not known what was changed. */
  readonly changes: readonly RowChange[] | null;
}

const COLUMNS = 'version_id, origin, rows_hash, made_at_ms, made_by, note, undone_version_id, changes_json, tenant_id';
const NEWEST = `SELECT ${COLUMNS} FROM ce_flow_version ORDER BY version_id DESC LIMIT 1`;
const NEWEST_ID = 'SELECT max(version_id) AS version_id FROM ce_flow_version';
const IS_SEEN = `tenant_id IN ('${ALL_TENANTS}', $2)`;
const ONE = `SELECT ${COLUMNS} FROM ce_flow_version WHERE version_id = $1 AND ${IS_SEEN}`;
const BEFORE = `SELECT ${COLUMNS} FROM ce_flow_version WHERE version_id < $1 AND ${IS_SEEN} ORDER BY version_id DESC LIMIT $3`;
const AFTER = `SELECT ${COLUMNS} FROM ce_flow_version WHERE version_id > $1 AND ${IS_SEEN} ORDER BY version_id LIMIT $3`;
const ADD = `INSERT INTO ce_flow_version (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (version_id) DO NOTHING RETURNING version_id`;

/**
 * The versions of the flow, in the database: every process sees the same ones. They are counted over the rows of all tenants; each
 * tenant is shown those of the shared rows and its own.
 */
@Injectable()
export class FlowVersions {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Undefined before the first load. */
  async newest(): Promise<FlowVersion | undefined> {
    return (await acrossTenants(() => this.database.query(NEWEST, []))).map(readVersion)[0];
  }

  /** 0 before the first load. */
  async newestId(): Promise<number> {
    return Number((await acrossTenants(() => this.database.query(NEWEST_ID, [])))[0]?.version_id ?? 0);
  }

  async find(versionId: number, tenant: string): Promise<FlowVersion | undefined> {
    return (await this.database.query(ONE, [versionId, tenant])).map(readVersion)[0];
  }

  /** At most so many, the newest first. */
  async before(versionId: number, tenant: string, limit: number): Promise<FlowVersion[]> {
    return (await this.database.query(BEFORE, [versionId, tenant, limit])).map(readVersion);
  }

  /** At most so many, the oldest first. */
  async after(versionId: number, tenant: string, limit: number): Promise<FlowVersion[]> {
    return (await this.database.query(AFTER, [versionId, tenant, limit])).map(readVersion);
  }

  /**
   * Adds a version, in the same transaction as its rows where there is one.
   * @returns false where somebody else has made the version of this id
   */
  async add(version: FlowVersion, runner: SqlRunner = this.database): Promise<boolean> {
    const { versionId, origin, rowsHash, madeAtMs, madeBy, note, undoneVersionId, changes, tenant } = version;
    const changesText = changes && JSON.stringify(changes);
    const added = await runner.query(ADD, [
      versionId,
      origin,
      rowsHash,
      madeAtMs,
      madeBy,
      note,
      undoneVersionId,
      changesText,
      tenant,
    ]);
    return added.length === 1;
  }
}

function readVersion(row: Row): FlowVersion {
  return {
    versionId: Number(row.version_id),
    origin: row.origin as FlowVersion['origin'],
    rowsHash: String(row.rows_hash),
    madeAtMs: Number(row.made_at_ms),
    madeBy: row.made_by as string | null,
    note: row.note as string | null,
    tenant: String(row.tenant_id),
    undoneVersionId: row.undone_version_id as number | null,
    changes: readJson(row.changes_json) as readonly RowChange[] | null,
  };
}
