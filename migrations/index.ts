import { FlowTables } from './0001-flow-tables.js';
import { ToolTables } from './0002-tool-tables.js';
import { RuntimeTables } from './0003-runtime-tables.js';
import { OutboxTable } from './0004-outbox-table.js';
import { IntentExamples } from './0005-intent-examples.js';
import { ActionApproval } from './0006-action-approval.js';
import { ToolGroupTables } from './0010-tool-group-tables.js';
import { McpToolPins } from './0011-mcp-tool-pins.js';
import { GwtTables } from './0012-gwt-tables.js';
import { ToolTransform } from './0013-tool-transform.js';
import { Consent } from './0014-consent.js';
import { SweepIndexes } from './0015-sweep-indexes.js';
import { OutboxOrder } from './0016-outbox-order.js';
import { RequestRates } from './0017-request-rates.js';
import { ActionPolicy } from './0018-action-policy.js';
import { WatchIndexes } from './0019-watch-indexes.js';
import { TurnRecords } from './0020-turn-records.js';
import { OutboxKey } from './0021-outbox-key.js';
import { ListIndexes } from './0023-list-indexes.js';
import { EmbeddingCache } from './0025-embeddings.js';
import { SmallerRecords } from './0027-smaller-records.js';
import { FlowVersions } from './0028-flow-versions.js';
import { ConversationHandover } from './0029-handover.js';
import { RecordMonths } from './0030-record-months.js';
import { ApiKeys } from './0031-api-keys.js';
import { PinApprovals } from './0032-pin-approvals.js';
import { FileVersions } from './0033-file-versions.js';
import { Processes } from './0034-processes.js';
import { Erasures } from './0035-erasures.js';
import { BrowserSessions } from './0037-browser-sessions.js';
import { Tenants } from './0038-tenants.js';
import { DurableWorkflows } from './0039-durable-workflows.js';
import { WorkflowNews } from './0040-workflow-news.js';
import { FlowShadows } from './0041-flow-shadows.js';
import { Schedules } from './0042-schedules.js';
import { DurablePlaybooks } from './0043-durable-playbooks.js';
import { ChildWorkflows } from './0044-child-workflows.js';
import { ShownErrors } from './0045-shown-errors.js';
import { FlowTenants } from './0046-flow-tenants.js';
import { ClosedActions } from './0047-closed-actions.js';

/** Every migration, oldest first; a new one is a new file and a new line here, and no file is changed once released. */
export const migrations = [
  FlowTables,
  ToolTables,
  RuntimeTables,
  OutboxTable,
  IntentExamples,
  ActionApproval,
  ToolGroupTables,
  McpToolPins,
  GwtTables,
  ToolTransform,
  Consent,
  SweepIndexes,
  OutboxOrder,
  RequestRates,
  ActionPolicy,
  WatchIndexes,
  TurnRecords,
  OutboxKey,
  ListIndexes,
  EmbeddingCache,
  SmallerRecords,
  FlowVersions,
  ConversationHandover,
  RecordMonths,
  ApiKeys,
  PinApprovals,
  FileVersions,
  Processes,
  Erasures,
  BrowserSessions,
  Tenants,
  DurableWorkflows,
  WorkflowNews,
  FlowShadows,
  Schedules,
  DurablePlaybooks,
  ChildWorkflows,
  ShownErrors,
  FlowTenants,
  ClosedActions,
];
