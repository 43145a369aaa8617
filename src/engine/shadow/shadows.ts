import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { CLOCK, CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type ComparisonReport, inOrder, type ReportGroup } from '../comparison/index.js';
import { diffRows, FlowService, FlowVersions, isSameRow, type RowChange, rowsOfVersion } from '../flow/index.js';
import { FlowEditor, type RowEdit } from '../flow-editing/index.js';
import type { Shadow } from './shadow.js';
import { ShadowRunner } from './shadow-runner.js';
import { ShadowStore, type StoredWay } from './shadow-store.js';

/** Which flow is to answer beside the one that runs: edits of its rows, or an earlier version of it. */
export type ShadowRows = { readonly edits: readonly RowEdit[] } | { readonly versionId: number };

/** How a shadow is started. */
export interface StartShadow {
  readonly rows: ShadowRows;
  /** Of the conversations: above 0, at most 1. */
  readonly share: number;
  readonly by: string;
  readonly note: string;
}

/** How many are listed. */
const MOST_LISTED = 50;
/** What is left out is told in these words. */
const DROPPED = 'too many were waiting';
const FAILED = 'could not be compared';

/** Starts and stops shadows, and tells what they have found. */
@Injectable()
export class Shadows {
  constructor(
    private readonly store: ShadowStore,
    private readonly runner: ShadowRunner,
    private readonly flow: FlowService,
    private readonly versions: FlowVersions,
    private readonly editor: FlowEditor,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Begins a shadow with these rows.
   * @throws EngineError SHADOW_RUNNING where one goes on already
   * @throws EngineError INVALID_REQUEST where no row is changed, or turns are not recorded
   * @throws EngineError FLOW_INVALID where a row would be wrong, NOT_FOUND for a version, DATABASE_UNAVAILABLE
   */
  async start({ rows, share, by, note }: StartShadow): Promise<Shadow> {
    const { level, enabled } = this.config.audit;
    if (!enabled || !['FULL', 'ALL', 'STANDARD'].includes(level)) {
      throw new EngineError(
        'INVALID_REQUEST',
        'A shadow reads what is recorded of turns: audit.level has to be FULL or STANDARD.',
      );
    }
    const baseVersionId = this.flow.running.versionId ?? 0;
    const changes = await this.changesOf(rows);
    if (changes.length === 0)
      throw new EngineError('INVALID_REQUEST', 'No row is another one than in the flow that runs.');
    const begin = { baseVersionId, share, changes, startedAtMs: this.clock.now(), startedBy: by, note };
    const shadowNo = await this.store.add(begin);
    if (shadowNo === undefined) throw new EngineError('SHADOW_RUNNING', 'A shadow goes on already.');
    await this.runner.tell();
    return this.find(shadowNo);
  }

  /** One that has ended stays as it is. @throws EngineError NOT_FOUND, DATABASE_UNAVAILABLE */
  async stop(shadowNo: number, by: string): Promise<Shadow> {
    await this.find(shadowNo);
    if (await this.store.end(shadowNo, this.clock.now(), 'STOPPED', by)) await this.runner.tell();
    return this.find(shadowNo);
  }

  /** The newest first. @throws EngineError DATABASE_UNAVAILABLE */
  list(): Promise<Shadow[]> {
    return this.store.list(MOST_LISTED);
  }

  /**
   * What was found until now: by this process until this moment, by the others until a few seconds ago.
   * @throws EngineError NOT_FOUND, DATABASE_UNAVAILABLE
   */
  async report(shadowNo: number): Promise<{ readonly shadow: Shadow; readonly report: ComparisonReport }> {
    await this.runner.flush();
    const shadow = await this.find(shadowNo);
    const { compared, differing, changes, dropped, failed } = shadow;
    const groups = inOrder(groupsOf(await this.store.ways(shadowNo), changes));
    const leftOut = { ...(dropped > 0 && { [DROPPED]: dropped }), ...(failed > 0 && { [FAILED]: failed }) };
    return { shadow, report: { kind: 'SHADOW', compared, differing, changes, groups, leftOut, untriable: [] } };
  }

  private async find(shadowNo: number): Promise<Shadow> {
    const shadow = await this.store.find(shadowNo);
    if (!shadow) throw new EngineError('NOT_FOUND', `There is no shadow ${shadowNo}.`);
    return shadow;
  }

  private async changesOf(rows: ShadowRows): Promise<readonly RowChange[]> {
    if ('edits' in rows) {
      const changes = await this.editor.fitting(rows.edits);
      return changes.filter(({ before, after }) => !isSameRow(before, after));
    }
    const { running, tenant } = this.flow;
    return diffRows(running.rows, await rowsOfVersion(this.versions, running, rows.versionId, tenant));
  }
}

function groupsOf(ways: readonly StoredWay[], changes: readonly RowChange[]): ReportGroup[] {
  const byCause = Map.groupBy(ways, ({ reason, changeNo }) => `${reason} ${changeNo}`);
  return [...byCause.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const count = some.reduce((sum, { way }) => sum + way.count, 0);
    const change = first.changeNo === null ? null : (changes[first.changeNo] ?? null);
    return [{ reason: first.reason, change, count, ways: some.map(({ way }) => way) }];
  });
}
