import { useEffect, useMemo, useReducer } from 'react';
import { api, read } from '../api/client';
import { followConversation, type RecordedEvent } from '../api/follow';
import { type FoldedTurn, foldTurn, type TurnEvent } from './fold-turn';

const PAGE = 5_000;

/** What is known of a conversation, while it goes on. */
export interface Recording {
  /** Oldest first. */
  readonly turns: readonly FoldedTurn[];
  /** Whether what comes next will be seen at once. */
  readonly isLive: boolean;
  readonly isLoaded: boolean;
  readonly error: unknown;
}

interface Known {
  readonly events: ReadonlyMap<number, RecordedEvent>;
  readonly isLive: boolean;
  readonly isLoaded: boolean;
  readonly error: unknown;
}

type News =
  | { readonly kind: 'events'; readonly events: readonly RecordedEvent[] }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'live'; readonly isLive: boolean }
  | { readonly kind: 'failed'; readonly error: unknown };

const NOTHING: Known = { events: new Map(), isLive: false, isLoaded: false, error: undefined };

/** Reads what was recorded of a conversation, and follows it. Give the component the conversation's id as its key. */
export function useRecord(conversationId: string): Recording {
  const [known, tell] = useReducer(learn, NOTHING);
  useEffect(() => {
    let isWanted = true;
    let isLoading = false;
    let newest = 0;
    const say = (news: News) => {
      if (news.kind === 'events') for (const { auditId } of news.events) newest = Math.max(newest, auditId);
      if (isWanted) tell(news);
    };
    const stop = followConversation(conversationId, {
      newest: () => newest,
      // Read once connected: what happens meanwhile comes over the stream, and nothing falls between.
      onOpen: () => {
        say({ kind: 'live', isLive: true });
        if (isLoading) return;
        isLoading = true;
        readAll(conversationId, (events) => say({ kind: 'events', events })).then(
          () => say({ kind: 'loaded' }),
          (error: unknown) => {
            isLoading = false;
            say({ kind: 'failed', error });
          },
        );
      },
      onEvent: (event) => say({ kind: 'events', events: [event] }),
      onLost: () => say({ kind: 'live', isLive: false }),
      onRefused: (error) => say({ kind: 'failed', error }),
    });
    return () => {
      isWanted = false;
      stop();
    };
  }, [conversationId]);
  const turns = useMemo(() => foldAll(known.events), [known.events]);
  return { turns, isLive: known.isLive, isLoaded: known.isLoaded, error: known.error };
}

function learn(known: Known, news: News): Known {
  if (news.kind === 'loaded') return { ...known, isLoaded: true, error: undefined };
  if (news.kind === 'live') return { ...known, isLive: news.isLive };
  if (news.kind === 'failed') return { ...known, error: news.error };
  const events = new Map(known.events);
  for (const event of news.events) events.set(event.auditId, event);
  return { ...known, events };
}

async function readAll(id: string, tell: (events: RecordedEvent[]) => void): Promise<void> {
  let after = 0;
  for (;;) {
    const query = { after, limit: PAGE };
    const page = await read(api.GET('/api/v1/conversation/audit/{id}', { params: { path: { id }, query } }));
    tell(
      page.map(({ payloadJson, ...event }) => ({
        ...event,
        payload: JSON.parse(payloadJson) as RecordedEvent['payload'],
      })),
    );
    after = page.at(-1)?.auditId ?? 0;
    if (page.length < PAGE) return;
  }
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
