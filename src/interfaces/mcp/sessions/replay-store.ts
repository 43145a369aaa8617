import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** Characters of events, as JSON, that a session keeps at most; the newest is always kept. */
const MAX_CHARS = 1_000_000;

interface KeptEvent {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly chars: number;
}

/** The newest events of one session, for a client that reconnects with the id of the last one it has seen. */
export class ReplayStore implements EventStore {
  private readonly events = new Map<string, KeptEvent>();
  private last = 0;
  private chars = 0;

  constructor(private readonly maxEvents: number) {}

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.last += 1;
    const id = String(this.last);
    const { length: chars } = JSON.stringify(message);
    this.events.set(id, { streamId, message, chars });
    this.chars += chars;
    this.forgetOldest();
    return id;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.events.get(eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const streamId = this.events.get(lastEventId)?.streamId ?? '';
    for (const [id, event] of [...this.events]) {
      // The first event of a stream is empty: it only gives the client an id to come back with.
      const isMissed = event.streamId === streamId && Number(id) > Number(lastEventId) && 'jsonrpc' in event.message;
      if (isMissed) await send(id, event.message);
    }
    return streamId;
  }

  private forgetOldest(): void {
    for (const [id, event] of this.events) {
      if (this.events.size <= Math.max(1, this.maxEvents) && this.chars <= MAX_CHARS) return;
      if (this.events.size === 1) return;
      this.events.delete(id);
      this.chars -= event.chars;
    }
  }
}
