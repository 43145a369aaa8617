import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';
import { useStore } from '../../api/store';
import { useList } from '../../parts/use-list';
import type { Word } from '../../parts/word-form';
import { type Draft, drafts, forgetAll } from './drafts';
import { SWITCH, useIsSwitching } from './is-switching';
import { useLast } from './use-last';

export type Table = Schema<'FlowTables'>['tables'][number];
export type Column = Table['columns'][number];
export type Change = Schema<'FlowRowChange'>;
export type Version = Schema<'FlowVersion'>;

const PAUSE_MS = 300;

export function useTables() {
  return useQuery({ queryKey: ['rows', 'tables'], queryFn: () => read(api.GET('/api/v1/flow/tables')) });
}

export function useRows(table: string, text: string | undefined) {
  return useList(['rows', 'list', table, text], (page) => {
    const query = { ...(text && { search: text }), ...page };
    return read(api.GET('/api/v1/flow/tables/{table}/rows', { params: { path: { table }, query } }));
  });
}

/** One row as it runs; null where there is none. */
export function useRow(table: string, row: string, isNew: boolean) {
  return useQuery({
    queryKey: ['rows', 'one', table, row],
    enabled: !isNew,
    queryFn: async () => {
      const params = { path: { table }, query: { row } };
      return (await read(api.GET('/api/v1/flow/tables/{table}/rows', { params }))).items[0] ?? null;
    },
  });
}

/**
 * What the drafts would do, looked at again whenever the reader pauses.
 * @param base the version that runs: another one has them looked at again, too
 */
export function useCheck(base: number) {
  const now = useStore(drafts);
  const isSwitching = useIsSwitching();
  const [edited] = useDebouncedValue(now, PAUSE_MS);
  const query = useQuery({
    queryKey: ['check', base, edited],
    enabled: edited.length > 0 && now.length > 0 && !isSwitching,
    queryFn: async () => ({
      edited,
      ...(await read(api.POST('/api/v1/flow/check', { body: { edits: edited.map(editOf) } }))),
    }),
  });
  const data = useLast(query.data, now.length === 0);
  return { ...query, data, isCurrent: edited === now && query.isSuccess && !query.isFetching };
}

export type Checked = NonNullable<ReturnType<typeof useCheck>['data']>;

/** The key that a check has given a draft. */
export function checkedRow(checked: Checked | undefined, draft: Draft | undefined): string | undefined {
  const place = checked?.edited.findIndex((one) => one.table === draft?.table && one.row === draft.row) ?? -1;
  return checked?.changes[place]?.row;
}

/**
 * Makes drafts the next version, and forgets them once what is read says the same.
 * @param onSwitched told before that: what shows the drafts goes with them
 */
export function useSwitch(onSwitched: (version: Version) => void) {
  const again = useReadAgain();
  return useMutation({
    mutationKey: SWITCH,
    mutationFn: ({ base, edited, ...word }: Word & Pick<Checked, 'base' | 'edited'>) =>
      read(api.POST('/api/v1/flow/switch', { body: { base, edits: edited.map(editOf), ...word } })),
    onSuccess: async (version) => {
      onSwitched(version);
      await again();
      forgetAll();
    },
  });
}

export function useVersions() {
  return useList(['rows', 'versions'], (page) => read(api.GET('/api/v1/flow/versions', { params: { query: page } })));
}

export function useUndo(versionId: number, onUndone: (version: Version) => void) {
  const again = useReadAgain();
  return useMutation({
    mutationFn: (word: Word) => {
      const params = { path: { versionId: String(versionId) } };
      return read(api.POST('/api/v1/flow/versions/{versionId}/undo', { params, body: word }));
    },
    onSuccess: (version) => {
      onUndone(version);
      return again();
    },
  });
}

/** Loads what was changed by SQL, in every process. */
export function useLoad() {
  const again = useReadAgain();
  return useMutation({
    mutationFn: () => read(api.POST('/api/v1/cache/refresh', { parseAs: 'text' })),
    onSuccess: again,
  });
}

/** Has everything that shows rows read again. */
export function useReadAgain() {
  const queries = useQueryClient();
  return () =>
    Promise.all([queries.invalidateQueries({ queryKey: ['rows'] }), queries.invalidateQueries({ queryKey: ['flow'] })]);
}

/** A draft as the API takes it. */
export function editOf({ table, row, isNew, values }: Draft) {
  return { table, ...(!isNew && { row }), values };
}
