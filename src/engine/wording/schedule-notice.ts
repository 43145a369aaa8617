import { type Proposal, revokedSchedule, scheduledWork } from '../pending-action/index.js';
import { engineText } from './engine-texts.js';
import { spaced } from './outcome-text.js';
import { spokenSchedule } from './spoken-schedule.js';
import type { WordingView } from './wording-view.js';

/**
 * What has become of an action that was carried out and about a schedule: it is agreed to and not done yet, or stopped.
 * Undefined for any other action.
 */
export function scheduleNotice(turn: WordingView, proposal: Proposal): string | undefined {
  const work = scheduledWork(proposal);
  if (work) {
    const schedule = spokenSchedule(String(proposal.arguments[work.argument]), turn.replies);
    return engineText(turn, 'Schedules.AGREED_TEXT', { schedule });
  }
  if (revokedSchedule(proposal) === undefined) return undefined;
  return engineText(turn, 'Schedules.REVOKED_TEXT', { action: spaced(String(proposal.arguments.action)) });
}
