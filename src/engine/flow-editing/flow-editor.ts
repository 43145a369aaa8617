import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { inTenant } from '../../platform/common/tenant.js';
import { CLOCK, DATABASE } from '../../platform/common/tokens.js';
import { type Database, type FlowRows, FlowTables, repeatableTransaction } from '../../platform/persistence/index.js';
import { type ChangedFiles, describeProblem, isFatal } from '../../tools/index.js';
import {
  applyChanges,
  FlowService,
  type FlowVersion,
  FlowVersions,
  hashRows,
  type RowChange,
  type TriedFlow,
} from '../flow/index.js';
import { changedSince, requireRowsOf } from './changed-since.js';
import { EditScope } from './edit-scope.js';
import { FlowChecker, type FoundProblem } from './flow-checker.js';
import { KnowledgeTables } from './knowledge-tables.js';
import { type ReadEdits, type RowEdit, readEdits } from './read-edits.js';
import { RowMoved, writeChanges } from './write-changes.js';

/** What edits would do. */
interface CheckedEdits {
  /** The version that they are edits of: the one that runs. */
  readonly base: number;
  readonly changes: readonly RowChange[];
  /** Of all rows, those of the changed ones first; those that would keep the edits from being made are new errors. */
  readonly problems: readonly FoundProblem[];
}

/** Who changes the flow, and why. */
export interface EditedBy {
  readonly by: string;
  readonly note: string;
}

type Made = Pick<FlowVersion, 'origin' | 'undoneVersionId' | 'tenant'> & EditedBy;

/** What is written, on which version. */
interface Plan {
  readonly newest: Base;
  readonly changes: readonly RowChange[];
  readonly made: Made;
}

/** Somebody has made a version of this number: nothing was written. */
class Overtaken extends Error {}

/** Rows that are a version of the flow. */
interface Base {
  readonly versionId: number;
  readonly rows: FlowRows;
}

/** How many versions somebody is shown who was not the first. */
const MOST_SHOWN = 20;

/**
 * Changes rows of the flow: checked as a whole before anything is written, then written in one transaction as the next
 * version, and loaded by every process. Of two who edit the same version, the second is refused.
 */
