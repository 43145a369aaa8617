import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import type { Principal } from '../principal/index.js';
import type { Answering } from './answering.js';
import type { Moment } from './lifecycle.js';

/** Where the context keeps which actions the last reply to a person asked about, each as its idempotency key (`ID.REVISION`). */
const ASKED_OF_PERSON = 'pending_action_asked';

/** The same for the last reply to an agent, which nobody else has read. */
const ASKED_OF_AGENT = 'pending_action_asked_of_agent';

/** Where it keeps the keys of open actions whose question no person has been handed. */
const UNREAD = 'pending_action_unread';

/** Lists of keys in the context about what was asked. */
export const ASKED_LISTS = [ASKED_OF_PERSON, ASKED_OF_AGENT, UNREAD] as const;

type LastAsked = typeof ASKED_OF_PERSON | typeof ASKED_OF_AGENT;

/**
 * Where it keeps since when each reply to such a reader has asked about exactly these actions. A message that was
 * sent before that answers none of them.
 */
const SINCE = { [ASKED_OF_PERSON]: `${ASKED_OF_PERSON}_since`, [ASKED_OF_AGENT]: `${ASKED_OF_AGENT}_since` } as const;

/** All entries of the context about what was asked. They are kept even where the rest of the context is dropped. */
export const ASKED_ENTRIES = [...ASKED_LISTS, ...Object.values(SINCE)] as const;

/** Who reads a reply. */
export type Reader = Pick<Principal, 'kind'>;

/** The keys of what the last reply to a reader of this kind asked about: what their bare yes means. */
export function askedOf(context: Readonly<JsonObject>, reader: Reader): readonly string[] {
  return keysIn(context, lastOf(reader));
}

/**
 * Whether a message can be an answer to what the last reply asks. A question is put anew when a reply in between has
 * asked nothing, or when its action was tried in vain; what came or was sent before that is no answer to it.
 */
export function followsAsking(
  context: Readonly<JsonObject>,
  { seenTurn, sentAtMs }: Pick<Answering, 'seenTurn' | 'sentAtMs'>,
  reader: Reader,
): boolean {
  const since = context[SINCE[lastOf(reader)]];
  if (!isJsonObject(since)) return true;
  return Number(since.turn) <= seenTurn && (sentAtMs === null || Number(since.at_epoch_ms) <= sentAtMs);
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
 * @param tried keys of what was begun in this turn: whether to try it again is another question
 */
export function noteAsked(
  context: JsonObject,
  { asked, fresh, open, tried }: Readonly<Record<'asked' | 'fresh' | 'open' | 'tried', readonly string[]>>,
  reader: Reader,
  { turn, epochMs }: Moment,
): void {
  const isAgent = reader.kind === 'AGENT';
  const unread = keysIn(context, UNREAD).filter((key) => open.includes(key) && (isAgent || !asked.includes(key)));
  const last = lastOf(reader);
  if (asked.length === 0) delete context[SINCE[last]];
  else if (!isSame(asked, keysIn(context, last)) || asked.some((key) => tried.includes(key)))
    context[SINCE[last]] = { turn, at_epoch_ms: epochMs };
  put(context, last, asked);
  put(context, UNREAD, isAgent ? [...new Set([...unread, ...fresh])] : unread);
}

/** The context, where its turn asks something anew, with the time at which its reply is handed out (milliseconds since 1970 UTC). */
export function askedAt(context: Readonly<JsonObject>, { turn, epochMs }: Moment): JsonObject {
  const anew = Object.values(SINCE).filter((entry) => {
    const since = context[entry];
    return isJsonObject(since) && since.turn === turn;
  });
  const handedOut = { turn, at_epoch_ms: epochMs };
  return { ...context, ...Object.fromEntries(anew.map((entry) => [entry, handedOut])) };
}

/** Of a reply that asks nothing. @param reader who reads it; all where left out */
export function forgetAsked(context: JsonObject, reader?: Reader): void {
  const lasts: LastAsked[] = reader ? [lastOf(reader)] : [ASKED_OF_PERSON, ASKED_OF_AGENT];
  for (const last of lasts) {
    delete context[last];
    delete context[SINCE[last]];
  }
}

/**
 * The context when a reply that asked for these is read once more: a bare yes then means them, even if something
 * newer was asked in between. Actions whose question no person has been handed are left out. Undefined where nothing
 * changes.
 */
export function askedOnceMore(context: Readonly<JsonObject>, keys: readonly string[]): JsonObject | undefined {
  const unread = keysIn(context, UNREAD);
  const asked = keys.filter((key) => !unread.includes(key));
  if (asked.length === 0 || isSame(asked, keysIn(context, ASKED_OF_PERSON))) return undefined;
  return { ...context, [ASKED_OF_PERSON]: asked };
}

function isSame(keys: readonly string[], others: readonly string[]): boolean {
  return keys.length === others.length && keys.every((key, at) => key === others[at]);
}

function lastOf({ kind }: Reader): LastAsked {
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
