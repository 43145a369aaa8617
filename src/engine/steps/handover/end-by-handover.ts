import type { JsonObject } from '../../../platform/common/json.js';
import { withdraw } from '../../pending-action/asking/index.js';
import { type Reads, type TurnGiven, type Writes } from '../../turn/kernel/index.js';
import { HANDOVER_REPLY_WRITES, handoverText, sayToAll } from './handover-reply.js';

type EndingView = TurnGiven &
  Reads<'intent' | 'state' | 'handover' | 'ownWords'> &
  Writes<(typeof HANDOVER_REPLY_WRITES)[number] | 'proposals'>;

/**
 * Ends a turn in which a rule has handed the conversation over: the user is told what has happened and that a person
 * answers. What the turn has put before the user is withdrawn, since its reply does not ask for it.
 */
export function endByHandover(turn: EndingView): void {
  const { intent, state, handover, ownWords, reply } = turn;
  for (const asked of turn.proposals.askedNow) withdraw(turn, asked);
  const words = reply?.type === 'TEXT' ? reply.value : handoverText(turn, 'BEGUN_TEXT');
  const said = [...ownWords.preface, ownWords.notice ?? '', words].filter((text) => text !== '');
  sayToAll(turn, said.join('\n\n'), { intent, state });
  const about: JsonObject = { queue: handover?.queue ?? '', note: handover?.note ?? '', by: handover?.by ?? '' };
  turn.told.push({ event: 'HANDED_OVER', about });
}
