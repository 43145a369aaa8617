import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/client';
import { ApiProblem } from '../../api/problem';

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

const PAUSE_MS = 1_500;
/** For about a minute, so that a restart passes unnoticed; after that the reader is asked. */
const MOST_REPETITIONS = 40;

/**
 * Sends what the reader says, and again while the service is away. A repetition has the same key, and so does nothing
 * twice.
 */
export function useTalk(conversationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ said, key }: { said: Said; key: string }): Promise<Schema<'MessageResponse'>> => {
      const header = { 'Idempotency-Key': key };
      return read(api.POST('/api/v1/conversation/message', { body: bodyOf(conversationId, said), headers: header }));
    },
    retry: (failures, error) => failures < MOST_REPETITIONS && wasNotAnswered(error),
    retryDelay: PAUSE_MS,
    onSettled: () => queries.invalidateQueries({ queryKey: ['conversation', conversationId] }),
  });
}

/** Nobody was there, or the turn is still held by a process that has died. */
function wasNotAnswered(error: Error): boolean {
  return error instanceof ApiProblem && (error.isUnreachable || error.code === 'CONVERSATION_BUSY');
}

function bodyOf(conversationId: string, said: Said): Schema<'MessageRequest'> {
  if ('message' in said) return { conversationId, message: said.message };
  const { actionId, revision, decision } = said;
  return { conversationId, decision, inReplyTo: { actionId, revision } };
}
