import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Database, FlowRows } from '../../platform/persistence/index.js';
import type { RowsFrom, StartEngine } from '../flow-engine/index.js';
import type { WhichConversations } from './recorded-conversations.js';
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
