import { randomUUID } from 'node:crypto';
import {
  type Behaviour,
  behaviourOf,
  type Differing,
  differencesBetween,
  effectsOf,
  shownMessage,
  type TurnDifference,
  without,
} from '../../engine/comparison/index.js';
import { idIn, PRINCIPAL_KINDS, type Principal } from '../../engine/principal/index.js';
import type { MessageResponse } from '../../engine/turn/index.js';
import { EngineError } from '../../platform/common/errors.js';
import type { FlowEngine, Said } from '../flow-engine/index.js';
import type { RecordedConversation, RecordedMessage } from './recorded-conversations.js';
import { recordedOutcomes } from './recorded-outcomes.js';

/**
 * Holds a recorded conversation with another engine, at the times at which it was held, with what was outside then.
 * @returns undefined where every turn comes to what it came to
 */
export async function replayConversation(
  engine: FlowEngine,
  recorded: RecordedConversation,
): Promise<Differing | undefined> {
  const id = randomUUID();
  const { standIn, unrecorded } = recordedOutcomes(recorded);
  engine.calls.standIn(id, standIn);
  let last: MessageResponse | undefined;
  let firstDifference: TurnDifference | undefined;
  const effects: string[] = [];
  for (const message of recorded.messages) {
    const { behaviour, reply, begun } = await say(engine, id, message, last);
    last = reply ?? last;
    effects.push(...begun);
    const differences = differencesBetween(message.behaviour, behaviour);
    if (differences.length > 0)
      firstDifference ??= { turn: message.turn, message: shownMessage(message.text, message.decision), differences };
  }
  engine.forget(id);
  if (!firstDifference) return undefined;
  const turns = new Set(recorded.messages.map(({ turn }) => turn));
  const before = effectsOf(recorded.events.filter(({ turnNo }) => turns.has(turnNo)));
  return {
    conversationId: recorded.conversationId,
    firstDifference,
    effectsAdded: without(effects, before),
    effectsLost: without(before, effects),
    unrecorded: [...unrecorded],
  };
}

const NOTHING: Behaviour = { executes: null, asks: null, act: null, intent: null, state: null, reply: null };

async function say(
  engine: FlowEngine,
  id: string,
  message: RecordedMessage,
  last: MessageResponse | undefined,
): Promise<{ behaviour: Behaviour; reply?: MessageResponse; begun: readonly string[] }> {
  const said = messageToSay(message, last);
  if (!said) return { behaviour: { ...NOTHING, reply: 'no question is open' }, begun: [] };
  try {
    const reply = await engine.say(id, message.atMs, said);
    const events = await engine.takeEvents(id);
    const behaviour = behaviourOf({ events, intent: reply.intent ?? null, state: reply.state ?? null });
    return { behaviour, reply, begun: effectsOf(events) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { behaviour: { ...NOTHING, reply: `${error.code}: ${error.message}` }, begun: [] };
  }
}

/** A recorded message as it is said again; undefined for a button of which the last reply has none. */
export function messageToSay(
  { text: message, decision, reset, principal: name }: RecordedMessage,
  last: MessageResponse | undefined,
): Said | undefined {
  const principal = principalNamed(name);
  if (decision === undefined) return { message, reset, principal };
  const [open] = last?.pendingActions ?? [];
  return open && { decision, inReplyTo: { actionId: open.actionId, revision: open.revision }, reset, principal };
}

/** Whoever `nameOf` has written down. */
function principalNamed(name: string): Principal {
  const kind = PRINCIPAL_KINDS.find((one) => name === one || name.startsWith(`${one}:`)) ?? 'USER';
  return { kind, id: idIn(name), door: 'library', proof: 'process' };
}
