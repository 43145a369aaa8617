// What the project wants to reach beside the others, in turns/s at C = 16; CPU time of a turn likewise.
import { OURS, OURS_OUTCOMES } from './contenders.mjs';

const GOALS = [
  { kind: 'postgres', ours: OURS, factor: 2, other: 'Mastra' },
  { kind: 'postgres', ours: OURS, factor: 2, other: 'OpenAI Agents SDK' },
  { kind: 'postgres', ours: OURS, factor: 3, other: 'DBOS' },
  { kind: 'postgres', ours: OURS, factor: 8, other: 'LangGraph.js' },
  { kind: 'postgres', ours: OURS_OUTCOMES, factor: 1, other: 'Bot Framework dialogs' },
  { kind: 'sqlite', ours: OURS, factor: 2, other: 'Mastra' },
  { kind: 'sqlite', ours: OURS, factor: 2, other: 'LangGraph.js' },
  { kind: 'sqlite', ours: OURS_OUTCOMES, factor: 1, other: 'OpenAI Agents SDK' },
];

/** Each goal with what was reached: the ratios of the medians, ours to theirs. */
export function judgeGoals(results) {
  return GOALS.filter(({ kind }) => results[kind]).map((goal) => {
    const at = results[goal.kind].speed[16];
    const [ours, other] = [at[goal.ours], at[goal.other]];
    return {
      ...goal,
      turnsRatio: ours.turnsPerSecond / other.turnsPerSecond,
      cpuRatio: ours.cpu / other.cpu,
    };
  });
}
