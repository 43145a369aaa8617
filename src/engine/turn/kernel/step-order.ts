import type { StepDeclaration } from './turn-fields.js';
import { type PipelineStep, START } from './turn-step.js';

/** What the service needs of a turn when its steps have run: read like by a last step. */
export const TURN_END = {
  name: 'the end of the turn',
  reads: {
    reply: 'PipelineEndGuardStep',
    context: 'PersistConversationStep',
    status: 'PolicyEnforcementStep',
    intent: 'RulesStep',
    state: 'StateGraphStep',
    proposals: 'ResponseResolutionStep',
    handover: 'RulesStep',
  },
  writes: [],
} as const satisfies StepDeclaration & { readonly name: string };

type Reader = Pick<PipelineStep, 'name' | 'reads'>;

/** What is wrong with an order of steps, in words: one sentence part for each value that a step would not get. */
export function orderProblems(steps: readonly PipelineStep[]): string[] {
  const values = [...steps, TURN_END].flatMap((reader, index) => missingValues(reader, steps, index));
  return [...values, ...endingProblems(steps)];
}

/** @param index where the reader stands; it sees what the steps before have written */
function missingValues({ name, reads }: Reader, steps: readonly PipelineStep[], index: number): string[] {
  return Object.entries(reads).flatMap(([value, source]) => {
    const problem = sourceProblem(value, source, steps, index);
    return problem ? [`${name} needs ${value} from ${source}, ${problem}`] : [];
  });
}

function sourceProblem(value: string, source: string, steps: readonly PipelineStep[], index: number) {
  const from = source === START ? -1 : indexOf(source, steps);
  if (source !== START && from < 0) return 'which is missing';
  if (from >= index) return 'which does not stand before it';
  const writer = steps[from];
  // A step of a shorter turn settles whatever the steps that it stands for would have written, wherever it stands.
  if (writer && writer.name !== source) return undefined;
  if (writer && !writes(writer, value)) return 'which does not write it';
  const other = steps.slice(from + 1, index).find((step) => writes(step, value));
  return other && `but ${other.name} writes it in between`;
}

/** Where a step stands, or the one that stands for it in a shorter turn; -1 where neither does. */
function indexOf(name: string, steps: readonly PipelineStep[]): number {
  const own = steps.findIndex((step) => step.name === name);
  return own >= 0 ? own : steps.findIndex((step) => step.standsFor?.includes(name));
}

function writes(step: PipelineStep, value: string): boolean {
  return step.writes.some((name) => name === value);
}

function endingProblems(steps: readonly PipelineStep[]): string[] {
  const first = steps.findIndex((step) => step.endsEveryTurn);
  if (first < 0) return ['no step ends the turn'];
  const late = steps.slice(first).filter((step) => !step.endsEveryTurn);
  const twice = steps.filter(({ name }, index) => steps.findIndex((step) => step.name === name) < index);
  return [
    ...twice.map(({ name }) => `${name} stands twice`),
    ...late.map(({ name }) => `${name} stands after a step that ends every turn`),
  ];
}
