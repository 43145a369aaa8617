export interface RestateServer {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  /** Where it keeps what it knows. */
  readonly folder: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, with what it knew. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}
export const isRestateInstalled: boolean;
export function freePort(): Promise<number>;
export function startRestate(): Promise<RestateServer>;
