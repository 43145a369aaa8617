import { setTimeout as delay } from 'node:timers/promises';

/** One event or comment as it came over the wire. */
export interface ReceivedEvent {
  readonly event?: string;
  readonly id?: string;
  readonly comment?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please
  readonly data?: any;
}

/** Reads server-sent events as a browser would. */
export class SseClient {
  readonly received: ReceivedEvent[] = [];
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>;

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    this.ended = this.read().catch(() => undefined);
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<SseClient> {
    const abort = new AbortController();
    return new SseClient(await fetch(url, { headers, signal: abort.signal }), abort);
  }

  /** Waits until `count` events or comments have come, the first one being CONNECTED. */
  async waitFor(count: number): Promise<readonly ReceivedEvent[]> {
    for (let waited = 0; this.received.length < count; waited += 10) {
      if (waited > 5000) throw new Error(`only got ${JSON.stringify(this.received)}`);
      await delay(10);
    }
    return this.received;
  }

  /** The ids of recorded events so far. */
  get ids(): number[] {
    return this.received.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
  }

  /** Leaves, as a closed tab does. */
  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of this.response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      this.received.push(...blocks.map(parseBlock));
    }
  }
}

function parseBlock(block: string): ReceivedEvent {
  const fields = block.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(': ');
    return [colon === 0 ? 'comment' : line.slice(0, colon), line.slice(colon + 2)];
  });
  const { data, ...rest } = Object.fromEntries(fields);
  return data === undefined ? rest : { ...rest, data: JSON.parse(data) };
}
