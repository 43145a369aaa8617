import { alignRows } from '../../engine/comparison/index.js';
import { diffRows, type RowChange, visibleRows } from '../../engine/flow/index.js';
import { type Causes, findCauses } from './find-causes.js';
import { type LeftOut, RecordedConversations } from './recorded-conversations.js';
import { ReplayEngine } from './replay-engine.js';
import type { ReplayOptions } from './replay-options.js';

/** What recorded conversations come to with other rows. */
export interface Replay extends Causes {
  /** Of which at least the first message was replayed. */
  readonly conversations: number;
  readonly turns: number;
  readonly milliseconds: number;
  readonly changes: readonly RowChange[];
  readonly asRecorded: number;
  /** How many were left out, or cut short. */
  readonly leftOut: Readonly<Partial<Record<LeftOut, number>>>;
}

/**
 * Holds recorded conversations again, with other rows, and says what they come to and which changed row is the cause: the
 * one with which, as it was, the first difference is gone.
 * @throws EngineError where conversations, rows or handlers cannot be read
 */
export async function replayFlow(options: ReplayOptions): Promise<Replay> {
  const startedAt = performance.now();
  const ids = await new RecordedConversations(options.database).list(options.which);
  const { tenant } = options.config.auth;
  const present = visibleRows(options.present, tenant);
  const candidate = await ReplayEngine.start(options, options.candidate ?? { rows: present });
  const rows = alignRows(visibleRows(candidate.rows, tenant), present);
  const changes = diffRows(present, rows);
  const { differing, conversations, turns, leftOut } = await candidate
    .hold(ids, (done) => options.onProgress('conversations replayed', done, ids.length))
    .finally(() => candidate.close());
  const found = await findCauses(options, rows, changes, differing);
  const asRecorded = conversations - differing.length;
  const milliseconds = performance.now() - startedAt;
  return { conversations, turns, milliseconds, changes, asRecorded, ...found, leftOut };
}
