import type { AuditEvent, RecordedTurn } from '../../platform/audit/index.js';

/** What people see of a turn, and what becomes of actions in it; the worst to change comes first. */
export const ASPECTS = ['executes', 'asks', 'act', 'intent', 'state', 'reply'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** What a turn came to, each in words; null for nothing, or where it was not recorded. */
export type Behaviour = Readonly<Record<Aspect, string | null>>;

/** Something that another flow does otherwise. */
export interface Difference {
  readonly aspect: Aspect;
  readonly before: string | null;
  readonly after: string | null;
}

/** Reads off its record what a turn came to, whichever engine wrote it. */
export function behaviourOf({ events, intent, state }: Pick<RecordedTurn, 'events' | 'intent' | 'state'>): Behaviour {
  const last = (stage: string) => events.findLast((event) => event.stage === stage)?.payload;
  return {
    executes: joined(effectsOf(events)),
    asks: joined(actions(events, ['OPEN', 'AMENDED'])),
    act: textOf(last('DIALOGUE_ACT_CLASSIFIED')?.dialogueAct),
    intent,
    state,
    reply: textOf(last('ASSISTANT_OUTPUT')?.output),
  };
}

/** What was begun in a turn, by action and the hash of its arguments. */
export function effectsOf(events: readonly AuditEvent[]): string[] {
  return actions(events, ['IN_PROGRESS']);
}

/** Where a turn came to something else; what one of the two has not recorded does not count. */
export function differencesBetween(before: Behaviour, after: Behaviour): Difference[] {
  return ASPECTS.filter((aspect) => before[aspect] !== after[aspect])
    .filter((aspect) => aspect !== 'act' || (before.act !== null && after.act !== null))
    .map((aspect) => ({ aspect, before: before[aspect], after: after[aspect] }));
}

function actions(events: readonly AuditEvent[], changes: readonly string[]): string[] {
  return events
    .filter(({ stage, payload }) => stage === 'PENDING_ACTION_LIFECYCLE' && changes.includes(String(payload.event)))
    .map(({ payload }) => `${payload.actionKey} (arguments ${String(payload.argumentsHash).slice(0, 8)})`);
}

function joined(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(', ');
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
