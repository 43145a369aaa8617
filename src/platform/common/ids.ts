import { v7 as timeOrderedUuid } from 'uuid';

/** A new id that sorts by time of creation, which keeps database indexes dense (UUID version 7, RFC 9562). */
export function newId(): string {
  return timeOrderedUuid();
}
