import { stringify } from 'yaml';
import type { SimulatedConversation, SimulatedTurn } from './simulate-conversation.js';
import type { Simulation } from './simulate-flow.js';

/** Conversations that take the same path differ in words and values alone. */
export function pathOf({ goal, turns }: SimulatedConversation): string {
  const steps = turns.map(({ move, reply, calls }) => {
    const how = 'user' in move ? 'says' : move.press;
    const asked = reply?.pendingActions.length ?? 0;
    return `${how} ${reply?.intent}/${reply?.state} ${asked} ${calls.map(({ name }) => name).join(',')}`;
  });
  return [goal, ...steps].join(' > ');
}

/**
 * One conversation of each path that has no problem, as a file for `convengine test`.
 * @param rows what `rows` of the file is to say; undefined where the configured database has them
 */
export function writePaths({ conversations, nowMs }: Simulation, rows: readonly string[] | undefined): string {
  const one = new Map(conversations.filter(({ problem }) => !problem).map((each) => [pathOf(each), each]));
  const written = [...one.values()].map(({ goal, turns }, index) => ({
    name: `${goal} ${index + 1}`,
    at: new Date(nowMs).toISOString(),
    turns: turns.map(writtenTurn),
  }));
  return stringify({ ...(rows && { rows }), conversations: written }, { lineWidth: 0 });
}

function writtenTurn({ move, reply, calls }: SimulatedTurn): object {
  const executes = calls
    .filter(({ isEffect }) => isEffect)
    .map(({ name, arguments: args }) => ({ action: name, arguments: args }));
  return {
    ...move,
    bot: reply?.payload.value,
    intent: reply?.intent,
    state: reply?.state,
    ...(executes.length > 0 && { executes }),
  };
}
