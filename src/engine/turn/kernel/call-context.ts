import { copyJson } from '../../../platform/common/json.js';
import type { CallContext } from '../../../platform/handlers-api/index.js';
import { type Reads } from './turn-fields.js';
import { type TurnGiven } from './turn-view.js';

/** What a handler is told about this turn. */
export function callContext(turn: Pick<TurnGiven, 'handlerCall'> & Reads<'intent' | 'state' | 'context'>): CallContext {
  const { intent, state, context } = turn;
  return { ...turn.handlerCall, intent, state, context: copyJson(context) };
}
