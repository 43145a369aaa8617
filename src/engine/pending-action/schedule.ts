import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import { momentsOf, type Recurrence, readRecurrence } from '../../platform/common/recurrence.js';
import type { ExecutionPolicy, Proposal } from './proposal.js';

/** How the reference of an action begins that is agreed to for times to come; policy, argument and what is done then follow. */
const SCHEDULED = 'scheduled:';

/** How the reference of the question begins whether a schedule is to be stopped; its id follows. */
const REVOCATION = 'revoke-schedule:';

/** What its proposals are called. */
export const REVOCATION_KEY = 'revoke-schedule';

/** What is done at the times of a schedule. */
export interface ScheduledWork {
  readonly policy: ExecutionPolicy;
  /** The name of the argument that says when. */
  readonly argument: string;
  /** The reference of what is done. */
  readonly actionRef: string;
}

/** The property of a schema that says when something is to be done: `"format": "schedule"`; undefined where it has none. */
export function scheduleProperty(schema: JsonObject | null | undefined): string | undefined {
  const properties = isJsonObject(schema?.properties) ? schema.properties : {};
  return Object.keys(properties).find((name) => saysWhen(schema, name));
}

/** Whether a property of a schema says when something is to be done. */
export function saysWhen(schema: JsonObject | null | undefined, name: string): boolean {
  const property = isJsonObject(schema?.properties) ? schema.properties[name] : undefined;
  return isJsonObject(property) && property.format === 'schedule';
}

/** The reference of an action that is agreed to for times to come. */
export function scheduledRef({ policy, argument, actionRef }: ScheduledWork): string {
  return `${SCHEDULED}${policy}:${encodeURIComponent(argument)}:${actionRef}`;
}

/** What the reference says of times to come; undefined for what is done at once. */
export function scheduledWork({ actionRef }: Pick<Proposal, 'actionRef'>): ScheduledWork | undefined {
  if (!actionRef.startsWith(SCHEDULED)) return undefined;
  const [policy = '', argument = '', ...rest] = actionRef.slice(SCHEDULED.length).split(':');
  return {
    policy: policy as ExecutionPolicy,
    argument: decodeURIComponent(argument),
    actionRef: rest.join(':'),
  };
}

/** The reference of what is done, at once or at times to come. */
export function workRef(actionRef: string): string {
  return scheduledWork({ actionRef })?.actionRef ?? actionRef;
}

/** Without the argument that says when: whoever does it does not get that. */
export function withoutArgument<T extends JsonObject | null>(args: T, argument: string): T {
  if (args === null) return args;
  const { [argument]: _, ...rest } = args;
  return rest as T;
}

/** What of an action belongs to the times of a schedule: nothing but where it stands in a list or an event. */
export function occurrenceOf({
  scheduleId,
  occurrenceAtMs,
}: Pick<Proposal, 'scheduleId' | 'occurrenceAtMs'>): JsonObject {
  if (scheduleId === null || occurrenceAtMs === null) return {};
  return { scheduleId, occurrenceAt: new Date(occurrenceAtMs).toISOString() };
}

/** `actionRef` of the action whose yes stops a schedule; `revokedSchedule` reads it back. */
export function revocationRef(scheduleId: string): string {
  return `${REVOCATION}${scheduleId}`;
}

/** The schedule that an action stops; undefined for any other action. */
export function revokedSchedule({ actionRef }: Pick<Proposal, 'actionRef'>): string | undefined {
  return actionRef.startsWith(REVOCATION) ? actionRef.slice(REVOCATION.length) : undefined;
}

/** What rules and templates are told of an action that was carried out: of what is done at times to come, nothing is done yet. */
export function executedAs(proposal: Pick<Proposal, 'actionRef'>): 'EXECUTED' | 'SCHEDULED' | 'REVOKED' {
  if (scheduledWork(proposal)) return 'SCHEDULED';
  return revokedSchedule(proposal) === undefined ? 'EXECUTED' : 'REVOKED';
}

