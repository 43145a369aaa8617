import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A network line to a server, which a test can cut, silence and mend. */
export class Line {
  private readonly sockets = new Set<Socket>();
  private state: 'up' | 'cut' | 'silent' = 'up';

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
  ) {}

  /** @param url the address of the server, whose port is that of PostgreSQL where it has none */
  static async to(url: string): Promise<Line> {
    const server = createServer();
    const line = new Line(new URL(url), server);
    server.on('connection', (near: Socket) => line.join(near));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return line;
  }

  /** The server's address, by way of this line. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Ends every connection, and refuses new ones. */
  cut(): void {
    this.state = 'cut';
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** From now on every byte is lost, on connections old and new, and neither side is told. */
  silence(): void {
    this.state = 'silent';
    for (const socket of this.sockets) socket.unpipe().resume();
  }

  /** New connections work again. Old ones stay as they are: what had been silenced never answers. */
  mend(): void {
    this.state = 'up';
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(near: Socket): void {
    if (this.state === 'cut') return void near.resetAndDestroy();
    this.watch(near);
    if (this.state === 'silent') return void near.resume();
    const far = connect(Number(this.target.port || 5432), this.target.hostname);
    this.watch(far);
    near.pipe(far).pipe(near);
    near.on('close', () => this.state !== 'silent' && far.destroy());
    far.on('close', () => this.state !== 'silent' && near.destroy());
  }

  private watch(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
  }
}
