import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';
import { useMay } from '../../api/me';

export type Shadow = Schema<'FlowShadow'>;
export type Report = Schema<'ComparisonReport'>;
export type Group = Report['groups'][number];
export type Way = Group['ways'][number];
export type Example = Way['examples'][number];

/** While one goes on, its numbers change by themselves. */
const OFTEN_MS = 5_000;

export function useShadows() {
  return useQuery({
    queryKey: ['shadows', 'list'],
    refetchInterval: OFTEN_MS,
    enabled: useMay()('flow.read'),
    queryFn: async () => (await read(api.GET('/api/v1/flow/shadows'))).items,
  });
}

export function useShadow(shadowNo: string) {
  return useQuery({
    queryKey: ['shadows', 'one', shadowNo],
    refetchInterval: OFTEN_MS,
    queryFn: () => read(api.GET('/api/v1/flow/shadows/{shadowNo}', { params: { path: { shadowNo } } })),
  });
}

export function useStopShadow(shadowNo: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (by: string) =>
      read(
        api.POST('/api/v1/flow/shadows/{shadowNo}/stop', {
          params: { path: { shadowNo: String(shadowNo) } },
          body: { by },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['shadows'] }),
  });
}

/** A report that somebody has in a file; undefined for any other file. */
export function readReport(text: string): Report | undefined {
  try {
    const read = JSON.parse(text) as Partial<Report> | null;
    const isReport = typeof read?.compared === 'number' && Array.isArray(read.groups) && Array.isArray(read.changes);
    return isReport ? (read as Report) : undefined;
  } catch {
    return undefined;
  }
}
