import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, read, type Schema } from '../../api/client';
import { followConversation } from '../../api/follow';

/** Something that is sent once for its key, however often it is tried. */
export interface Once<T> {
  readonly body: T;
  readonly key: string;
}

/** What is sent for the first time. */
export function once<T>(body: T): Once<T> {
  return { body, key: crypto.randomUUID() };
}

/** Called also where what has sent it is gone by then. */
interface Sent {
  readonly onBegun?: () => void;
  readonly onReplied?: (text: string) => void;
}

/** Hands a conversation over to a person, says what the person says, hands it back. */
export function useHandover(conversationId: string, { onBegun, onReplied }: Sent) {
  const readAgain = useReadAgain(conversationId);
  const about = ({ key }: { key: string }) => ({
    params: { path: { id: conversationId }, header: { 'Idempotency-Key': key } },
  });
  const begin = useMutation({
    mutationFn: (sent: Once<Schema<'HandOver'>>) =>
      read(api.POST('/api/v1/conversations/{id}/handover', { ...about(sent), body: sent.body })),
    onSuccess: onBegun,
    onSettled: readAgain,
  });
  const reply = useMutation({
    mutationFn: (sent: Once<Schema<'PersonReply'>>) =>
      read(api.POST('/api/v1/conversations/{id}/handover/replies', { ...about(sent), body: sent.body })),
    onSuccess: (_answer, { body }) => onReplied?.(body.text),
    onSettled: readAgain,
  });
  const end = useMutation({
    mutationFn: (sent: Once<Schema<'HandBack'>>) =>
      read(api.POST('/api/v1/conversations/{id}/handover/end', { ...about(sent), body: sent.body })),
    onSettled: readAgain,
  });
  return { begin, reply, end };
}

function useReadAgain(conversationId: string) {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['conversation', conversationId] }),
      queries.invalidateQueries({ queryKey: ['conversations', 'turns', conversationId] }),
    ]);
  };
}

/** A turn is many events: it is read once they have come. */
const PAUSE_MS = 150;

/** What is said while a person answers appears as it happens. */
export function useFollowing(conversationId: string, isWanted: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isWanted) return undefined;
    let waiting: number | undefined;
    let newest = 0;
    const readSoon = () => {
      window.clearTimeout(waiting);
      waiting = window.setTimeout(() => {
        void queries.invalidateQueries({ queryKey: ['conversation', conversationId] });
        void queries.invalidateQueries({ queryKey: ['conversations', 'turns', conversationId] });
      }, PAUSE_MS);
    };
    const stop = followConversation(conversationId, {
      newest: () => newest,
      // What was said before the connection was there is read, too.
      onOpen: readSoon,
      onEvent: ({ auditId }) => {
        newest = Math.max(newest, auditId);
        readSoon();
      },
      onLost: () => undefined,
      onRefused: () => undefined,
    });
    return () => {
      stop();
      window.clearTimeout(waiting);
    };
  }, [queries, conversationId, isWanted]);
}
