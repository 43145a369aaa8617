import {
  type RecordedEvent as AuditedEvent,
  type ConversationEvent,
  follow,
  ServiceError,
} from '../../../src/interfaces/client/index';
import { service } from './client';

/** One recorded event of a conversation. */
export type RecordedEvent = Omit<AuditedEvent, 'eventType'>;

/** What a follower is told, and asked. */
export interface Following {
  /** The newest event that the follower has, wherever from; 0 while it has none. */
  readonly newest: () => number;
  /** Connected, at the start and after every interruption. */
  readonly onOpen: () => void;
  readonly onEvent: (event: RecordedEvent) => void;
  readonly onLost: () => void;
  /** The service answered, and will not have it. It is asked again all the same. */
  readonly onRefused: (error: ServiceError) => void;
}

const PAUSE_MS = 5_000;

/**
 * Follows a conversation until the returned function is called. After an interruption it goes on with the event after the
 * newest one that is known, so that none is missed. (The browser's EventSource does not tell why it was refused.)
 */
export function followConversation(conversationId: string, following: Following): () => void {
  const ended = new AbortController();
  void keepFollowing(conversationId, following, ended.signal);
  return () => ended.abort();
}

async function keepFollowing(conversationId: string, following: Following, signal: AbortSignal): Promise<void> {
  const after = () => following.newest() || undefined;
  const tell = (event: ConversationEvent): void => {
    if (event.eventType === 'CONNECTED') following.onOpen();
    if (event.eventType === 'DISCONNECTED') following.onLost();
    if (event.eventType === 'AUDIT') following.onEvent(event);
  };
  while (!signal.aborted) {
    try {
      for await (const event of follow(service, conversationId, { after, signal })) tell(event);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      following.onRefused(error);
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE_MS));
    }
  }
}
