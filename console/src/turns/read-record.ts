import { api, read, type Schema } from '../api/client';
import type { RecordedEvent } from '../api/follow';

type TurnItem = Schema<'TurnList'>['items'][number];

/** Turns at a time: more than fit on a screen. */
const TURNS = 20;
const EVENTS = 5_000;

/** A part of what was recorded of a conversation. */
interface Part {
  readonly events: readonly RecordedEvent[];
  /** Where the part before it is; null where this is the beginning. */
  readonly earlierFrom: string | null;
}

/**
 * The newest turns of a conversation, or those before `from`.
 * @param mayReadLedger turns are shown to operators; whoever may only converse reads the audit, which has a beginning and no end to
 *   start from, and so all of it
 * @throws ServiceError
 */
export async function readFromTheEnd(id: string, mayReadLedger: boolean, from?: string): Promise<Part> {
  if (!mayReadLedger) return readAll(id);
  // A conversation that has not begun has no turns to ask for.
  if (from === undefined && (await readAudit(id, 0, 1)).length === 0) return { events: [], earlierFrom: null };
  const query = { limit: TURNS, ...(from !== undefined && { cursor: from }) };
  const page = await read(api.GET('/api/v1/conversations/{id}/turns', { params: { path: { id }, query } }));
  return { events: page.items.flatMap(eventsOf), earlierFrom: page.nextCursor };
}

/** The events of a record are numbered one after the other; the record has the last number. */
function eventsOf({ turn, turnId, at, events }: TurnItem): RecordedEvent[] {
  const first = Number(turnId) - events.length + 1;
  const startedMs = Date.parse(at);
  return events.map(({ stage, offsetMs, payload }, place) => ({
    auditId: first + place,
    turnNo: turn,
    stage,
    createdAt: new Date(startedMs + offsetMs).toISOString(),
    payload,
  }));
}

async function readAll(id: string): Promise<Part> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await readAudit(id, events.at(-1)?.auditId ?? 0, EVENTS);
    events.push(...page);
    if (page.length < EVENTS) return { events, earlierFrom: null };
  }
}

async function readAudit(id: string, after: number, limit: number): Promise<RecordedEvent[]> {
  const params = { path: { id }, query: { after, limit } };
  const page = await read(api.GET('/api/v1/conversation/audit/{id}', { params }));
  return page.map(({ payloadJson, ...event }) => ({
    ...event,
    payload: JSON.parse(payloadJson) as RecordedEvent['payload'],
  }));
}
