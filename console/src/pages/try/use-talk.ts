import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api, read, type Schema, ServiceError } from '../../api/client';
import { useMay, useMe } from '../../api/me';

/** An answer to an open question, or words. */
export type Said =
  /** @property seenTurn the newest turn that its writer had before them: a yes means nothing that was asked after it */
  | { readonly message: string; readonly seenTurn: number | undefined }
  | { readonly decision: 'CONFIRM' | 'REJECT'; readonly actionId: string; readonly revision: number };

/** Where a conversation stands, once it has begun. */
export function useConversation(conversationId: string, hasBegun: boolean) {
  return useQuery({
    enabled: hasBegun,
    queryKey: keyOf(conversationId),
    queryFn: async () => ({ ...(await readConversation(conversationId)), readAt: performance.now() }),
  });
}

export type Conversation = NonNullable<ReturnType<typeof useConversation>['data']>;

function keyOf(conversationId: string) {
  return ['conversation', conversationId];
}

function readConversation(id: string): Promise<Schema<'Conversation'>> {
  return read(api.GET('/api/v1/conversations/{id}', { params: { path: { id } } }));
}

const PAUSE_MS = 1_500;
/** For about a minute, so that a restart passes unnoticed; after that the reader is asked. */
const MOST_REPETITIONS = 40;

/** Whether there is anything that could answer; undefined where the reader may not know, or nobody knows yet. */
export function useHasFlow(): boolean | undefined {
  const { data } = useQuery({
    enabled: useMay()('flow.read'),
    queryKey: ['rows', 'tables'],
    queryFn: () => read(api.GET('/api/v1/flow/tables')),
  });
  return data?.tables.some(({ rows }) => rows > 0);
}

interface Talk {
  readonly conversationId: string;
  /** Whether nothing was said in it yet. */
  readonly isFresh: boolean;
  /** It is there now, under its id. */
  readonly onBegun: () => void;
  readonly onSent: (said: Said) => void;
  /** The service will not have it as it is. */
  readonly onRefused: (said: Said) => void;
}

/**
 * Sends what the reader says, and again while the service is away. A repetition has the same key, and so does nothing
 * twice. Where the service chooses the id of a new conversation, the reader is led to it.
 */
export function useTalk({ conversationId, isFresh, onBegun, onSent, onRefused }: Talk) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // Whoever may use their own conversations alone begins none under an id of theirs.
  const isNamed = useMe().data?.permissions['conversation.talk'] !== 'own';
  const id = isFresh && !isNamed ? undefined : conversationId;
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: ({ said, key }: { said: Said; key: string }): Promise<Schema<'MessageResponse'>> => {
      const header = { 'Idempotency-Key': key };
      return read(api.POST('/api/v1/conversation/message', { body: bodyOf(id, said), headers: header }));
    },
    retry: (failures, error) => failures < MOST_REPETITIONS && wasNotAnswered(error),
    retryDelay: PAUSE_MS,
    onSuccess: ({ conversationId: begun }, { said }) => {
      onSent(said);
      if (id === undefined && begun !== null) {
        // Who has gone elsewhere meanwhile stays there.
        if (!isShown.current) return undefined;
        return navigate({ to: '/try/$conversationId', params: { conversationId: begun }, replace: true });
      }
      if (isFresh) onBegun();
      return undefined;
    },
    onError: async (error, { said }) => {
      if (error instanceof ServiceError && REFUSED.includes(error.status)) onRefused(said);
      // A turn that has failed was one all the same, and can be looked at.
      if (isFresh && id !== undefined) await readConversation(id).then(onBegun, () => undefined);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(conversationId) }),
  });
}

/** Codes of answers to a message whose turn can be had a little later. */
const LATER: readonly string[] = [
  // Held by a process that has died.
  'CONVERSATION_BUSY',
  'DATABASE_UNAVAILABLE',
];

/** The request cannot be read, or is too large: it will be no other time either. */
const REFUSED: readonly number[] = [400, 413];

/** Nobody was there, or could do it yet. */
function wasNotAnswered(error: Error): boolean {
  return error instanceof ServiceError && (error.isUnreachable || LATER.includes(error.code));
}

function bodyOf(conversationId: string | undefined, said: Said): Schema<'MessageRequest'> {
  if ('message' in said) {
    const { message, seenTurn } = said;
    return { conversationId, message, ...(seenTurn !== undefined && { inReplyTo: { turn: seenTurn } }) };
  }
  const { actionId, revision, decision } = said;
  return { conversationId, decision, inReplyTo: { actionId, revision } };
}
