import { isJsonObject, type JsonValue } from '../../platform/common/json.js';
import { hideInTexts } from '../../tools/index.js';

/** A reply as it was given. */
export interface ShownReply {
  readonly type: 'TEXT' | 'JSON';
  /** Text for the user, or JSON text. */
  readonly value: string;
}

/** A reply as turns store it; null where there is none. */
export function shownReply(stored: JsonValue, secrets: readonly string[]): ShownReply | null {
  if (stored === null) return null;
  const reply = hideInTexts(stored, secrets);
  if (!isJsonObject(reply) || reply.value === undefined) return { type: 'JSON', value: JSON.stringify(reply) };
  if (reply.type === 'TEXT') return { type: 'TEXT', value: String(reply.value) };
  return { type: 'JSON', value: JSON.stringify(reply.value) };
}
