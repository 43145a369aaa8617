import { Store } from './store';

/**
 * The API keys that the reader has typed. They are in the memory of this page alone and are gone with it: never in an
 * address, in a cookie or in the browser's storage.
 */
const keys: string[] = [];
/** Which key opened which part of the API: conversations and administration may have different ones. */
const openedBy = new Map<string, string>();

/** What the service said when it asked for a key; undefined while it asks for none. */
export const keyWanted = new Store<string | undefined>(undefined);
/** Whether there is a key to forget. */
export const hasKeys = new Store(false);

export function addKey(key: string): void {
  if (!keys.includes(key)) keys.unshift(key);
  hasKeys.set(true);
  keyWanted.set(undefined);
}

export function forgetKeys(): void {
  keys.length = 0;
  openedBy.clear();
  hasKeys.set(false);
}

/**
 * As fetch, with a key where the service asks for one: the one that has opened this part of the API before, else each that
 * was typed. Where none opens it, the answer is the refusal, and the reader is asked where `asksForKey`.
 */
export async function fetchWithKey(request: Request, asksForKey: boolean): Promise<Response> {
  const part = new URL(request.url).pathname.split('/')[3] ?? '';
  const known = openedBy.get(part);
  const tried = new Set<string | undefined>();
  // Also those that are typed while the service answers to another.
  const untried = () => [known, ...keys].filter((key) => !tried.has(key));
  let refusal: Response | undefined;
  for (let left = untried(); left.length > 0; left = untried()) {
    const [key] = left;
    tried.add(key);
    const attempt = request.clone();
    if (key !== undefined) attempt.headers.set('X-API-KEY', key);
    const response = await fetch(attempt);
    // Nobody it knows, or somebody who may not: another key may.
    if (response.status !== 401 && response.status !== 403) {
      if (key !== undefined) openedBy.set(part, key);
      return response;
    }
    refusal = response;
  }
  if (refusal === undefined) throw new Error('no request was made');
  if (!asksForKey) return refusal;
  const { message = '' } = (await refusal.clone().json()) as { message?: string };
  keyWanted.set(message);
  return refusal;
}
