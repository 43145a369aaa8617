import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, read, type Schema, ServiceError } from '../../api/client';

/** An answer to an open question, or words. */
export type Said =
  | { readonly message: string }
  | { readonly decision: 'CONFIRM' | 'REJECT'; readonly actionId: string; readonly revision: number };

/** Where a conversation stands, once it has begun. */
export function useConversation(conversationId: string, hasBegun: boolean) {
  return useQuery({
    enabled: hasBegun,
    queryKey: ['conversation', conversationId],
    queryFn: async () => {
      const params = { path: { id: conversationId } };
      const conversation = await read(api.GET('/api/v1/conversations/{id}', { params }));
      return { ...conversation, readAt: performance.now() };
    },
  });
}

export type Conversation = NonNullable<ReturnType<typeof useConversation>['data']>;

/** Ids that this page has made up. */
const freshIds = new Set<string>();

export function freshId(): string {
  const id = crypto.randomUUID();
  freshIds.add(id);
  return id;
}

/** Whether the service is to choose the id: of a new conversation, for a reader who may use their own alone. */
export function needsId(conversationId: string, problem: unknown): boolean {
  return freshIds.has(conversationId) && problem instanceof ServiceError && problem.status === 404;
}

const PAUSE_MS = 1_500;
/** For about a minute, so that a restart passes unnoticed; after that the reader is asked. */
const MOST_REPETITIONS = 40;

/**
 * Sends what the reader says, and again while the service is away. A repetition has the same key, and so does nothing
 * twice.
 * @param conversationId undefined begins a conversation, to which the reader is then led
 */
export function useTalk(conversationId: string | undefined) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ said, key }: { said: Said; key: string }): Promise<Schema<'MessageResponse'>> => {
      const header = { 'Idempotency-Key': key };
      return read(api.POST('/api/v1/conversation/message', { body: bodyOf(conversationId, said), headers: header }));
    },
    retry: (failures, error) => failures < MOST_REPETITIONS && wasNotAnswered(error),
    retryDelay: PAUSE_MS,
    onSuccess: ({ conversationId: begun }) => {
      if (conversationId !== undefined || begun === null) return undefined;
      return navigate({ to: '/try/$conversationId', params: { conversationId: begun }, replace: true });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['conversation', conversationId] }),
  });
}

/** Nobody was there, or the turn is still held by a process that has died. */
function wasNotAnswered(error: Error): boolean {
  return error instanceof ServiceError && (error.isUnreachable || error.code === 'CONVERSATION_BUSY');
}

function bodyOf(conversationId: string | undefined, said: Said): Schema<'MessageRequest'> {
  if ('message' in said) return { conversationId, message: said.message };
  const { actionId, revision, decision } = said;
  return { conversationId, decision, inReplyTo: { actionId, revision } };
}
