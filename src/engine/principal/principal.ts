/**
 * Who speaks in a turn.
 *
 * USER      a person, whose words a chat backend, a page or a form passes on
 * SERVICE   a program that has asked its user itself, and is configured to be believed
 * AGENT     a program that decides by itself, such as a language model: its words are never consent
 * OPERATOR  a person who runs the service
 */
export const PRINCIPAL_KINDS = ['USER', 'SERVICE', 'AGENT', 'OPERATOR'] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];

/** Where a turn comes in. */
export type Door =
  | 'message'
  | 'ag-ui'
  | 'responses'
  | 'tools'
  | 'mcp'
  | 'elicitation'
  | 'mcp-view'
  | 'consent-page'
  | 'administration'
  | 'library';

/** Who speaks in a turn, through which door, and how that was proved. What a body says of it is no proof. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** The name that was proved, such as that of a key or a token's subject; empty where nobody had to prove anything. */
  readonly id: string;
  readonly door: Door;
  readonly proof: 'none' | 'key' | 'token' | 'link' | 'client' | 'process';
  /** The service that says who its user is; left out where the user has proved it. */
  readonly saidBy?: string | undefined;
  /** Whose conversations alone it may use; those of everybody where left out. */
  readonly owner?: ConversationOwner | undefined;
  /** Whether it may use a tool of the place the conversation is in; every tool where left out. */
  readonly mayUse?: (tool: ToolPlace) => boolean;
}

/** A user whose conversations are held apart from those of others. */
export interface ConversationOwner {
  readonly user: string;
  /** Whether a new conversation may have an id that the caller brings. To whom it may not, every id that is not theirs is unknown. */
  readonly bringsIds: boolean;
}

/** What a caller's scope looks at. */
interface ToolPlace {
  readonly code: string;
  readonly intent: string;
  readonly state: string;
}

/** The program that has the engine in its own process, and is trusted as such. */
export const EMBEDDING_PROGRAM: Principal = { kind: 'USER', id: '', door: 'library', proof: 'process' };

/** The tools among these that somebody may use. */
export function usableBy<T extends ToolPlace>({ mayUse }: Principal, tools: readonly T[]): readonly T[] {
  return mayUse ? tools.filter(mayUse) : tools;
}

/** As it is recorded: `USER`, or `AGENT:crm` where a name was proved. */
export function nameOf({ kind, id }: Pick<Principal, 'kind' | 'id'>): string {
  return id === '' ? kind : `${kind}:${id}`;
}

/** The name in what `nameOf` has written; empty where none was proved. */
export function idIn(name: string): string {
  const end = name.indexOf(':');
  return end < 0 ? '' : name.slice(end + 1);
}
