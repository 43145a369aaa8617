import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import type { ServiceError } from '../api/client';
import { followConversation, type RecordedEvent } from '../api/follow';
import { useMay } from '../api/me';
import { type FoldedTurn, foldTurn, type TurnEvent } from './fold-turn';
import { readFromTheEnd } from './read-record';

/** What is known of a conversation, while it goes on. */
export interface Recording {
  /** Oldest first: the newest ones, and what was said before them as far as it was asked for. */
  readonly turns: readonly FoldedTurn[];
  /** Whether what comes next will be seen at once. */
  readonly isLive: boolean;
  readonly isLoaded: boolean;
  readonly error: unknown;
  /** Leads to the turns before; undefined where there are none. */
  readonly earlier: Earlier | undefined;
}

export interface Earlier {
  readonly isReading: boolean;
  readonly error: unknown;
  read(): void;
}

interface Known {
  readonly events: ReadonlyMap<number, RecordedEvent>;
  readonly isLive: boolean;
  readonly isLoaded: boolean;
  readonly error: unknown;
  readonly earlierFrom: string | null;
}

type News =
  | { readonly kind: 'events'; readonly events: readonly RecordedEvent[] }
  | { readonly kind: 'loaded'; readonly earlierFrom: string | null }
  | { readonly kind: 'live'; readonly isLive: boolean }
  | { readonly kind: 'failed'; readonly error: unknown };

const AGAIN_MS = 5_000;

const NOTHING: Known = { events: new Map(), isLive: false, isLoaded: false, error: undefined, earlierFrom: null };

/**
 * Reads the newest that was recorded of a conversation, and follows it. Give the component the conversation's id as its key.
 * @param isThere whether the conversation has begun: before, there is nothing to follow
 */
export function useRecord(conversationId: string, isThere: boolean): Recording {
  const mayReadLedger = useMay()('ledger.read');
  const [known, tell] = useReducer(learn, NOTHING);
  useEffect(() => {
    if (!isThere) return undefined;
    let isWanted = true;
    let isLoading = false;
    let newest = 0;
    const say = (news: News) => {
      if (news.kind === 'events') for (const { auditId } of news.events) newest = Math.max(newest, auditId);
      if (isWanted) tell(news);
    };
    let again: number | undefined;
    const load = () => {
      if (isLoading) return;
      isLoading = true;
      window.clearTimeout(again);
      readFromTheEnd(conversationId, mayReadLedger).then(
        ({ events, earlierFrom }) => {
          say({ kind: 'events', events });
          say({ kind: 'loaded', earlierFrom });
        },
        (error: unknown) => {
          isLoading = false;
          say({ kind: 'failed', error });
          // The stream may go on all the while, and then nothing else would have it read.
          if (isWanted) again = window.setTimeout(load, AGAIN_MS);
        },
      );
    };
    const stop = followConversation(conversationId, {
      newest: () => newest,
      // Read once connected: what happens meanwhile comes over the stream, and nothing falls between.
      onOpen: () => {
        say({ kind: 'live', isLive: true });
        load();
      },
      onEvent: (event) => say({ kind: 'events', events: [event] }),
      onLost: () => say({ kind: 'live', isLive: false }),
      onRefused: (error: ServiceError) => say({ kind: 'failed', error }),
    });
    return () => {
      isWanted = false;
      window.clearTimeout(again);
      stop();
    };
  }, [conversationId, mayReadLedger, isThere]);
  const turns = useMemo(() => foldAll(known.events), [known.events]);
  const earlier = useEarlier(conversationId, known.earlierFrom, tell);
  return { turns, isLive: known.isLive, isLoaded: known.isLoaded, error: known.error, earlier };
}

function useEarlier(conversationId: string, from: string | null, tell: (news: News) => void): Earlier | undefined {
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<unknown>();
  const readEarlier = useCallback(() => {
    if (from === null) return;
    setReading(true);
    setError(undefined);
    // Who may not read turns has read all at once.
    readFromTheEnd(conversationId, true, from)
      .then(({ events, earlierFrom }) => {
        tell({ kind: 'events', events });
        tell({ kind: 'loaded', earlierFrom });
      }, setError)
      .finally(() => setReading(false));
  }, [conversationId, from, tell]);
  return from === null ? undefined : { isReading, error, read: readEarlier };
}

function learn(known: Known, news: News): Known {
  if (news.kind === 'loaded') return { ...known, isLoaded: true, error: undefined, earlierFrom: news.earlierFrom };
  if (news.kind === 'live') return { ...known, isLive: news.isLive };
  if (news.kind === 'failed') return { ...known, error: news.error };
  const events = new Map(known.events);
  for (const event of news.events) events.set(event.auditId, event);
  return { ...known, events };
}

function foldAll(events: ReadonlyMap<number, RecordedEvent>): FoldedTurn[] {
  const byTurn = new Map<number, TurnEvent[]>();
  for (const event of [...events.values()].sort((a, b) => a.auditId - b.auditId)) {
    const list = byTurn.get(event.turnNo) ?? [];
    list.push({ stage: event.stage, at: event.createdAt, payload: event.payload });
    byTurn.set(event.turnNo, list);
  }
  return [...byTurn].map(([turn, list]) => foldTurn(turn, list));
}
