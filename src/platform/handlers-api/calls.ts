import type { JsonObject } from '../common/json.js';
import type { Database } from '../persistence/index.js';
import type { McpCall } from './mcp-call.js';

/** A file that came with the message. The service keeps everything of it but its content. */
export interface Attachment {
  /** As the client says, without a folder. */
  readonly name: string;
  /** As the client says; `application/octet-stream` where it says nothing. */
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
  readonly content: Uint8Array;
}

/** The service's database as a handler uses it. */
export type HandlerDatabase = Pick<Database, 'dialect' | 'query' | 'transaction'>;

/** What every handler is told about the turn it runs in. Read-only: a handler changes nothing but by its outcome. */
export interface CallContext {
  readonly conversationId: string;
  /** `intent_code` of where the turn stands now; a rule before may have moved it. */
  readonly intent: string;
  /** `state_code`, as `intent`. */
  readonly state: string;
  /** The message of this turn, as it was sent. Empty at the times of a schedule, which nobody says anything to. */
  readonly userText: string;
  /** A copy of `context_json`. */
  readonly context: JsonObject;
  /** Aborted when the deadline passes or the service stops. Pass it on to whatever you wait for. */
  readonly signal: AbortSignal;
  /**
   * When the signal will be aborted, in milliseconds since 1970 UTC. Where the machine's clock was set since the process
   * began, this does not know of it, and the signal does.
   */
  readonly deadline: number;
  /** The service's own database: `$1, $2, …` parameters on both databases. */
  readonly database: HandlerDatabase;
  /** Notes a stage in the audit of the turn, where there is one; secrets are blacked out there as everywhere. */
  readonly audit?: (stage: string, payload: JsonObject) => void;
  /**
   * What came with the message of this turn; left out where nothing did. A later turn does not have it any more. What was
   * confirmed gets of it what its question was about: the files whose hash stands in its arguments.
   */
  readonly attachments?: readonly Attachment[];
  /** Set for a call over the Model Context Protocol: what can be asked of the program that calls. */
  readonly mcp?: McpCall;
}

/** READ may run at once; WRITE is confirmed by the user first. */
export type SideEffect = 'READ' | 'WRITE';

/** One tool call that passed scope, arguments and consent. */
export interface ToolCall extends CallContext {
  /** What `ce_mcp_tool.tool_code` says. */
  readonly toolCode: string;
  /** What `ce_mcp_tool.tool_group` says, such as `HTTP_API`. */
  readonly toolGroup: string;
  /** They fit the tool's schema, where it has one. */
  readonly arguments: JsonObject;
  /** Set for a WRITE: the same for every attempt. */
  readonly idempotencyKey: string | null;
}
