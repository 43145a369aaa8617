import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { hasEvents, sleep } from './send.js';
import { open, type Service, unreadable } from './service.js';
import { ServiceError } from './service-error.js';

/** One recorded event of a conversation; docs/turn.md says which step records which stage. */
export interface RecordedEvent {
  readonly eventType: 'AUDIT';
  /** Counts up within the conversation. */
  readonly auditId: number;
  /** What happened, such as `RULE_MATCH`. */
  readonly stage: string;
  /** The turn it belongs to: 1 for the first of the conversation. */
  readonly turnNo: number;
  /** UTC, ISO 8601. */
  readonly createdAt: string;
  /** Its details; each stage has its own. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** How far a running turn has come; not recorded. */
export interface ProgressEvent {
  readonly eventType: 'VERBOSE';
  readonly createdAt: string;
  readonly verbose: {
    readonly determinant: string;
    readonly level: string;
    /** For the user. */
    readonly text: string;
    readonly [detail: string]: unknown;
  };
}

/** What a follower is told: what happens, and whether it hears of it at once. */
export type ConversationEvent = { readonly eventType: 'CONNECTED' | 'DISCONNECTED' } | RecordedEvent | ProgressEvent;

/** What to follow, and until when. */
export interface FollowOptions {
  /**
   * The `auditId` to begin behind: 0 for everything that was recorded. Left out: only what comes from now on. A function is
   * asked at each connection, by those who also read events in other ways.
   */
  readonly after?: number | (() => number | undefined) | undefined;
  /** Ends the following. */
  readonly signal?: AbortSignal | undefined;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** A connection that is silent for so long is lost: the service sends a comment every 15 s (`stream.heartbeat-seconds`). */
const LONGEST_SILENCE_MS = 60_000;

/**
 * Follows a conversation as it happens, until the signal is aborted or the loop is left. After an interruption it connects
 * again, and goes on behind the last event that came, so that none is missed.
 * @throws ServiceError where the service refuses
 */
export async function* follow(
  service: Service,
  conversationId: string,
  { after, signal }: FollowOptions = {},
): AsyncGenerator<ConversationEvent, void, undefined> {
  const left = new AbortController();
  const ended = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  let last: number | undefined;
  const beginning = () => later(last, typeof after === 'function' ? after() : after);
  let pauseMs = FIRST_PAUSE_MS;
  try {
    while (!ended.aborted) {
      let isConnected = false;
      try {
        for await (const event of connection(service, conversationId, beginning(), ended)) {
          isConnected = true;
          pauseMs = FIRST_PAUSE_MS;
          if (event.eventType === 'AUDIT') last = event.auditId;
          yield event;
        }
      } catch (error) {
        if (ended.aborted) return;
        if (error instanceof ServiceError && !error.isPassing) throw error;
      }
      if (ended.aborted) return;
      if (isConnected) yield { eventType: 'DISCONNECTED' };
      await sleep(pauseMs, ended);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  } finally {
    left.abort();
  }
}

/** The events of one connection, until it is lost. */
async function* connection(
  service: Service,
  conversationId: string,
  after: number | undefined,
  ended: AbortSignal,
): AsyncGenerator<ConversationEvent, void, undefined> {
  const silence = new AbortController();
  const wait = () => setTimeout(() => silence.abort(), LONGEST_SILENCE_MS);
  let timer = wait();
  let came: ConversationEvent[] = [];
  const parser = createParser({ onEvent: (message) => came.push(eventOf(message)) });
  try {
    const response = await open(service, `/api/v1/conversation/stream/${encodeURIComponent(conversationId)}`, {
      headers: after === undefined ? {} : { 'Last-Event-ID': String(after) },
      signal: AbortSignal.any([ended, silence.signal]),
    });
    if (!hasEvents(response)) throw unreadable();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      // Whoever takes their time with an event is not the service's silence.
      clearTimeout(timer);
      parser.feed(part.value);
      const events = came;
      came = [];
      yield* events;
      timer = wait();
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function eventOf({ event, data }: EventSourceMessage): ConversationEvent {
  return event === 'CONNECTED' ? { eventType: 'CONNECTED' } : (JSON.parse(data) as RecordedEvent | ProgressEvent);
}

function later(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}
