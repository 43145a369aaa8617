import type { RestateServer } from './server.mjs';

/** What a process is told of Restate. */
export interface ProcessSettings {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  readonly endpointUrl: string;
  readonly host: string;
  readonly port: number;
  readonly serviceName: string;
}

/** A server of Restate, and the address at which it reaches the processes of a service. */
export class RestateService {
  readonly serviceName: string;
  /** With a server of its own. */
  static open(): Promise<RestateService>;
  /**
   * One of several with the same server.
   * @param onData is given what the server and the processes tell each other
   */
  static of(server: RestateServer, serviceName: string, onData?: (data: Buffer) => void): Promise<RestateService>;
  addProcess(): Promise<ProcessSettings>;
  removeProcess(settings: ProcessSettings): void;
  close(): Promise<void>;
}
