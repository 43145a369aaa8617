import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';
import { type PageQuery, useList } from '../../parts/use-list';
import type { Word } from '../../parts/word-form';
import { type ActionSearch, VIEWS } from './action-search';

export type Action = Schema<'ActionList'>['items'][number];
export type ActionDetail = Schema<'ActionDetail'>;

const OFTEN_MS = 10_000;

function readPage({ view = 'all', text, risk }: ActionSearch, page: PageQuery) {
  const status = VIEWS[view];
  const query = {
    ...(status && { status }),
    ...(text && { text }),
    ...(risk && { riskLevel: risk }),
    ...page,
  };
  return read(api.GET('/api/v1/actions', { params: { query } }));
}

export function useActions(search: ActionSearch) {
  return useList(['actions', 'list', search], (page) => readPage(search, page));
}

/** How many actions wait for an operator: the answer to why one opens the page. */
export function useWaiting() {
  return useQuery({
    queryKey: ['actions', 'waiting'],
    refetchInterval: OFTEN_MS,
    queryFn: async () => {
      const [approvals, held] = await Promise.all([
        read(api.GET('/api/v1/actions/awaiting-approval')),
        read(api.GET('/api/v1/actions/held')),
      ]);
      return { approvals: approvals.length, held: held.length };
    },
  });
}

export function useAction(actionId: string) {
  return useQuery({
    queryKey: ['actions', 'one', actionId],
    refetchInterval: OFTEN_MS,
    queryFn: () => read(api.GET('/api/v1/actions/{actionId}', { params: { path: { actionId } } })),
  });
}

export function useApprove({ actionId, revision }: Pick<ActionDetail, 'actionId' | 'revision'>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (word: Word) => {
      const params = { path: { proposalId: actionId } };
      return read(api.POST('/api/v1/actions/{proposalId}/approve', { params, body: { ...word, revision } }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['actions'] }),
  });
}

export function useRefuse({ actionId, revision }: Pick<ActionDetail, 'actionId' | 'revision'>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (word: Word) => {
      const params = { path: { proposalId: actionId } };
      return read(api.POST('/api/v1/actions/{proposalId}/refuse', { params, body: { ...word, revision } }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['actions'] }),
  });
}

export function useSettle(actionId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (finding: Word & { happened: boolean }) => {
      const params = { path: { proposalId: actionId } };
      return read(api.POST('/api/v1/actions/held/{proposalId}/settle', { params, body: finding }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['actions'] }),
  });
}
