import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What becomes of one request: it is passed on; refused as by a busy service; done, with its answer lost or broken off; left without an answer. */
export type Fate = 'pass' | 'busy' | 'lost' | 'broken' | 'silence';

/** One request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly lastEventId: string | undefined;
}

/** What stands between clients and a service, and fails as a test wants. */
export class FaultyFront {
  readonly arrived: Arrived[] = [];
  /** How many requests have an answer that has not ended. */
  answering = 0;
  private fates: Fate[] = [];
  private readonly server: Server;

  private constructor(private readonly target: URL) {
    this.server = createServer((request, response) => this.take(request, response));
  }

  static async before(url: string): Promise<FaultyFront> {
    const front = new FaultyFront(new URL(url));
    await once(front.server.listen(0, '127.0.0.1'), 'listening');
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** For the next requests, one each; then everything passes. What arrived before is forgotten. */
  next(...fates: Fate[]): void {
    this.fates = fates;
    this.arrived.length = 0;
  }

  /** Breaks every connection. */
  cut(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const key = headers['idempotency-key'];
    const lastEventId = headers['last-event-id'];
    this.arrived.push({ method, path: url, key: key?.toString(), lastEventId: lastEventId?.toString() });
    const fate = this.fates.shift() ?? 'pass';
    if (fate === 'silence') return;
    if (fate === 'busy') {
      const body = { errorCode: 'SERVICE_OVERLOADED', message: 'Busy.', remedy: 'Wait.', recoverable: true };
      request.resume();
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify(body));
      return;
    }
    const { hostname, port, host } = this.target;
    this.answering += 1;
    const passed = sendOn({ hostname, port, method, path: url, headers: { ...headers, host } }, async (answer) => {
      if (fate === 'lost') {
        answer.resume();
        await once(answer, 'end');
        await delay(10);
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      response.flushHeaders();
      if (fate === 'broken') {
        const [part] = await once(answer, 'data');
        response.write(part.subarray(0, 10), () => response.destroy());
        return;
      }
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => {
      this.answering -= 1;
      passed.destroy();
    });
    request.pipe(passed);
  }
}
