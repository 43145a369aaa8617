/**
 * What this window keeps of conversations until it is closed or its reader signs out: signing in again, which may load the
 * page anew, loses none of it.
 */
const KEPT = 'convengine.console.try';

/** An id for a conversation that begins with the first message of this window. */
export function freshId(): string {
  const id = crypto.randomUUID();
  window.sessionStorage.setItem(`${KEPT}.fresh.${id}`, 'yes');
  return id;
}

/** Whether this window has made the id up, and nothing was said under it. */
export function isFreshId(id: string): boolean {
  return window.sessionStorage.getItem(`${KEPT}.fresh.${id}`) !== null;
}

export function noteBegun(id: string): void {
  window.sessionStorage.removeItem(`${KEPT}.fresh.${id}`);
}

/** What the reader has written and not sent, or sent without an answer. Nobody else is shown it who signs in here. */
export function unsentWords(id: string, reader: string): string {
  return window.sessionStorage.getItem(unsentKey(id, reader)) ?? '';
}

export function keepUnsent(id: string, reader: string, words: string): void {
  if (words === '') window.sessionStorage.removeItem(unsentKey(id, reader));
  else window.sessionStorage.setItem(unsentKey(id, reader), words);
}

function unsentKey(id: string, reader: string): string {
  return `${KEPT}.unsent.${id}.${reader}`;
}
