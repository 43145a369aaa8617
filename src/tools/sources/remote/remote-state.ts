import { canonicalJson, type JsonValue } from '../../../platform/common/json.js';
import type { ServerSettings } from './server-transport.js';
import { isHeld, type ToolPin } from './tool-pins.js';

/** How the connection to a server stands in this process. */
export interface Connection {
  readonly isConnected: boolean;
  /** What went wrong last; null where nothing did since it was connected. */
  readonly problem: string | null;
}

/** One part of a definition that is not what may be called. */
export interface DefinitionChange {
  /** `description`, `inputSchema`, `outputSchema` or `annotations`. */
  readonly part: string;
  readonly before: JsonValue;
  readonly now: JsonValue;
}

/** A tool of a server, with what an operator has to know of its definition. */
export interface RemoteToolState {
  readonly tool: string;
  /** What it is called by. */
  readonly code: string;
  readonly description: string;
  /** Whether every call is refused until somebody approves the definition. */
  readonly isHeld: boolean;
  /** Whether the server has listed it when this process asked last. */
  readonly isListed: boolean;
  /** Of the definition that was seen last: an approval names it. */
  readonly seenHash: string;
  readonly seenAtMs: number;
  readonly approvedAtMs: number;
  /** Null for the first definition that was seen, which nobody was asked about. */
  readonly approvedBy: string | null;
  readonly approvalNote: string | null;
  /** Between what may be called and what was seen last; empty unless it is held. */
  readonly changes: readonly DefinitionChange[];
}

/** A server of `convengine.mcp.servers`, as this process sees it. */
export interface RemoteServerState extends Connection {
  readonly name: string;
  /** The host of its address, or the program that is started; without what may hold a secret. */
  readonly place: string;
  readonly tools: readonly RemoteToolState[];
}

/** Where a server is, in a form that may be shown. @throws TypeError where its address is none */
export function placeOf({ url, command = '' }: ServerSettings): string {
  return url === undefined ? command : new URL(url).host;
}

/** A tool as operators see it. @param isListed whether its server named it when it was asked last */
export function toolState(pin: ToolPin, isListed: boolean): RemoteToolState {
  const { server, tool, approved, seen, seenHash, seenAtMs, approvedAtMs, approvedBy, approvalNote } = pin;
  const isChanged = isHeld(pin);
  return {
    tool,
    code: `${server}.${tool}`,
    description: String((isChanged ? approved : seen).description ?? ''),
    isHeld: isChanged,
    isListed,
    seenHash,
    seenAtMs,
    approvedAtMs,
    approvedBy,
    approvalNote,
    changes: isChanged ? definitionChanges(pin) : [],
  };
}

/** The parts in which what was seen last differs from what may be called. */
export function definitionChanges({ approved, seen }: Pick<ToolPin, 'approved' | 'seen'>): DefinitionChange[] {
  const parts = new Set([...Object.keys(approved), ...Object.keys(seen)]);
  return [...parts]
    .map((part) => ({ part, before: approved[part] ?? null, now: seen[part] ?? null }))
    .filter(({ before, now }) => canonicalJson(before) !== canonicalJson(now));
}
