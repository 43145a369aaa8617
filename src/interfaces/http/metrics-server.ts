import { once } from 'node:events';
import type { Server } from 'node:http';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { messageOf } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { PROMETHEUS_TYPE, prometheusText } from '../../platform/telemetry/index.js';

/** `/metrics` on a port of its own, for whoever can reach that: nothing else is there, and no key is asked for. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private server: Server | undefined;

  constructor(@Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'metrics'>) {}

  /** Listens where the settings name a port. @throws the operating system's error where it cannot */
  async listen(): Promise<void> {
    const { port, host } = this.config.metrics;
    if (port === 0) return;
    // Named by an import of its own, Node.js loads all of it, its client among it.
    const { createServer } = await import('node:http');
    const server = createServer(({ method, url }, response) => {
      if (method !== 'GET' || url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
      void prometheusText().then(
        (text) => response.writeHead(200, { 'content-type': PROMETHEUS_TYPE }).end(text),
        (error: unknown) => {
          this.logger.error(`the metrics could not be told: ${messageOf(error)}`);
          response.writeHead(500).end();
        },
      );
    });
    await once(server.listen(port, host), 'listening');
    this.server = server;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
