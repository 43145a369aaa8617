// A service of several processes as Restate knows it: by one address.
import { freePort } from '../free-port.mjs';
import { openFront } from './front.mjs';
import { startRestate } from './server.mjs';

/** A server of Restate, and the address at which it reaches the processes of a service. */
export class RestateService {
  constructor(server, front, serviceName) {
    Object.assign(this, { server, front, serviceName });
  }

  /** With a server of its own. */
  static async open() {
    const server = await startRestate();
    const service = await RestateService.of(server, 'ConvEngineRun');
    service.ownServer = server;
    return service;
  }

  /**
   * One of several with the same server.
   * @param onData is given what the server and the processes tell each other
   */
  static async of(server, serviceName, onData) {
    return new RestateService(server, await openFront(onData), serviceName);
  }

  /** What a process is told of Restate. */
  async addProcess() {
    const { ingressUrl, adminUrl } = this.server;
    const port = await freePort();
    this.front.add(port);
    return {
      ingressUrl,
      adminUrl,
      endpointUrl: this.front.url,
      host: '127.0.0.1',
      port,
      serviceName: this.serviceName,
    };
  }

  removeProcess({ port }) {
    this.front.cut(port);
  }

  async close() {
    await this.front.close();
    await this.ownServer?.stop();
  }
}
