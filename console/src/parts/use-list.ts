import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** A list of the API, page by page. A page that found nothing, with more to look through, leads on by itself. */
export function useList<T>(
  queryKey: QueryKey,
  readPage: (cursor: string | undefined) => Promise<ListPage<T>>,
  options: { readonly refetchInterval?: number } = {},
) {
  const query = useInfiniteQuery({
    ...options,
    queryKey,
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const isLastEmpty = data?.pages.at(-1)?.items.length === 0;
  useEffect(() => {
    if (isLastEmpty && hasNextPage && !isFetching) void fetchNextPage();
  }, [isLastEmpty, hasNextPage, isFetching, fetchNextPage]);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return { ...query, items, isLooking: items.length === 0 && (hasNextPage || query.isPending) };
}