/** ACTIVE until its last time has begun. STOPPED: what was agreed to cannot be done any more, and nothing else is done for it. */
export type ScheduleStatus = 'ACTIVE' | 'DONE' | 'REVOKED' | 'STOPPED';

/** Why a schedule is STOPPED: its tool is another one by now, no row proposes its action any more, its consent is gone, or its times cannot be read. */
export type StopReason = 'TOOL_CHANGED' | 'ACTION_WITHDRAWN' | 'CONSENT_GONE' | 'RULE_UNREADABLE';

/** A row of `ce_schedule`. */
export interface Schedule {
  readonly conversationId: string;
  /** The action that was agreed to. */
  readonly scheduleId: string;
  readonly actionKey: string;
  readonly argument: string;
  /** With an end. */
  readonly rule: string;
  readonly status: ScheduleStatus;
  readonly reason: StopReason | null;
  /** The next time, or since when its end is to be written down; in milliseconds since 1970 UTC. */
  readonly nextAtMs: number | null;
  readonly runs: number;
  readonly missed: number;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  readonly endedBy: string | null;
}

/** What is to be done about a schedule now. */
export interface ScheduleStep {
  /** The time that is kept now; null for none. */
  readonly runAtMs: number | null;
  /** How many times have gone by and are not made up for. */
  readonly missed: number;
  /** Null where none is left. */
  readonly nextAtMs: number | null;
}

/**
 * Of the times that have come since `nextAtMs`, the latest is kept, where it is not longer ago than what is made up for; the
 * others are missed. However long nobody looked, it is done once.
 */
export function stepAt(rule: Recurrence, nextAtMs: number, nowMs: number, catchUpMs: number): ScheduleStep {
  let [due, latest] = [0, Number.NEGATIVE_INFINITY];
  for (const at of momentsOf(rule)) {
    if (at < nextAtMs) continue;
    if (at > nowMs) return { ...kept(due, latest, nowMs - catchUpMs), nextAtMs: at };
    [due, latest] = [due + 1, at];
  }
  return { ...kept(due, latest, nowMs - catchUpMs), nextAtMs: null };
}

function kept(due: number, latest: number, earliest: number): Pick<ScheduleStep, 'runAtMs' | 'missed'> {
  return latest >= earliest ? { runAtMs: latest, missed: due - 1 } : { runAtMs: null, missed: due };
}

/** The first time after a moment; undefined where there is none. */
export function firstAfter(rule: Recurrence, nowMs: number): number | undefined {
  for (const at of momentsOf(rule)) if (at > nowMs) return at;
  return undefined;
}

/** When an action is to be done that is agreed to for times to come; undefined where its argument does not say. */
export function recurrenceOf(args: JsonObject, argument: string): Recurrence | undefined {
  const text = args[argument];
  return typeof text === 'string' ? readRecurrence(text) : undefined;
}

/** One time of a schedule, claimed: what is done has its arguments and its consent, and a key of its own. */
export function occurrence(
  consent: Proposal,
  work: ScheduledWork,
  at: { readonly proposalId: string; readonly occurrenceAtMs: number; readonly turn: number; readonly nowMs: number },
  hash: (args: JsonObject) => string,
): Proposal {
  const { turn, nowMs, occurrenceAtMs } = at;
  const args = withoutArgument(consent.arguments, work.argument);
  const stamp = new Date(occurrenceAtMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return {
    ...consent,
    proposalId: at.proposalId,
    actionRef: work.actionRef,
    executionPolicy: work.policy,
    arguments: args,
    shown: withoutArgument(consent.shown, work.argument),
    argumentsHash: hash(args),
    idempotencyKey: `${consent.idempotencyKey}.${stamp}`,
    status: 'IN_PROGRESS',
    reason: null,
    createdTurn: turn,
    createdAtMs: nowMs,
    expiresTurn: null,
    expiresAtMs: null,
    inProgressTurn: turn,
    inProgressAtMs: nowMs,
    closedTurn: null,
    closedAtMs: null,
    attempts: 1,
    completedMethods: 0,
    result: null,
    error: null,
    scheduleId: consent.proposalId,
    occurrenceAtMs,
  };
}
