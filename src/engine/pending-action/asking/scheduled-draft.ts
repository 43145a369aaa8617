import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../platform/common/json.js';
import { limited, writeRecurrence } from '../../../platform/common/recurrence.js';
import { type TurnGiven, type Writes } from '../../turn/kernel/index.js';
import { engineText, spokenSchedule } from '../../wording/index.js';
import { type Proposal, type ProposalDraft, recurrenceOf, scheduledRef, scheduledWork } from '../index.js';

/** How often what one yes agrees to comes at most. */
export interface ScheduleSettings {
  readonly maxTimes: number;
  readonly maxDays: number;
}

type Scheduled = Pick<ProposalDraft, 'arguments' | 'actionRef' | 'executionPolicy' | 'toolCode'> & {
  readonly shownArguments: JsonObject;
};

/** An action that is agreed to for times to come. */
interface PlannedDraft<T> {
  readonly draft: T;
  /** Whether what was asked for would come more often. */
  readonly isShortened: boolean;
}

/**
 * What is put before the user where an argument says when the action is to be done: the times get an end, and a yes
 * only agrees to them and runs nothing. Undefined where no argument says when: the action is done at once.
 */
export function scheduledDraft<T extends Scheduled>(
  draft: T,
  argument: string | undefined,
  { maxTimes, maxDays }: ScheduleSettings,
): PlannedDraft<T> | undefined {
  const asked = argument === undefined ? undefined : recurrenceOf(draft.arguments, argument);
  if (!asked || argument === undefined) return undefined;
  const planned = limited(asked, { times: maxTimes, days: maxDays }) ?? asked;
  const rule = writeRecurrence(planned);
  const { actionRef, executionPolicy: policy } = draft;
  return {
    isShortened: !isDeepStrictEqual(planned, asked),
    draft: {
      ...draft,
      arguments: { ...draft.arguments, [argument]: rule },
      shownArguments: { ...draft.shownArguments, ...(argument in draft.shownArguments && { [argument]: rule }) },
      actionRef: scheduledRef({ policy, argument, actionRef }),
      // The schedule and its consent are stored together, or neither is.
      executionPolicy: 'transactional',
    },
  };
}

/** When an action would be done, whatever the words of the flow are; empty for what is done at once, and for a tool, whose question names its arguments. */
export function whenText(turn: TurnGiven, proposal: Pick<Proposal, 'actionRef' | 'toolCode' | 'arguments'>): string {
  const work = proposal.toolCode === null ? scheduledWork(proposal) : undefined;
  if (!work) return '';
  const schedule = spokenSchedule(String(proposal.arguments[work.argument]), turn.replies);
  return engineText(turn, 'Schedules.WHEN_TEXT', { schedule });
}

/** Says when it would be done, and where what was asked for had to be shortened. */
export function tellSchedule(
  turn: TurnGiven & Writes<'ownWords'>,
  { draft, isShortened }: PlannedDraft<Scheduled>,
  { maxTimes, maxDays }: ScheduleSettings,
): void {
  if (isShortened)
    turn.ownWords.tellFirst(engineText(turn, 'Schedules.SHORTENED_TEXT', { times: maxTimes, days: maxDays }));
  const when = whenText(turn, draft);
  if (when !== '') turn.ownWords.tellFirst(when);
}
