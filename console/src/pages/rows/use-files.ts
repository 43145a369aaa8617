import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';
import { Store } from '../../api/store';
import { useList } from '../../parts/use-list';
import type { Word } from '../../parts/word-form';
import { SWITCH, useIsSwitching } from './is-switching';
import { askBeforeLeaving } from './leaving';
import { useLast } from './use-last';

export type Files = Schema<'EditableFiles'>;
export type FileItem = Files['files'][number];
export type FileVersion = Schema<'FileVersion'>;
export type CheckedFile = Schema<'CheckedFile'>;
export type FilePlace = Pick<FileItem, 'kind' | 'folder' | 'path'>;

const PAUSE_MS = 400;
const OFTEN_MS = 15_000;

/** Texts that are not switched to yet, by their file: in the memory of this page alone. Null takes the file away. */
export const texts = new Store<Readonly<Record<string, string | null>>>({});
askBeforeLeaving(texts, (all) => Object.keys(all).length > 0);

/** A file as the address of the page names it. */
export function fileKey({ kind, folder, path }: FilePlace): string {
  return `${kind}:${folder}:${path}`;
}

/** The other way round; undefined for what is not in this folder. */
export function placeIn({ kind, folder }: Files['folders'][number], key: string): FilePlace | undefined {
  const start = fileKey({ kind, folder, path: '' });
  return key.startsWith(start) ? { kind, folder, path: key.slice(start.length) } : undefined;
}

export function setText(place: FilePlace, text: string | null | undefined): void {
  const { [fileKey(place)]: _, ...others } = texts.get();
  texts.set(text === undefined ? others : { ...others, [fileKey(place)]: text });
}

export function useFiles() {
  return useQuery({
    queryKey: ['files', 'list'],
    refetchInterval: OFTEN_MS,
    queryFn: () => read(api.GET('/api/v1/files')),
  });
}

export function useFile(place: FilePlace) {
  return useQuery({
    queryKey: ['files', 'text', fileKey(place)],
    queryFn: () => read(api.GET('/api/v1/files/text', { params: { query: place } })),
  });
}

/** What another text would do, looked at whenever the reader pauses. */
export function useFileCheck(place: FilePlace, text: string | null | undefined) {
  const isSwitching = useIsSwitching();
  const [edited] = useDebouncedValue(text, PAUSE_MS);
  const query = useQuery({
    queryKey: ['files', 'check', fileKey(place), edited],
    enabled: edited !== undefined && text !== undefined && !isSwitching,
    queryFn: async () => {
      const body = { ...place, text: edited ?? null };
      return { edited, ...(await read(api.POST('/api/v1/files/check', { body }))) };
    },
  });
  const data = useLast(query.data, text === undefined);
  return { ...query, data, isCurrent: query.isSuccess && query.data.edited === text && !query.isFetching };
}

export function useFileSwitch(place: FilePlace, onSwitched: (version: FileVersion) => void) {
  const again = useFilesAgain();
  return useMutation({
    mutationKey: SWITCH,
    mutationFn: ({ base, text, ...word }: Word & { readonly base: string | null; readonly text: string | null }) =>
      read(api.POST('/api/v1/files/switch', { body: { ...place, base, text, ...word } })),
    onSuccess: async (version) => {
      onSwitched(version);
      await again();
      setText(place, undefined);
    },
  });
}

export function useFileVersions() {
  return useList(['files', 'versions'], (page) => read(api.GET('/api/v1/files/versions', { params: { query: page } })));
}

export function useFileUndo(versionId: number, onUndone: (version: FileVersion) => void) {
  const again = useFilesAgain();
  return useMutation({
    mutationFn: (word: Word) => {
      const params = { path: { versionId: String(versionId) } };
      return read(api.POST('/api/v1/files/versions/{versionId}/undo', { params, body: word }));
    },
    onSuccess: (version) => {
      onUndone(version);
      return again();
    },
  });
}

/** Has everything that shows files, or what is made of them, read again. */
export function useFilesAgain() {
  const queries = useQueryClient();
  return () => Promise.all(['files', 'flow', 'tools'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
