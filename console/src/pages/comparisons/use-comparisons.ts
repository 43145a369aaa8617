import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema, ServiceError } from '../../api/client';
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
    queryFn: readShadows,
  });
}

async function readShadows(): Promise<readonly Shadow[]> {
  return (await read(api.GET('/api/v1/flow/shadows'))).items;
}

interface Found {
  readonly shadow: Shadow;
  /** Undefined where the reader may not see it. */
  readonly report: Report | undefined;
}

/** One shadow; with its report, which has what people said, for who may read conversations. */
export function useShadow(shadowNo: string) {
  const mayReadReport = useMay()('ledger.read');
  return useQuery<Found>({
    queryKey: ['shadows', 'one', shadowNo],
    refetchInterval: OFTEN_MS,
    queryFn: () =>
      mayReadReport
        ? read(api.GET('/api/v1/flow/shadows/{shadowNo}', { params: { path: { shadowNo } } }))
        : findShadow(shadowNo),
  });
}

async function findShadow(shadowNo: string): Promise<Found> {
  const shadow = (await readShadows()).find((one) => String(one.shadowNo) === shadowNo);
  if (!shadow) throw new ServiceError(`There is no shadow ${shadowNo}.`, { code: 'NOT_FOUND', status: 404 });
  return { shadow, report: undefined };
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
    const lists = [read?.groups, read?.changes, read?.untriable];
    const isReport =
      (read?.kind === 'REPLAY' || read?.kind === 'SHADOW') &&
      typeof read.compared === 'number' &&
      typeof read.differing === 'number' &&
      typeof read.leftOut === 'object' &&
      lists.every(Array.isArray);
    return isReport ? (read as Report) : undefined;
  } catch {
    return undefined;
  }
}
