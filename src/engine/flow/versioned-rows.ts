import type { Clock } from '../../platform/common/clock.js';
import { ALL_TENANTS, acrossTenants } from '../../platform/common/tenant.js';
import type { FlowRows, FlowTables } from '../../platform/persistence/index.js';
import type { FlowVersion, FlowVersions } from './flow-versions.js';
import { diffRows, hashRows, type RowChange, tenantOfChange } from './row-changes.js';

/** All rows at one moment, and which version of the flow they are. */
export interface VersionedRows {
  readonly rows: FlowRows;
  /** Null where versions are not counted. */
  readonly versionId: number | null;
  /** Where rows are not those of the newest version: the version they become, if nobody makes another before. */
  readonly found?: FlowVersion;
}

/** More changed rows than these are not listed: somebody has loaded another flow. */
const MOST_LISTED = 1_000;

/** Reads the flow tables, and sees whether the rows are those of the newest version. */
export class VersionedReader {
  private last: VersionedRows | undefined;

  /** @param versions none where loads are not counted */
  constructor(
    private readonly tables: Pick<FlowTables, 'read'>,
    private readonly clock: Clock,
    private readonly versions: FlowVersions | undefined,
  ) {}

  /** @throws EngineError DATABASE_UNAVAILABLE */
  async read(): Promise<VersionedRows> {
    if (!this.versions) return { rows: await this.tables.read(), versionId: null };
    // The version first: where both change in between, the version that is found here can no longer be added.
    const newest = await this.versions.newest();
    const rows = await this.tables.read();
    const rowsHash = hashRows(rows);
    if (newest?.rowsHash === rowsHash) return { rows, versionId: newest.versionId };
    const versionId = (newest?.versionId ?? 0) + 1;
    const { tenant, changes } = ofOneTenant(this.changesSince(newest?.versionId, rows));
    const made = { madeAtMs: this.clock.now(), madeBy: null, note: null, undoneVersionId: null };
    return { rows, versionId, found: { versionId, origin: 'FOUND', rowsHash, ...made, tenant, changes } };
  }

  /**
   * Says that what was read is loaded now.
   * @returns false where somebody has made another version since: read again
   */
  async record(read: VersionedRows): Promise<boolean> {
    const { found } = read;
    if (found && !(await acrossTenants(() => this.versions?.add(found)))) return false;
    // An earlier read may be recorded later.
    if ((read.versionId ?? 0) >= (this.last?.versionId ?? 0)) this.last = read;
    return true;
  }

  /** Known where this process has read the version before. */
  private changesSince(versionId: number | undefined, rows: FlowRows): RowChange[] | null {
    if (this.last === undefined || this.last.versionId !== versionId) return null;
    const changes = diffRows(this.last.rows, rows);
    return changes.length > MOST_LISTED ? null : changes;
  }
}

/** A version is shown whole or not at all: what changed rows of several tenants is told to none. */
function ofOneTenant(changes: readonly RowChange[] | null): Pick<FlowVersion, 'tenant' | 'changes'> {
  const tenants = new Set(changes?.map(tenantOfChange));
  const [tenant = ALL_TENANTS] = tenants;
  return tenants.size > 1 ? { tenant: ALL_TENANTS, changes: null } : { tenant, changes };
}
