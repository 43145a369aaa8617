import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../src/platform/common/json.js';

/** One request as the receiver got it. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body's bytes as text. */
  readonly raw: string;
  readonly event: JsonObject;
}

/** What the receiver does about a request; `nth` counts the requests since it was told to behave so. */
export type Behaviour = (response: ServerResponse, nth: number, request: ReceivedWebhook) => void;

export const accept: Behaviour = (response) => {
  response.writeHead(204).end();
};

/** A chat backend's webhook on a port of its own, which misbehaves as a test wants. */
export class WebhookReceiver {
  received: ReceivedWebhook[] = [];
  private behaviour: Behaviour = accept;
  private requests = 0;
  private server: Server | undefined;
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** From now on. */
  behave(behaviour: Behaviour): void {
    this.behaviour = behaviour;
    this.requests = 0;
  }

  /** Listens, on the port it had before. */
  async start(): Promise<void> {
    this.server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const raw = Buffer.concat(chunks).toString();
      const event = raw === '' ? {} : (JSON.parse(raw) as JsonObject);
      const received = { path: request.url ?? '', headers: request.headers, raw, event };
      this.received.push(received);
      this.requests += 1;
      this.behaviour(response, this.requests, received);
    });
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Refuses connections from now on. */
  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** What was received about a conversation, oldest first. */
  about(conversationId: string): ReceivedWebhook[] {
    return this.received.filter(({ event }) => event.conversationId === conversationId);
  }

  /** The names of its events. */
  names(conversationId: string): unknown[] {
    return this.about(conversationId).map(({ event }) => event.event);
  }
}
