import type { paths } from './schema.js';
import { read, type Schema, type Service, unreadable } from './service.js';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** The addresses that answer in pages. */
export type ListPath = {
  [Path in keyof paths]: Answer<Path> extends never ? never : Answer<Path> extends Page<unknown> ? Path : never;
}[keyof paths];

/** What one of them lists. */
export type ListItem<Path extends ListPath> = Answer<Path> extends Page<infer Item> ? Item : never;

/** Which of them are wanted. */
export interface ListOptions<Path extends ListPath> {
  /** What the address takes, but for the cursor, which `list` sets. */
  readonly params?: Omit<paths[Path]['get']['parameters'], 'header'>;
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

/**
 * Everything that an address lists, page by page, as the loop asks for it:
 * `for await (const { id } of list(service, '/api/v1/conversations', { params: { query: { intent: 'BOOK_ROOM' } } }))`.
 * @throws ServiceError
 */
export async function* list<Path extends ListPath>(
  service: Service,
  path: Path,
  { params, signal }: ListOptions<Path> = {},
): AsyncGenerator<ListItem<Path>, void, undefined> {
  const readPage = service.api.GET as (path: Path, init: object) => Promise<PageAnswer<ListItem<Path>>>;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ...params?.query, ...(cursor !== undefined && { cursor }) };
    const page = await read(readPage(path, { params: { ...params, query }, signal }));
    if (!Array.isArray(page?.items)) throw unreadable();
    yield* page.items;
    cursor = page.nextCursor;
  }
}

interface PageAnswer<Item> {
  readonly data?: Page<Item>;
  readonly error?: unknown;
  readonly response: Response;
}

/** What was said in a conversation and replied, newest first. @throws ServiceError */
export async function* history(
  service: Service,
  conversationId: string,
  signal: AbortSignal | null = null,
): AsyncGenerator<Schema<'ConversationHistory'>['turns'][number], void, undefined> {
  const path = { id: conversationId };
  for (let before: number | null | undefined; before !== null; ) {
    const query = before === undefined ? {} : { before };
    const asked = service.api.GET('/api/v1/conversations/{id}/history', { params: { path, query }, signal });
    const { turns, nextBefore } = await read(asked);
    yield* turns;
    before = nextBefore;
  }
}
