import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
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

type Made = Pick<FlowVersion, 'origin' | 'undoneVersionId'> & EditedBy;

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
   * @throws EngineError INVALID_REQUEST
   */
  async check(edits: readonly RowEdit[]): Promise<CheckedEdits> {
    const { rows, versionId } = this.flow.running;
    const { changes, problems } = await this.readEdits(rows, edits);
    return { base: versionId ?? 0, changes, problems: await this.checker.problems(rows, changes, problems) };
  }

  /**
   * The flow with edits of the running rows made, for a look at how it would answer; nothing is written.
   * @param files what files of tools would say
   * @throws EngineError INVALID_REQUEST, FLOW_INVALID where a row would be wrong
   */
  async tryOut(edits: readonly RowEdit[], files?: ChangedFiles): Promise<TriedFlow> {
    const { rows } = this.flow.running;
    const { changes, problems } = await this.readEdits(rows, edits);
    await this.refuseErrors(rows, changes, problems);
    return this.flow.tryOut(applyChanges(rows, changes), files);
  }

  /**
   * Makes edits of a version the next one.
   * @throws EngineError FLOW_CHANGED where it is not the newest, FLOW_INVALID where a row would be wrong, FLOW_READ_ONLY,
   *   INVALID_REQUEST, DATABASE_UNAVAILABLE; nothing is changed then
   */
  async switchTo(base: number, edits: readonly RowEdit[], by: EditedBy): Promise<FlowVersion> {
    const newest = await this.readNewest(base);
    const { changes, problems } = await this.readEdits(newest.rows, edits);
    await this.refuseErrors(newest.rows, changes, problems);
    return this.make(newest, changes, { origin: 'SWITCH', undoneVersionId: null, ...by });
  }

  /**
   * Makes the rows that a version has changed what they were before, as another version.
   * @throws EngineError NOT_FOUND, and as `switchTo`; FLOW_CHANGED also where one of the rows has changed since
   */
  async undo(versionId: number, by: EditedBy): Promise<FlowVersion> {
    const undone = await this.versions.find(versionId);
    if (!undone) throw new EngineError('NOT_FOUND', `There is no version ${versionId} of the flow.`);
    if (!undone.changes) {
      const text = `Version ${versionId} cannot be undone: nobody has recorded what it changed.`;
      throw new EngineError('INVALID_REQUEST', text);
    }
    const newest = await this.readNewest();
    const changes = undone.changes.map(({ before, after, ...place }) => ({ ...place, before: after, after: before }));
    requireRowsOf(undone, { ...newest, rows: { ...newest.rows, ...(await this.knowledge.named(changes)) } });
    await this.refuseErrors(newest.rows, changes);
    return this.make(newest, changes, { origin: 'UNDO', undoneVersionId: versionId, ...by });
  }

  private async readEdits(rows: FlowRows, edits: readonly RowEdit[]): Promise<ReadEdits> {
    const read = readEdits({ ...rows, ...(await this.knowledge.named(edits)) }, edits);
    await this.knowledge.warn(read.changes, read.problems);
    return read;
  }

  /** The rows of the newest version, which is `base` where that is given. */
  private async readNewest(base?: number): Promise<Base> {
    const newest = await this.versions.newest();
    const rows = await this.tables.read();
    const rowsHash = hashRows(rows);
    if (newest?.rowsHash === rowsHash && (base ?? newest.versionId) === newest.versionId) {
      return { versionId: newest.versionId, rows };
    }
    const since = newest && base !== undefined ? await this.versions.after(base, MOST_SHOWN) : [];
    throw changedSince({ newest, since, rows, rowsHash, running: this.flow.running });
  }

  private async refuseErrors(...[rows, changes, problems]: Parameters<FlowChecker['problems']>): Promise<void> {
    const found = await this.checker.problems(rows, changes, problems);
    const errors = found.filter((problem) => problem.isNew && isFatal(problem));
    if (errors.length === 0) return;
    const lines = errors.map((problem) => `\n  ${describeProblem(problem)}`).join('');
    const places = errors.map(({ isNew: _, ...problem }) => problem);
    throw new EngineError('FLOW_INVALID', `Nothing was changed, because of:${lines}`, { problems: places });
  }

  private async make(base: Base, changes: readonly RowChange[], made: Made): Promise<FlowVersion> {
    const version = await this.write(base, changes, made);
    await this.flow.refresh();
    return version;
  }

  private async write(base: Base, changes: readonly RowChange[], { by, note, ...made }: Made): Promise<FlowVersion> {
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
        throw new EngineError('FLOW_CHANGED', 'Somebody has made another version just now.', { versionId, rows: [] });
      });
    } catch (error) {
      if (!(error instanceof RowMoved)) throw error;
      const { versionId: newest } = base;
      throw new EngineError('FLOW_CHANGED', error.message, { versionId: newest, rows: [error.change] });
    }
  }
}
