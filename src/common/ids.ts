import { v7 as timeOrderedUuid, v5 as uuidFromName } from 'uuid';

/** A new id that sorts by time of creation, which keeps database indexes dense (UUID version 7, RFC 9562). */
export function newId(): string {
  return timeOrderedUuid();
}

const NAMES = '6f0b7a52-9a0e-5c7c-8d4f-3b1f0a8f5e11';

/** Always the same id for the same name (UUID version 5, RFC 9562). */
export function idFromName(name: string): string {
  return uuidFromName(name, NAMES);
}
