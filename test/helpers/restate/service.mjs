// A service of several processes as Restate knows it: by one address.
import { openFront } from './front.mjs';
import { freePort, startRestate } from './server.mjs';

/** A server of Restate, and the address at which it reaches the processes of a service. */
export class RestateService {
  static async open() {
    const service = new RestateService();
    service.server = await startRestate();
    service.front = await openFront();
    return service;
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
      serviceName: 'ConvEngineRun',
    };
  }

  removeProcess({ port }) {
    this.front.cut(port);
  }

  async close() {
    await this.front.close();
    await this.server.stop();
  }
}
