import type { JsonObject } from '../../../../src/app/index.js';

/** An answer of the service, read. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Headers;
}

/** Asks the service, as an operator with the key where one is given. */
export async function read(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as JsonObject),
    headers: response.headers,
  };
}

/** The items of every page, and how many pages they were on. */
export async function readAll(url: string): Promise<{ items: JsonObject[]; pages: number }> {
  const items: JsonObject[] = [];
  let [cursor, pages]: [string | null, number] = ['', 0];
  while (cursor !== null && pages < 500) {
    const more = cursor && `${url.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const { body } = await read(url + more);
    items.push(...(body.items as JsonObject[]));
    cursor = body.nextCursor as string | null;
    pages += 1;
  }
  return { items, pages };
}
