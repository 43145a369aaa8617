import { QueryClient } from '@tanstack/react-query';
import { ServiceError } from '../api/client';

const FRESH_MS = 5_000;

/** How answers are kept: for a moment, and read again when the window comes back. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // What needs a key, or is not there, does not get better by asking again.
        retry: (failures, error) => failures < 2 && error instanceof ServiceError && error.isPassing,
        retryDelay: 700,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
