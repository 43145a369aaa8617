import type { Differing } from '../../engine/comparison/index.js';
import { applyChanges, type RowChange } from '../../engine/flow/index.js';
import { hasCode, messageOf } from '../../platform/common/errors.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import { ReplayEngine } from './replay-engine.js';
import type { ReplayOptions } from './replay-options.js';

/** Flows that differ in more rows are other flows: no row is blamed. */
const MOST_SUSPECTS = 100;

/** So many conversations are held again, in all, to find out which of several rows is the cause. */
const MOST_TRIALS = 20_000;

/** A changed row, and the conversations that go otherwise because of it. */
export interface Cause {
  readonly change: RowChange;
  /** The first difference of these is not there with the row as it was. */
  readonly conversations: readonly Differing[];
}

/** Why conversations go otherwise. */
export interface Causes {
  /** That which explains most comes first. A conversation can have several causes that are needed together. */
  readonly causes: readonly Cause[];
  /** Go as recorded with the present rows; of more, every so many were tried with one row at a time as it was. */
  readonly byTheRows: readonly Differing[];
  /** How many were tried so. */
  readonly tried: number;
  /** Of those tried: no single row as it was takes the difference away. */
  readonly unexplained: readonly Differing[];
  /** Rows that cannot be as they were while the others are as they are. */
  readonly untriable: readonly { readonly change: RowChange; readonly problem: string }[];
  /** There with the present rows, too: something else has changed since, or was not recorded. */
  readonly notByTheRows: readonly Differing[];
}

/**
 * Holds those that differ with the present rows, and then with one changed row after the other as it was: a row without
 * whose change the first difference is gone is the cause.
 * @param rows those that were tried, by the keys of the present ones
 */
export async function findCauses(
  options: ReplayOptions,
  rows: FlowRows,
  changes: readonly RowChange[],
  differing: readonly Differing[],
): Promise<Causes> {
  const none = { causes: [], byTheRows: [], tried: 0, unexplained: [], untriable: [], notByTheRows: differing };
  if (changes.length === 0 || differing.length === 0) return none;
  const present = await ReplayEngine.start(options, { rows: options.present });
  const byTheRows = await goneWith(present, differing, options, 'of those that differ held with the present rows');
  const notByTheRows = leaving(differing, byTheRows);
  const [only] = changes;
  if (only && changes.length === 1) {
    const causes = byTheRows.length > 0 ? [{ change: only, conversations: byTheRows }] : [];
    return { ...none, causes, byTheRows, tried: byTheRows.length, notByTheRows };
  }
  const suspects = changes.length > MOST_SUSPECTS ? [] : changes;
  const step = Math.max(1, Math.ceil((byTheRows.length * suspects.length) / MOST_TRIALS));
  const tried = byTheRows.filter((_, index) => index % step === 0);
  const causes: Cause[] = [];
  const untriable: Causes['untriable'][number][] = [];
  for (const [index, change] of suspects.entries()) {
    const engine = await startWithout(change, rows, options);
    if ('problem' in engine) {
      untriable.push({ change, problem: engine.problem });
      continue;
    }
    const doing = `held without change ${index + 1} of ${suspects.length}`;
    const conversations = await goneWith(engine, tried, options, doing);
    if (conversations.length > 0) causes.push({ change, conversations });
  }
  causes.sort((one, other) => other.conversations.length - one.conversations.length);
  const unexplained = leaving(
    tried,
    causes.flatMap(({ conversations }) => conversations),
  );
  return { causes, byTheRows, tried: tried.length, unexplained, untriable, notByTheRows };
}

/** The engine with one row as it was; a row that others need, or that needs others, cannot always be. */
async function startWithout(
  { table, row, before, after }: RowChange,
  rows: FlowRows,
  options: ReplayOptions,
): Promise<ReplayEngine | { readonly problem: string }> {
  try {
    const others = applyChanges(rows, [{ table, row, before: after, after: before }]);
    return await ReplayEngine.start(options, { rows: others });
  } catch (error) {
    if (hasCode(error, 'DATABASE_UNAVAILABLE')) throw error;
    return { problem: messageOf(error) };
  }
}

/** Those whose first difference is gone with an engine, which is closed. */
async function goneWith(
  engine: ReplayEngine,
  differing: readonly Differing[],
  { onProgress }: ReplayOptions,
  doing: string,
): Promise<readonly Differing[]> {
  const ids = differing.map(({ conversationId }) => conversationId);
  const onDone = (done: number) => onProgress(doing, done, ids.length);
  const { differing: still } = await engine.hold(ids, onDone).finally(() => engine.close());
  const turns = new Map(still.map(({ conversationId, firstDifference }) => [conversationId, firstDifference.turn]));
  return differing.filter(({ conversationId, firstDifference }) => {
    const turn = turns.get(conversationId) ?? Number.POSITIVE_INFINITY;
    return turn > firstDifference.turn;
  });
}

function leaving<T>(all: readonly T[], some: readonly T[]): T[] {
  const left = new Set(some);
  return all.filter((one) => !left.has(one));
}
