import { engineText, spaced, spokenSchedule } from '../../wording/index.js';
import { REVOCATION_KEY, revocationRef, type Schedule } from '../index.js';
import { type ProposalSettings, type ProposingView, propose } from './propose.js';

/** Asks whether a schedule is to be stopped, as about any action: nothing is stopped before the yes. */
export function proposeRevocation(
  turn: ProposingView,
  { scheduleId, actionKey, rule }: Pick<Schedule, 'scheduleId' | 'actionKey' | 'rule'>,
  settings: ProposalSettings,
): void {
  const { intent, state } = turn;
  const args = { action: actionKey, schedule_id: scheduleId };
  const draft = {
    pendingActionId: null,
    toolCode: null,
    actionKey: REVOCATION_KEY,
    actionRef: revocationRef(scheduleId),
    intent,
    state,
    arguments: args,
    shownArguments: args,
    executionPolicy: 'transactional' as const,
    risk: null,
    consent: null,
  };
  propose(turn, [draft], settings);
  const about = { action: spaced(actionKey), schedule: spokenSchedule(rule, turn.replies) };
  turn.ownWords.askForTool(engineText(turn, 'Schedules.REVOKE_QUESTION_TEXT', about));
}
