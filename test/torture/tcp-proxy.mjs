// The network between one service and its database, and what can go wrong with it.
import { connect, createServer } from 'node:net';

/** @returns a proxy in front of `port` of this machine */
export async function startProxy(port) {
  const proxy = new NetworkProxy(port);
  await proxy.listen();
  return proxy;
}

class NetworkProxy {
  #links = new Set();
  #isCut = false;
  #isSilent = false;
  #delayMs = 0;
  #losesAnswer = () => false;
  #server = createServer({ allowHalfOpen: true }, (client) => this.#join(client));

  constructor(upstreamPort) {
    this.upstreamPort = upstreamPort;
  }

  async listen() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.port = this.#server.address().port;
  }

  /** Every connection is reset, and none is taken. */
  cut() {
    this.#isCut = true;
    this.#closeAll();
  }

  /**
   * Nothing that is sent arrives, and nobody is told. As behind a router that has forgotten them, the connections of that
   * time never carry anything again.
   */
  silence() {
    this.#isSilent = true;
    for (const link of this.#links) link.isForgotten = true;
  }

  /** Whatever is sent arrives so much later. */
  delay(ms) {
    this.#delayMs = ms;
  }

  /** The services read the end of every connection, and the server reads on. */
  halfClose() {
    for (const link of this.#links) {
      link.isForgotten = true;
      link.client.end();
    }
  }

  /** The server does what it was asked, and the connection breaks before its answer where `decide()` says so. */
  loseAnswers(decide) {
    this.#losesAnswer = decide;
  }

  /** New connections work from now on, and old ones that have survived. */
  heal() {
    this.#isCut = false;
    this.#isSilent = false;
    this.#delayMs = 0;
    this.#losesAnswer = () => false;
  }

  close() {
    this.cut();
    this.#server.close();
  }

  #join(client) {
    if (this.#isCut) return end(client);
    const link = { client, upstream: connect(this.upstreamPort, '127.0.0.1'), isForgotten: this.#isSilent };
    this.#links.add(link);
    this.#carry(link, client, link.upstream, () => false);
    this.#carry(link, link.upstream, client, () => this.#losesAnswer());
    return undefined;
  }

  #carry(link, from, to, isLost) {
    from.setNoDelay();
    from.on('data', (data) => {
      if (link.isForgotten) return;
      if (isLost()) return this.#close(link);
      if (this.#delayMs === 0 && !link.pending) return to.write(data);
      // In order, also when the delay has just ended.
      link.pending = (link.pending ?? Promise.resolve()).then(() => pause(this.#delayMs)).then(() => to.write(data));
      return undefined;
    });
    from.on('end', () => link.isForgotten || to.end());
    from.on('error', () => this.#close(link));
    from.on('close', () => link.isForgotten || this.#close(link));
  }

  #close(link) {
    this.#links.delete(link);
    for (const socket of [link.client, link.upstream]) end(socket);
  }

  #closeAll() {
    for (const link of this.#links) this.#close(link);
  }
}

/** With a reset, unless it has half ended: Node.js never closes one that is reset then, and hangs at its own end. */
function end(socket) {
  if (socket.readyState === 'open') socket.resetAndDestroy();
  else socket.destroy();
}

function pause(ms) {
  return ms === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms));
}
