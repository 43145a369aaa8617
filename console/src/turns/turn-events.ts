import type { TurnEvent } from './fold-turn';

/** Events as the API gives them with a turn: each so long after the first. */
interface RecordedTurn {
  /** ISO 8601. */
  readonly at: string;
  readonly events: readonly (Omit<TurnEvent, 'at'> & { readonly offsetMs: number })[];
}

export function turnEvents({ at, events }: RecordedTurn): TurnEvent[] {
  const startedMs = Date.parse(at);
  return events.map(({ stage, offsetMs, payload }) => ({
    stage,
    at: new Date(startedMs + offsetMs).toISOString(),
    payload,
  }));
}
