import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';
import { type PageQuery, useList } from '../../parts/use-list';
import type { Word } from '../../parts/word-form';
import { type ActionSearch, actionQuery } from './action-search';

export type Action = Schema<'ActionList'>['items'][number];
export type ActionDetail = Schema<'ActionDetail'>;

const OFTEN_MS = 10_000;

function readPage(search: ActionSearch, page: PageQuery) {
  const query = { ...actionQuery(search), ...page };
  return read(api.GET('/api/v1/actions', { params: { query } }));
}

export function useActions(search: ActionSearch) {
  return useList(['actions', 'list', search], (page) => readPage(search, page));
}

/** As many of those that wait are counted. */
export const MOST_WAITING = 100;

/** How many actions wait for an operator: the answer to why one opens the page. */
export function useWaiting() {
  return useQuery({
    queryKey: ['actions', 'waiting'],
    refetchInterval: OFTEN_MS,
    queryFn: async () => {
      const params = { query: { limit: MOST_WAITING } };
      const [approvals, held] = await Promise.all([
        read(api.GET('/api/v1/actions/awaiting-approval', { params })),
        read(api.GET('/api/v1/actions/held', { params })),
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

/** Whether the yes to it keeps times to come, and nothing else. */
export function isScheduled({ actionRef, status }: Pick<ActionDetail, 'actionRef' | 'status'>): boolean {
  return status === 'EXECUTED' && actionRef.startsWith('scheduled:');
}

/** What is done at the times that the yes to an action was for. */
export function useSchedule(action: ActionDetail) {
  const { conversationId, actionId: scheduleId } = action;
  const path = { conversationId, scheduleId };
  return useQuery({
    enabled: isScheduled(action),
    queryKey: ['actions', 'schedule', scheduleId],
    refetchInterval: OFTEN_MS,
    queryFn: () => read(api.GET('/api/v1/schedules/{conversationId}/{scheduleId}', { params: { path } })),
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

/** Has an event delivered once more that the webhook has not got; it is due at the next look. */
export function useSendAgain(conversationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string) =>
      read(api.POST('/api/v1/webhook/send-again', { body: { events: [{ conversationId, eventId }] } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['actions'] }),
  });
}

/** One action of several that are refused. */
export interface Refused {
  readonly action: Action;
  /** Why it was not refused; undefined where it was. */
  readonly error?: unknown;
}

/** Refuses one action after the other, each by a request of its own: what became of each is told. */
export function useRefuseSeveral(onRefused: (refused: Refused) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ actions, ...word }: Word & { readonly actions: readonly Action[] }) => {
      for (const action of actions) {
        const params = { path: { proposalId: action.actionId } };
        const body = { ...word, revision: action.revision };
        try {
          await read(api.POST('/api/v1/actions/{proposalId}/refuse', { params, body }));
          onRefused({ action });
        } catch (error) {
          onRefused({ action, error });
        }
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['actions'] }),
  });
}
