import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Two ends of one connection. */
interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
}

/**
 * A network between a client and a server that can fail: it can break every connection and refuse new ones, or keep
 * them open and let nothing through.
 */
export class TcpProxy {
  readonly #pairs = new Set<Pair>();
  #state: 'whole' | 'cut' | 'silent' = 'whole';
  #bytesSent = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (client) => this.#accept(client));
  }

  /** Listens on a port of its own, before the server at the target. */
  static async open(target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(createServer(), target);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The address of a server, as it is through a proxy of its own. */
  static async before(url: string): Promise<{ proxy: TcpProxy; url: string }> {
    const address = new URL(url);
    const proxy = await TcpProxy.open({ host: address.hostname, port: Number(address.port || 5432) });
    address.hostname = '127.0.0.1';
    address.port = String(proxy.port);
    return { proxy, url: address.href };
  }

  /** What the server has sent so far, on all connections. */
  get bytesSent(): number {
    return this.#bytesSent;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Breaks every connection, and refuses new ones, until `heal`. */
  cut(): void {
    this.#state = 'cut';
    for (const pair of this.#pairs) drop(pair);
  }

  /** Lets nothing through in either direction, on old connections and new ones, and tells nobody, until `heal`. */
  silence(): void {
    this.#state = 'silent';
    for (const pair of this.#pairs) pause(pair);
  }

  /** Lets new connections through again; what silent ones have held back arrives now. */
  heal(): void {
    this.#state = 'whole';
    for (const pair of this.#pairs) resume(pair);
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) drop(pair);
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }

  #accept(client: Socket): void {
    if (this.#state === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const pair = { client, upstream: connect(this.target) };
    this.#pairs.add(pair);
    pair.upstream.on('data', (chunk: Buffer) => {
      this.#bytesSent += chunk.length;
    });
    join(pair, 'client', 'upstream');
    join(pair, 'upstream', 'client');
    for (const socket of [pair.client, pair.upstream]) {
      socket.once('close', () => {
        drop(pair);
        this.#pairs.delete(pair);
      });
    }
    if (this.#state === 'silent') pause(pair);
  }
}

/** Hands on what one end says, and that it has ended; an error of either end closes both. */
function join(pair: Pair, from: keyof Pair, to: keyof Pair): void {
  const source = pair[from];
  source.on('error', () => drop(pair));
  source.pipe(pair[to]);
}

function drop({ client, upstream }: Pair): void {
  client.resetAndDestroy();
  upstream.resetAndDestroy();
}

/** What has arrived is kept back: nothing is read from either end. */
function pause({ client, upstream }: Pair): void {
  client.unpipe(upstream);
  upstream.unpipe(client);
  client.pause();
  upstream.pause();
}

function resume({ client, upstream }: Pair): void {
  client.pipe(upstream);
  upstream.pipe(client);
}
