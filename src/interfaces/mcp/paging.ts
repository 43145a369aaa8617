import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** How many entries a list has at most. */
const PAGE_SIZE = 100;

/**
 * One page of a list that is sorted by its keys. A cursor says after which key to go on, so that a list which changes
 * meanwhile neither repeats nor skips what stays.
 * @throws ProtocolError where the cursor is none of ours
 */
export function page<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  cursor: string | undefined,
): { items: T[]; nextCursor?: string } {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const rest = after === undefined ? entries : entries.filter((entry) => keyOf(entry) > after);
  const items = rest.slice(0, PAGE_SIZE);
  const last = items.at(-1);
  if (last === undefined || rest.length <= PAGE_SIZE) return { items };
  return { items, nextCursor: Buffer.from(`k:${keyOf(last)}`).toString('base64url') };
}

function readCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (text.startsWith('k:')) return text.slice(2);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not valid.');
}
