import { randomUUID } from 'node:crypto';
import { idIn, PRINCIPAL_KINDS, type Principal } from '../../engine/principal/index.js';
import type { MessageResponse } from '../../engine/turn/index.js';
import { EngineError } from '../../platform/common/errors.js';
import type { FlowEngine, Said } from '../flow-engine/index.js';
import { type Behaviour, behaviourOf, type Difference, differencesBetween, effectsOf } from './behaviour.js';
import type { RecordedConversation, RecordedMessage } from './recorded-conversations.js';
import { recordedOutcomes } from './recorded-outcomes.js';

/** A recorded conversation of which a flow makes something else. */
export interface DifferingConversation {
  readonly conversationId: string;
  /** What follows it is answered to what was said to the other flow. */
  readonly firstDifference: TurnDifference;
  /** Actions that are begun in the replay alone, in the whole conversation. */
  readonly effectsAdded: readonly string[];
  /** Actions that were begun in the record alone. */
  readonly effectsLost: readonly string[];
  /** Actions, tools and models that were called, and of which the record does not say what they give. */
  readonly unrecorded: readonly string[];
}

/** Where a turn has come to something else. */
export interface TurnDifference {
  readonly turn: number;
  readonly message: string;
  /** The worst first. */
  readonly differences: readonly Difference[];
}

/**
 * Holds a recorded conversation with another engine, at the times at which it was held, with what was outside then.
 * @returns undefined where every turn comes to what it came to
 */
export async function replayConversation(
  engine: FlowEngine,
  recorded: RecordedConversation,
): Promise<DifferingConversation | undefined> {
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
    if (differences.length > 0) firstDifference ??= { turn: message.turn, message: said(message), differences };
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

function said({ text, decision }: RecordedMessage): string {
  if (decision === undefined) return text;
  return decision === 'CONFIRM' ? 'the button that says yes' : 'the button that says no';
}

/** Whoever `nameOf` has written down. */
function principalNamed(name: string): Principal {
  const kind = PRINCIPAL_KINDS.find((one) => name === one || name.startsWith(`${one}:`)) ?? 'USER';
  return { kind, id: idIn(name), door: 'library', proof: 'process' };
}

/** What is in the first list more often than in the second. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
