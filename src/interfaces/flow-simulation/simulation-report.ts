import { counted } from '../../platform/common/counted.js';
import { pathOf } from './paths.js';
import type { SimulatedConversation, SimulatedTurn } from './simulate-conversation.js';
import type { Simulation } from './simulate-flow.js';

/** Of a conversation with a problem, so many turns are shown: those before it. */
const SHOWN_TURNS = 6;

/** For people: what no user should meet, worst first, with a conversation for each. */
export function describeSimulation(simulation: Simulation): string {
  const { conversations, milliseconds, seed, unspoken, neverAsked, coverage } = simulation;
  const turns = conversations.reduce((sum, one) => sum + one.turns.length, 0);
  const paths = new Set(conversations.map(pathOf)).size;
  const missed = coverage.flatMap(({ table, missed }) => missed.map((row) => `  ${table} ${row}`));
  return [
    `${counted(conversations.length, 'conversation')}, ${counted(turns, 'turn')}, ${counted(paths, 'path')} in ${(milliseconds / 1_000).toFixed(1)} s, seed ${seed}; nothing outside was called.`,
    ...problemsOf(conversations),
    ...neverAsked.flatMap((action) => ['', `${action}: nobody was ever asked about it`]),
    ...unspoken.flatMap((intent) => ['', `${intent}: nobody knows how to begin, without an example or a pattern`]),
    ...(missed.length === 0 ? [] : ['', 'Rows that nobody has reached:', ...missed]),
    ...(hasProblems(simulation)
      ? []
      : ['', 'Nothing was executed without a question, and every question could be answered.']),
  ].join('\n');
}

/** Whether anything was found that no user should meet. */
export function hasProblems({ conversations, neverAsked }: Simulation): boolean {
  return neverAsked.length > 0 || conversations.some(({ problem }) => problem !== undefined);
}

function problemsOf(conversations: readonly SimulatedConversation[]): string[] {
  const alike = new Map<string, SimulatedConversation[]>();
  for (const one of conversations) {
    if (!one.problem) continue;
    const key = `${one.problem.where}: ${one.problem.kind}`;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike].flatMap(([key, some]) => [
    '',
    `${key} (${counted(some.length, 'conversation')}), such as`,
    ...(some[0]?.turns.slice(-SHOWN_TURNS) ?? []).flatMap(shownTurn),
  ]);
}

function shownTurn({ move, reply }: SimulatedTurn): string[] {
  const said = 'user' in move ? move.user : `(presses ${move.press})`;
  return [`  you> ${said}`, ...(reply ? [`  bot> ${reply.payload.value}`] : [])];
}
