import { alignRows } from '../../engine/comparison/index.js';
import { diffRows, type RowChange, visibleRows } from '../../engine/flow/index.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Database, FlowRows } from '../../platform/persistence/index.js';
import type { RowsFrom, StartEngine } from '../flow-engine/index.js';
import { type Causes, findCauses } from './find-causes.js';
import { type LeftOut, RecordedConversations, type WhichConversations } from './recorded-conversations.js';
import { ReplayEngine } from './replay-engine.js';
import type { StartThread } from './replay-thread.js';

/** What is replayed, and with what. */
export interface ReplayOptions {
  /** The service's settings; nothing outside is called, whatever they say. */
  readonly config: ConvEngineConfig;
  /** Where the conversations are. */
  readonly database: Database;
  /** The rows that the service runs. */
  readonly present: FlowRows;
  /** The rows that are tried; the present ones where left out. */
  readonly candidate?: RowsFrom | undefined;
  /** Folders of handlers that are run where they are no actions and no tools, such as rule tasks. */
  readonly handlers: readonly string[];
  readonly which: WhichConversations;
  readonly start: StartEngine;
  /** Holds some of many conversations on other cores; all in this thread where left out. */
  readonly startThread?: StartThread | undefined;
  /** Told as it goes on. */
  readonly onProgress: (doing: string, done: number, of: number) => void;
}

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
