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
  static open(): Promise<RestateService>;
  addProcess(): Promise<ProcessSettings>;
  removeProcess(settings: ProcessSettings): void;
  close(): Promise<void>;
}
