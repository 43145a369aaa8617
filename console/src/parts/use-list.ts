import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** What a request for a page says of the page. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

const PAGE_ITEMS = 50;
/** Longer lists are not read again, page by page, each time that the window comes back. */
const MOST_PAGES_READ_AGAIN = 3;

/** A list of the API, page by page. A page that found nothing, with more to look through, leads on by itself. */
export function useList<T>(
  queryKey: QueryKey,
  readPage: (page: PageQuery) => Promise<ListPage<T>>,
  options: { readonly refetchInterval?: number } = {},
) {
  const query = useInfiniteQuery({
    ...options,
    queryKey,
    queryFn: ({ pageParam }) => readPage({ limit: PAGE_ITEMS, ...(pageParam !== undefined && { cursor: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MOST_PAGES_READ_AGAIN,
  });
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const found = data?.pages.at(-1)?.items.length;
  // What could not be read is asked for again by who wants it.
  const mayGoOn = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (found === 0 && mayGoOn) void fetchNextPage();
  }, [found, mayGoOn, fetchNextPage]);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return {
    ...query,
    items,
    isLooking: items.length === 0 && (hasNextPage || query.isPending),
    /** Whether the next page is as near as the last one was, and may be read: what is looked for is not rare. */
    isNextNear: mayGoOn && found === PAGE_ITEMS,
  };
}
