/** So many hours the charts show. */
export const SPANS = [1, 6, 24] as const;
export type Span = (typeof SPANS)[number];

export interface OperationsSearch {
  readonly hours?: Span | undefined;
}

export function readOperationsSearch({ hours }: Record<string, unknown>): OperationsSearch {
  return { hours: SPANS.find((span) => span === Number(hours)) };
}
