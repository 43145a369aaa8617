import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../platform/common/json.js';

/** One server-sent event. */
export interface StreamEvent {
  readonly name: string;
  /** What a client that reconnects says it has seen last. */
  readonly id?: number;
  readonly data: JsonObject;
}

/**
 * Sends server-sent events (HTML standard, section 9.2) as the body of one response. What is sent in one go, such as the
 * events of a turn, is written at once: a write for each would cost more than the turn.
 */
export class EventStream {
  private unwritten = '';

  constructor(private readonly response: ServerResponse) {}

  /** Sends the status and the headers; headers that are set already, such as those of CORS, go with them. */
  open(): void {
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
  }

  send({ name, id, data }: StreamEvent): void {
    const idLine = id === undefined ? '' : `id: ${id}\n`;
    this.write(`event: ${name.replace(/[\r\n]+/g, ' ')}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps proxies from closing an idle connection; clients do not see it. */
  comment(text: string): void {
    this.write(`: ${text}\n\n`);
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** About how many bytes the client has not taken yet. */
  get backlog(): number {
    return this.response.writableLength + this.unwritten.length;
  }

  /** Resolves when the client has taken what was sent, or is gone. */
  async drained(): Promise<void> {
    this.flush();
    if (!this.response.writableNeedDrain || !this.isOpen) return;
    const settled = new AbortController();
    const { signal } = settled;
    const events = ['drain', 'close'].map((name) => once(this.response, name, { signal }));
    await Promise.race(events);
    settled.abort();
    await Promise.allSettled(events);
  }

  /** Ends the response after what was sent. */
  end(): void {
    this.flush();
    if (this.isOpen) this.response.end();
  }

  /** Ends the response at once, for a client that takes nothing any more. */
  destroy(): void {
    this.response.destroy();
  }

  private write(text: string): void {
    if (!this.isOpen) return;
    if (this.unwritten === '') setImmediate(() => this.flush());
    this.unwritten += text;
  }

  private flush(): void {
    const text = this.unwritten;
    this.unwritten = '';
    if (text !== '' && this.isOpen) this.response.write(text);
  }
}
