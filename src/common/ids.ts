import { randomFillSync } from 'node:crypto';
import { v7 as timeOrderedUuid, v5 as uuidFromName } from 'uuid';

const BYTES_PER_ID = 16;
/** Asking the system for 16 bytes costs as much as asking for thousands, so they are fetched for many ids at once. */
const pool = new Uint8Array(256 * BYTES_PER_ID);
let used = pool.length;

/** A new id that sorts by time of creation, which keeps database indexes dense (UUID version 7, RFC 9562). */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + BYTES_PER_ID);
  used += BYTES_PER_ID;
  return timeOrderedUuid({ random });
}

const NAMES = '6f0b7a52-9a0e-5c7c-8d4f-3b1f0a8f5e11';

/** Always the same id for the same name (UUID version 5, RFC 9562). */
export function idFromName(name: string): string {
  return uuidFromName(name, NAMES);
}
