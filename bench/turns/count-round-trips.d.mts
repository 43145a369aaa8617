/** Counts what goes through a proxy in front of PostgreSQL. */
export function countRoundTrips(url: string): Promise<{
  /** The address to use in the place of the server's. */
  readonly url: string;
  readonly counts: () => { readonly statements: number; readonly roundTrips: number };
  readonly close: () => void;
}>;
