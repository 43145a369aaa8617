export interface Front {
  readonly url: string;
  add(port: number): void;
  /** Takes a port away, and cuts what goes to it. */
  cut(port: number): void;
  close(): Promise<void>;
}
export function openFront(): Promise<Front>;