@Injectable()
export class FlowEditor {
  constructor(
    private readonly flow: FlowService,
    private readonly versions: FlowVersions,
    private readonly checker: FlowChecker,
    private readonly knowledge: KnowledgeTables,
    @Inject(FlowTables) private readonly tables: Pick<FlowTables, 'read'>,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Looks at what edits of the running rows would do; nothing is written.
   * @throws EngineError INVALID_REQUEST, FORBIDDEN for rows that the caller may not change
   */
  async check(edits: readonly RowEdit[]): Promise<CheckedEdits> {
    const { versionId } = this.flow.running;
    const rows = this.scope.seen(this.flow.running.rows);
    const { changes, problems } = await this.readEdits(rows, edits);
    this.scope.requireOne(changes);
    return { base: versionId ?? 0, changes, problems: await this.checker.problems(rows, changes, problems) };
  }

  /**
   * The flow with edits of the running rows made, for a look at how it would answer; nothing is written.
   * @param files what files of tools would say
   * @throws EngineError INVALID_REQUEST, FLOW_INVALID where a row would be wrong
   */
  async tryOut(edits: readonly RowEdit[], files?: ChangedFiles): Promise<TriedFlow> {
    const rows = this.scope.seen(this.flow.running.rows);
    return this.flow.tryOut(applyChanges(rows, await this.fitting(edits)), files);
  }

  /**
   * What edits of the running rows would change; nothing is written.
   * @throws EngineError as `tryOut`
   */
  async fitting(edits: readonly RowEdit[]): Promise<readonly RowChange[]> {
    const rows = this.scope.seen(this.flow.running.rows);
    const { changes, problems } = await this.readEdits(rows, edits);
    await this.refuseErrors(rows, changes, problems);
    return changes;
  }

  /**
   * Makes edits of a version the next one.
   * @throws EngineError FLOW_CHANGED where it is not the newest, FLOW_INVALID where a row would be wrong, FLOW_READ_ONLY, FORBIDDEN,
   *   INVALID_REQUEST, DATABASE_UNAVAILABLE; nothing is changed then
   */
  async switchTo(base: number, edits: readonly RowEdit[], by: EditedBy): Promise<FlowVersion> {
    return this.make(async () => {
      const newest = await this.readNewest(base);
      const rows = this.scope.seen(newest.rows);
      const { changes, problems } = await this.readEdits(rows, edits);
      const tenant = this.scope.requireOne(changes);
      await this.refuseErrors(rows, changes, problems);
      return { newest, changes, made: { origin: 'SWITCH', undoneVersionId: null, tenant, ...by } };
    });
  }

  /**
   * Makes the rows that a version has changed what they were before, as another version.
   * @throws EngineError NOT_FOUND, and as `switchTo`; FLOW_CHANGED also where one of the rows has changed since
   */
  async undo(versionId: number, by: EditedBy): Promise<FlowVersion> {
    const { tenant } = this.flow;
    const undone = await this.versions.find(versionId, tenant);
    if (!undone) throw new EngineError('NOT_FOUND', `There is no version ${versionId} of the flow.`);
    if (!undone.changes) {
      const text = `Version ${versionId} cannot be undone: nobody has recorded what it changed.`;
      throw new EngineError('INVALID_REQUEST', text);
    }
    const taken = undone.changes.map(({ before, after, ...place }) => ({ ...place, before: after, after: before }));
    const owner = this.scope.requireOne(taken);
    return this.make(async () => {
      const newest = await this.readNewest();
      const rows = this.scope.seen(newest.rows);
      requireRowsOf(undone, { ...newest, rows: { ...rows, ...(await this.knowledge.named(taken)) } });
      await this.refuseErrors(rows, taken);
      const made: Made = { origin: 'UNDO', undoneVersionId: versionId, tenant: owner, ...by };
      return { newest, changes: taken, made };
    });
  }

  private async readEdits(rows: FlowRows, edits: readonly RowEdit[]): Promise<ReadEdits> {
    const read = readEdits({ ...rows, ...(await this.knowledge.named(edits)) }, edits, this.scope);
    await this.knowledge.warn(read.changes, read.problems);
    return read;
  }

  private get scope(): EditScope {
    return new EditScope(this.flow.tenant, this.flow.ownTenant);
  }

  /** The rows of the newest version; since `base`, where that is given, no version was made that the caller sees. */
  private async readNewest(base?: number): Promise<Base> {
    const newest = await this.versions.newest();
    const rows = await this.tables.read();
    const rowsHash = hashRows(rows);
    const since = newest && base !== undefined ? await this.versions.after(base, this.flow.tenant, MOST_SHOWN) : [];
    const isKnown = base === undefined || (since.length === 0 && base <= (newest?.versionId ?? 0));
    if (newest?.rowsHash === rowsHash && isKnown) return { versionId: newest.versionId, rows };
    throw changedSince({
      newest,
      since,
      rows: this.scope.seen(rows),
      isLoaded: newest?.rowsHash === rowsHash,
      running: { ...this.flow.running, rows: this.scope.seen(this.flow.running.rows) },
    });
  }

  private async refuseErrors(...[rows, changes, problems]: Parameters<FlowChecker['problems']>): Promise<void> {
    const found = await this.checker.problems(rows, changes, problems);
    const errors = found.filter((problem) => problem.isNew && isFatal(problem));
    if (errors.length === 0) return;
    const lines = errors.map((problem) => `\n  ${describeProblem(problem)}`).join('');
    const places = errors.map(({ isNew: _, ...problem }) => problem);
    throw new EngineError('FLOW_INVALID', `Nothing was changed, because of:${lines}`, { problems: places });
  }

  /** Again where another tenant has made a version meanwhile, which is none of this one's business. */
  private async make(plan: () => Promise<Plan>): Promise<FlowVersion> {
    for (;;) {
      const { newest, changes, made } = await plan();
      const version = await this.write(newest, changes, made);
      if (!version) continue;
      await this.flow.refresh();
      return version;
    }
  }

  /** As the tenant whose rows they are: the database refuses others. Undefined where somebody was faster. */
  private write(base: Base, changes: readonly RowChange[], made: Made): Promise<FlowVersion | undefined> {
    return inTenant(made.tenant, () => this.writeAs(base, changes, made));
  }

  private async writeAs(
    base: Base,
    changes: readonly RowChange[],
    { by, note, ...made }: Made,
  ): Promise<FlowVersion | undefined> {
    const { dialect } = this.database;
    const versionId = base.versionId + 1;
    try {
      return await repeatableTransaction(this.database, async (runner) => {
        const target = { runner, dialect, keepsKeys: made.origin === 'UNDO' };
        const written = await writeChanges(target, changes);
        const rowsHash = hashRows(applyChanges(base.rows, written));
        const version = {
          versionId,
          rowsHash,
          madeAtMs: this.clock.now(),
          madeBy: by,
          note,
          ...made,
          changes: written,
        };
        if (await this.versions.add(version, runner)) return version;
        throw new Overtaken();
      });
    } catch (error) {
      if (error instanceof Overtaken) return undefined;
      if (!(error instanceof RowMoved)) throw error;
      const { versionId: newest } = base;
      throw new EngineError('FLOW_CHANGED', error.message, { versionId: newest, rows: [error.change] });
    }
  }
}
