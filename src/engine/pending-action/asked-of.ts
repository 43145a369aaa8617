import type { JsonObject } from '../../platform/common/json.js';
import type { Principal } from '../principal/index.js';

/** Where the context keeps which actions the last reply to a person asked about, each as its idempotency key (`ID.REVISION`). */
const ASKED_OF_PERSON = 'pending_action_asked';

/** The same for the last reply to an agent, which nobody else has read. */
const ASKED_OF_AGENT = 'pending_action_asked_of_agent';

/** Where it keeps the keys of open actions whose question no person has been handed. */
const UNREAD = 'pending_action_unread';

/** The entries of the context about what was asked, as they are kept where the rest of it is not. */
export const ASKED_ENTRIES = [ASKED_OF_PERSON, ASKED_OF_AGENT, UNREAD] as const;

/** Who reads a reply. */
type Reader = Pick<Principal, 'kind'>;

/** The keys of what the last reply to a reader of this kind asked about: what their bare yes means. */
export function askedOf(context: Readonly<JsonObject>, reader: Reader): readonly string[] {
  return keysIn(context, lastOf(reader));
}

/** Whether this reader has not been handed the question of an action: one that only agents have read is none that a person answers. */
export function isUnread(context: Readonly<JsonObject>, key: string, reader: Reader): boolean {
  return reader.kind !== 'AGENT' && keysIn(context, UNREAD).includes(key);
}

/**
 * Keeps in the context what a reply asks its reader.
 * @param asked keys of all that it asks about
 * @param fresh keys of what was proposed or amended in this turn: nobody has been handed those before
 * @param open keys of all that can be answered; what is known of others is forgotten
 */
export function noteAsked(
  context: JsonObject,
  { asked, fresh, open }: { asked: readonly string[]; fresh: readonly string[]; open: readonly string[] },
  reader: Reader,
): void {
  const isAgent = reader.kind === 'AGENT';
  const unread = keysIn(context, UNREAD).filter((key) => open.includes(key) && (isAgent || !asked.includes(key)));
  put(context, lastOf(reader), asked);
  put(context, UNREAD, isAgent ? [...new Set([...unread, ...fresh])] : unread);
}

/** Of a reply that asks nothing and that all read. */
export function forgetAsked(context: JsonObject): void {
  delete context[ASKED_OF_PERSON];
  delete context[ASKED_OF_AGENT];
}

/**
 * The context when a reply that asked for these is read once more, so that a bare yes means them, also where something newer was asked
 * before. What no person has been handed is not among them. Undefined where nothing changes.
 */
export function askedOnceMore(context: Readonly<JsonObject>, keys: readonly string[]): JsonObject | undefined {
  const unread = keysIn(context, UNREAD);
  const asked = keys.filter((key) => !unread.includes(key));
  const before = keysIn(context, ASKED_OF_PERSON);
  const isSame = asked.length === before.length && asked.every((key, at) => key === before[at]);
  return asked.length === 0 || isSame ? undefined : { ...context, [ASKED_OF_PERSON]: asked };
}

function lastOf({ kind }: Reader): string {
  return kind === 'AGENT' ? ASKED_OF_AGENT : ASKED_OF_PERSON;
}

function keysIn(context: Readonly<JsonObject>, entry: string): readonly string[] {
  const keys = context[entry];
  return Array.isArray(keys) ? keys.map(String) : [];
}

function put(context: JsonObject, entry: string, keys: readonly string[]): void {
  if (keys.length === 0) delete context[entry];
  else context[entry] = [...keys];
}
