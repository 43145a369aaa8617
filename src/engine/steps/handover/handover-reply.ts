import { forgetAsked } from '../../pending-action/index.js';
import type { TurnGiven, Writes } from '../../turn/kernel/index.js';
import { engineText } from '../../wording/index.js';
import { ALL_BEFORE_STORING } from '../stand-ins.js';

/** The texts of `ce_config` about a person who answers. */
type HandoverText = 'BEGUN_TEXT' | 'PASSED_ON_TEXT' | 'NOT_DECIDED_TEXT' | 'ENDED_TEXT';

/** What a turn leaves out in which nothing is read from the message and nothing decided. */
export const ALL_BUT_STORING = [...ALL_BEFORE_STORING, 'AuditUserInputStep'] as const;

/** What a reply about a person who answers changes. */
export const HANDOVER_REPLY_WRITES = ['reply', 'context'] as const;

/** Replies with words that ask nothing: what was asked before is not what the user has read last, and no bare yes means it. */
export function replyWith(turn: Writes<(typeof HANDOVER_REPLY_WRITES)[number]>, value: string): void {
  turn.reply = { type: 'TEXT', value };
  forgetAsked(turn.context);
}

/** The same for words that clients which follow the conversation are to show. */
export function sayToAll(
  turn: TurnGiven & Writes<(typeof HANDOVER_REPLY_WRITES)[number]>,
  value: string,
  place: { readonly intent: string; readonly state: string; readonly by?: string },
): void {
  replyWith(turn, value);
  turn.audit.record('ASSISTANT_OUTPUT', { output: value, outputFormat: 'TEXT', ...place });
}

/** The engine's words, or those of a row of `ce_config` with the type `Handover`. */
export function handoverText(turn: TurnGiven, name: HandoverText): string {
  return engineText(turn, `Handover.${name}`);
}
