import { createParser } from 'eventsource-parser';
import { fetchFromService } from './client';
import { type ApiProblem, problemOf } from './problem';

/** One recorded event of a conversation. */
export interface RecordedEvent {
  readonly auditId: number;
  readonly turnNo: number;
  readonly stage: string;
  readonly createdAt: string;
  readonly payload: Record<string, unknown>;
}

/** What a follower is told, and asked. */
export interface Following {
  /** The newest event that the follower has, wherever from; 0 while it has none. */
  readonly newest: () => number;
  /** Connected, at the start and after every interruption. */
  readonly onOpen: () => void;
  readonly onEvent: (event: RecordedEvent) => void;
  readonly onLost: () => void;
  /** The service answered, and will not have it. It is asked again all the same: a key may come. */
  readonly onRefused: (problem: ApiProblem) => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Follows a conversation until the returned function is called. After an interruption it goes on with the event after the
 * newest one that is known, so that none is missed. (The browser's EventSource cannot send a key in a header.)
 */
export function followConversation(conversationId: string, following: Following): () => void {
  const ended = new AbortController();
  void keepFollowing(conversationId, following, ended.signal);
  return () => ended.abort();
}

async function keepFollowing(conversationId: string, following: Following, signal: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  const parser = () =>
    createParser({
      onEvent: ({ event, id, data }) => {
        if (event === 'CONNECTED') following.onOpen();
        if (id === undefined) return;
        following.onEvent(JSON.parse(data) as RecordedEvent);
      },
    });
  while (!signal.aborted) {
    try {
      const isHeard = await readStream(requestFor(conversationId, following.newest(), signal), parser(), following);
      if (isHeard) pause = FIRST_PAUSE_MS;
    } catch {
      // Whether the service is there is noted by whoever fetches; what was missed is sent after the next connection.
    }
    if (signal.aborted) return;
    following.onLost();
    await new Promise((resolve) => window.setTimeout(resolve, pause));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

function requestFor(conversationId: string, newest: number, signal: AbortSignal): Request {
  const url = new URL(`/api/v1/conversation/stream/${conversationId}`, window.location.origin);
  return new Request(url, { signal, ...(newest > 0 && { headers: { 'Last-Event-ID': String(newest) } }) });
}

/** @returns whether the service sent anything */
async function readStream(
  request: Request,
  parser: ReturnType<typeof createParser>,
  following: Following,
): Promise<boolean> {
  const response = await fetchFromService(request);
  if (!response.ok) following.onRefused(problemOf(response.status, await response.json()));
  if (!response.ok || response.body === null) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value);
  return true;
}
