import type { FlowRows } from '../../platform/persistence/index.js';
import { textsOf } from './text-of-pattern.js';

/** What somebody wants, and how they may begin. */
export interface Goal {
  readonly intent: string;
  /** From examples and patterns of the intent. */
  readonly openings: readonly string[];
}

/** Every intent that somebody can begin with, and those that nobody knows how to begin. */
export function goalsOf(rows: FlowRows, random: () => number): { goals: Goal[]; unspoken: string[] } {
  const enabled = rows.intents.filter((row) => row.enabled !== false);
  const goals = enabled.map(({ intentCode: intent }) => ({ intent, openings: openingsOf(intent, rows, random) }));
  return {
    goals: goals.filter(({ openings }) => openings.length > 0),
    unspoken: goals.filter(({ openings }) => openings.length === 0).map(({ intent }) => intent),
  };
}

function openingsOf(intent: string, { intentExamples, classifiers }: FlowRows, random: () => number): string[] {
  const isOf = (row: { intentCode: string; enabled?: boolean | null }) =>
    row.intentCode === intent && row.enabled !== false;
  const said = intentExamples.filter(isOf).map(({ utterance }) => utterance);
  const matched = classifiers.filter(isOf).flatMap(({ ruleType, pattern }) => {
    const type = ruleType.toUpperCase();
    if (type === 'REGEX') return textsOf(pattern, random);
    return type === 'CONTAINS' || type === 'EXACT' ? [pattern] : [];
  });
  return [...new Set([...said, ...matched])];
}
