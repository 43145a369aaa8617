import type { JsonObject, JsonValue } from '../common/json.js';

/** The most bytes of one recorded payload, as JSON text in UTF-8. */
const MAX_PAYLOAD_BYTES = 64 * 1024;

/** Tried in turn until the payload fits: the longest string in characters, and the longest list. */
const STEPS = [
  { characters: 16_384, items: 1000 },
  { characters: 2048, items: 100 },
  { characters: 256, items: 20 },
];

/**
 * The payload itself where it fits into 64 KiB; else a copy with long strings and lists cut, each with a note of what
 * was left out; else, where even that is too large, only a note of its size and its keys.
 */
export function boundPayload(payload: JsonObject): JsonObject {
  const bytes = jsonBytes(payload);
  if (bytes <= MAX_PAYLOAD_BYTES) return payload;
  for (const { characters, items } of STEPS) {
    const shorter = cutObject(payload, characters, items);
    if (jsonBytes(shorter) <= MAX_PAYLOAD_BYTES) return shorter;
  }
  const keys = Object.keys(payload).slice(0, 20);
  return { note: `payload of ${bytes} bytes left out`, keys: keys.map((key) => cutText(key, 256)) };
}

function jsonBytes(value: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function cut(value: JsonValue, characters: number, items: number): JsonValue {
  if (typeof value === 'string') return cutText(value, characters);
  if (Array.isArray(value)) return cutList(value, characters, items);
  return typeof value === 'object' && value !== null ? cutObject(value, characters, items) : value;
}

function cutObject(value: JsonObject, characters: number, items: number): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, cut(child, characters, items)]));
}

function cutList(list: readonly JsonValue[], characters: number, items: number): JsonValue[] {
  const kept = list.slice(0, items).map((item) => cut(item, characters, items));
  if (list.length > items) kept.push(`… [${list.length - items} items cut]`);
  return kept;
}

/** Never cuts a character in two: half a surrogate pair is not valid in a database. */
function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const last = text.charCodeAt(characters - 1);
  const kept = last >= 0xd800 && last <= 0xdbff ? characters - 1 : characters;
  return `${text.slice(0, kept)}… [${text.length - kept} characters cut]`;
}
