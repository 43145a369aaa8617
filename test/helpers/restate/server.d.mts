export interface RestateServer {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, with what it knew, or without. */
  restart(how?: { readonly forgets?: boolean }): Promise<void>;
  stop(): Promise<void>;
}
export const isRestateInstalled: boolean;
export function startRestate(): Promise<RestateServer>;
