export interface Front {
  readonly url: string;
  add(port: number): void;
  /** Takes a port away, and cuts what goes to it. */
  cut(port: number): void;
  close(): Promise<void>;
}
/** @param onData is given what passes, in either direction */
export function openFront(onData?: (data: Buffer) => void): Promise<Front>;
