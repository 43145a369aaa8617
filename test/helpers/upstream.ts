import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as the server got it. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the server does about a request; `nth` counts from 1 since it was told to behave so. */
export type UpstreamBehaviour = (response: ServerResponse, nth: number, request: UpstreamRequest) => void;

/** Answers with JSON. */
export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): UpstreamBehaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };

/** Answers with a status and nothing else. */
export const status =
  (code: number, headers: Record<string, string> = {}): UpstreamBehaviour =>
  (response) => {
    response.writeHead(code, headers).end();
  };

/** Breaks the connection instead of an answer. */
export const reset: UpstreamBehaviour = (response) => {
  response.socket?.resetAndDestroy();
};

/** The first behaviour for the first request and so on; the last for all that follow. */
export const inTurn =
  (...behaviours: UpstreamBehaviour[]): UpstreamBehaviour =>
  (response, nth, request) =>
    behaviours[Math.min(nth, behaviours.length) - 1]?.(response, nth, request);

/** A real HTTP server on a port of its own, which misbehaves as a test wants. */
export class Upstream {
  requests: UpstreamRequest[] = [];
  /** When each request came, in milliseconds. */
  times: number[] = [];
  connections = 0;
  private behaviour: UpstreamBehaviour = json({});
  private nth = 0;
  private server: Server | undefined;
  private port = 0;

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** From now on, with nothing received yet. */
  behave(behaviour: UpstreamBehaviour): void {
    this.behaviour = behaviour;
    this.nth = 0;
    this.requests = [];
    this.times = [];
  }

  async start(): Promise<void> {
    this.server = createServer(async (request, response) => {
      const time = performance.now();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body: Buffer.concat(chunks).toString() };
      this.requests.push(received);
      this.times.push(time);
      this.nth += 1;
      this.behaviour(response, this.nth, received);
    });
    this.server.on('connection', () => {
      this.connections += 1;
    });
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Refuses connections from now on. */
  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}
