import type { JsonObject } from '../common/json.js';
import type { AuditDraft, AuditEvent } from './audit-event.js';

/**
 * One event within a record: its number there, the milliseconds since the first event, its stage, and its payload.
 * Steps stand there by name: `STEP_ENTER`, `STEP_EXIT` with the duration in milliseconds, and `STEP` for both where
 * nothing happened in between, which takes two numbers.
 *
 * The view `ce_audit` reads the same form.
 */
export type RecordedEvent =
  | readonly [no: number, ms: number, stage: string, payload: JsonObject]
  | readonly [no: number, ms: number, stage: 'STEP_ENTER', step: string]
  | readonly [no: number, ms: number, stage: 'STEP_EXIT' | 'STEP', step: string, durationMs: number];

/** What is read of a record. */
export interface TurnRecord {
  readonly conversationId: string;
  readonly firstAuditId: number;
  readonly turnNo: number;
  /** When the first event happened. */
  readonly createdAtMs: number;
  readonly events: readonly RecordedEvent[];
}

/** The events of a turn as one JSON text, a list of `RecordedEvent`. Payloads are JSON text already. */
export function encodeEvents(drafts: readonly AuditDraft[]): string {
  const startedAtMs = drafts[0]?.createdAtMs ?? 0;
  const events: string[] = [];
  for (let no = 0; no < drafts.length; no += 1) {
    const draft = drafts[no] as AuditDraft;
    const place = `${no},${draft.createdAtMs - startedAtMs}`;
    if (!('step' in draft)) {
      events.push(`[${place},${JSON.stringify(draft.stage)},${draft.payloadText}]`);
      continue;
    }
    const step = JSON.stringify(draft.step);
    const end = endAtOnce(draft, drafts[no + 1]);
    if (end !== undefined) {
      events.push(`[${place},"STEP",${step},${end}]`);
      no += 1;
    } else if (draft.stage === 'STEP_ENTER') events.push(`[${place},"STEP_ENTER",${step}]`);
    else events.push(`[${place},"STEP_EXIT",${step},${draft.durationMs ?? 0}]`);
  }
  return `[${events.join(',')}]`;
}

/** The duration of a step that ended as the very next thing and in the same millisecond. */
function endAtOnce(begin: AuditDraft & { readonly step: string }, end: AuditDraft | undefined): number | undefined {
  if (end === undefined || !('step' in end) || begin.stage !== 'STEP_ENTER' || end.stage !== 'STEP_EXIT') {
    return undefined;
  }
  return end.step === begin.step && end.createdAtMs === begin.createdAtMs ? end.durationMs : undefined;
}

/** The events of a record, oldest first. */
export function decodeEvents({ events, firstAuditId, createdAtMs, ...record }: TurnRecord): AuditEvent[] {
  const { conversationId, turnNo } = record;
  return events.flatMap(([no, ms, stage, what, durationMs]) => {
    const event = (stage: string, payload: JsonObject, half = 0): AuditEvent => ({
      conversationId,
      auditId: firstAuditId + no + half,
      turnNo,
      stage,
      payload,
      createdAtMs: createdAtMs + ms,
    });
    if (typeof what !== 'string') return [event(stage, what)];
    const begin = { step: what, stepClass: what };
    const end = { ...begin, outcome: 'Continue', durationMs: durationMs ?? 0 };
    if (stage === 'STEP') return [event('STEP_ENTER', begin), event('STEP_EXIT', end, 1)];
    return [event(stage, stage === 'STEP_ENTER' ? begin : end)];
  });
}

/** The events of a turn that has just been stored, without a look into the database. */
export function eventsOf(
  drafts: readonly AuditDraft[],
  record: Pick<TurnRecord, 'conversationId' | 'turnNo' | 'firstAuditId'>,
): AuditEvent[] {
  const events = JSON.parse(encodeEvents(drafts)) as RecordedEvent[];
  return decodeEvents({ ...record, createdAtMs: drafts[0]?.createdAtMs ?? 0, events });
}
