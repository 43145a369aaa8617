import { useQuery } from '@tanstack/react-query';
import { api, errorOf, read, type Schema } from '../../api/client';
import type { Span } from './operations-search';

export type Health = Schema<'Health'>;

export type Statistics = Schema<'Statistics'>;

/** Read by itself while the window is looked at. */
const OFTEN_MS = 10_000;

export function useStatistics(hours: Span) {
  return useQuery({
    queryKey: ['statistics', hours],
    refetchInterval: OFTEN_MS,
    placeholderData: (before) => before,
    queryFn: () => read(api.GET('/api/v1/statistics', { params: { query: { hours } } })),
  });
}

export function useHealth() {
  return useQuery({ queryKey: ['health'], refetchInterval: OFTEN_MS, queryFn: readHealth });
}

/** A service that is down says so with 503, and why. */
async function readHealth(): Promise<Health> {
  const { data, error, response } = await api.GET('/api/v1/health');
  const said = data ?? error;
  if (said === undefined || !('reasons' in said)) throw errorOf(response.status, said);
  return said;
}
