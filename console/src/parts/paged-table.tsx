import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import list from './list.module.css';
import { Loading } from './loading';
import { More } from './more';
import { Failed } from './problem';
import type { useList } from './use-list';

interface PagedTableProps<T> {
  readonly list: ReturnType<typeof useList<T>>;
  /** The heads of the columns, the widest first. */
  readonly columns: readonly string[];
  readonly keyOf: (item: T) => string;
  /** The cells of a row: a `th`, and a `td` for each other column. */
  readonly row: (item: T) => ReactNode;
  /** Stands in the place of a table without rows. */
  readonly empty: ReactNode;
}

/** A list of any length: its four states, and as many rows in the page as fit on the screen. */
export function PagedTable<T>({ list: paged, empty, ...table }: PagedTableProps<T>) {
  useReadAgain(paged);
  if (paged.error && paged.items.length === 0) {
    return <Failed error={paged.error} again={() => void paged.refetch()} />;
  }
  if (paged.isLooking) return <Loading lines={8} />;
  if (paged.items.length === 0) return empty;
  return (
    <>
      <Rows list={paged} {...table} />
      <div className={list.foot}>
        <More list={paged} />
      </div>
    </>
  );
}

const OFTEN_MS = 10_000;

/** What is new appears by itself, where that moves nothing away from the reader: at the list's beginning, with no row chosen. */
function useReadAgain({ data, isFetching, refetch }: ReturnType<typeof useList<unknown>>): void {
  const mayRead = !isFetching && data?.pages.length === 1;
  useEffect(() => {
    if (!mayRead) return undefined;
    const timer = window.setInterval(() => {
      const isElsewhere = document.visibilityState !== 'visible' || window.scrollY > ROW_PX;
      if (!isElsewhere && document.querySelector('tbody :checked') === null) void refetch();
    }, OFTEN_MS);
    return () => window.clearInterval(timer);
  }, [mayRead, refetch]);
}

/** About what a row of two lines takes; each is measured once it is there. */
const ROW_PX = 70;
/** Rows above and below what is seen, so that Tab finds the next one. */
const BEYOND = 12;

function Rows<T>({ list: paged, columns, keyOf, row }: Omit<PagedTableProps<T>, 'empty'>) {
  const { items, isNextNear, fetchNextPage } = paged;
  const head = useRef<HTMLTableSectionElement>(null);
  const scrollMargin = useEndOf(head);
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: BEYOND,
    scrollMargin,
  });
  const shown = rows.getVirtualItems();
  const isEndNear = (shown.at(-1)?.index ?? 0) >= items.length - 1;
  useEffect(() => {
    if (isEndNear && isNextNear) void fetchNextPage();
  }, [isEndNear, isNextNear, fetchNextPage]);
  return (
    <table className={`${list.list} ${list.even}`} aria-rowcount={paged.hasNextPage ? -1 : items.length + 1}>
      <thead ref={head}>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <Space height={(shown[0]?.start ?? scrollMargin) - scrollMargin} />
      <tbody>
        {shown.map(({ key, index }) => (
          <tr key={key} ref={rows.measureElement} data-index={index} aria-rowindex={index + 2}>
            {row(items[index] as T)}
          </tr>
        ))}
      </tbody>
      <Space height={rows.getTotalSize() + scrollMargin - (shown.at(-1)?.end ?? 0)} />
    </table>
  );
}

/** Stands for the rows that are not in the page. */
function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true" className={list.space}>
      <tr style={{ height }} />
    </tbody>
  );
}

/** Where an element ends within the document: what stands above it may change with the window. */
function useEndOf(element: React.RefObject<HTMLElement | null>): number {
  const [end, setEnd] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = element;
      if (current) setEnd(Math.round(current.getBoundingClientRect().bottom + window.scrollY));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [element]);
  return end;
}
