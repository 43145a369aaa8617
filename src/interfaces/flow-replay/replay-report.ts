import type { RowChange } from '../../engine/flow/index.js';
import { counted } from '../../platform/common/counted.js';
import type { FlowRow } from '../../platform/persistence/index.js';
import type { DifferingConversation } from './replay-conversation.js';
import type { Replay } from './replay-flow.js';

/** Conversations that differ in the same way are told as one, with this many of these ways for each cause. */
const MOST_WAYS = 8;
const MOST_CHARACTERS = 160;

/** For people: what explains most comes first, and of each cause what is worst. */
export function describeReplay(replay: Replay): string {
  const { conversations, turns, milliseconds, changes, asRecorded, byTheRows, tried } = replay;
  const { causes, unexplained, untriable, notByTheRows, leftOut } = replay;
  const differ = conversations - asRecorded;
  const seconds = (milliseconds / 1_000).toFixed(1);
  const lines = [
    `${counted(conversations, 'conversation')}, ${counted(turns, 'turn')}, replayed in ${seconds} s with ${counted(changes.length, 'changed row')}; nothing outside was called.`,
    `${asRecorded} as recorded, ${differ} not.`,
  ];
  if (tried < byTheRows.length) {
    lines.push(`${byTheRows.length} differ because of the rows; which row was tried with ${tried} of them.`);
  }
  for (const { change, conversations: some } of causes) {
    lines.push('', `${describeChange(change)}: ${counted(some.length, 'conversation')}`, ...describeWays(some));
  }
  const others: [string, readonly DifferingConversation[]][] = [
    ['Because of the changed rows, and of none of them alone', unexplained],
    ['With the present rows, too: something else has changed since, or was not recorded', notByTheRows],
  ];
  for (const [title, some] of others) {
    if (some.length > 0) lines.push('', `${title}: ${counted(some.length, 'conversation')}`, ...describeWays(some));
  }
  for (const { change, problem } of untriable) {
    lines.push('', `${describeChange(change)}: not tried, it cannot be as it was beside the others: ${problem}`);
  }
  const left = Object.entries(leftOut).map(([reason, count]) => `${count} ${reason}`);
  if (left.length > 0) lines.push('', `Not replayed, or not to the end: ${left.join(', ')}.`);
  return lines.join('\n');
}

function describeChange({ table, row, before, after }: RowChange): string {
  if (before === null) return `${table} ${row}, added`;
  if (after === null) return `${table} ${row}, taken away`;
  const columns = Object.keys(after).filter((column) => before[column] !== after[column]);
  return `${table} ${row}, ${columns.map((column) => describeColumn(column, before, after)).join(', ')}`;
}

function describeColumn(column: string, before: FlowRow, after: FlowRow): string {
  return `${column} ${shown(before[column])} → ${shown(after[column])}`;
}

/** What is different, what is worst first, with one conversation for each way. */
function describeWays(conversations: readonly DifferingConversation[]): string[] {
  const ways = new Map<string, DifferingConversation[]>();
  for (const one of conversations) ways.set(wayOf(one), [...(ways.get(wayOf(one)) ?? []), one]);
  const sorted = [...ways.values()].sort((one, other) => badness(other) - badness(one) || other.length - one.length);
  const told = sorted.slice(0, MOST_WAYS).flatMap((some) => describeWay(some));
  const left = sorted.slice(MOST_WAYS).flat().length;
  return left === 0
    ? told
    : [...told, `  … and ${counted(left, 'conversation')} in ${sorted.length - MOST_WAYS} other ways`];
}

function describeWay(some: readonly DifferingConversation[]): string[] {
  const [example] = some;
  if (!example) return [];
  const { conversationId, firstDifference: first, effectsAdded, effectsLost, unrecorded } = example;
  return [
    `  ${some.length} × such as ${conversationId}, turn ${first.turn}: ${shown(first.message)}`,
    ...effectsAdded.map((effect) => `      executes, which it did not: ${effect}`),
    ...effectsLost.map((effect) => `      does not execute, which it did: ${effect}`),
    ...first.differences.map(({ aspect, before, after }) => `      ${aspect}: ${shown(before)} → ${shown(after)}`),
    ...unrecorded.map((name) => `      ${name} was called, and was not then`),
  ];
}

/** The same for conversations that differ in the same things, whatever the words and the values. */
function wayOf({ firstDifference, effectsAdded, effectsLost }: DifferingConversation): string {
  const named = (effects: readonly string[]) => effects.map((effect) => effect.split(' ')[0]);
  const different = firstDifference.differences.map(({ aspect, before, after }) =>
    aspect === 'intent' || aspect === 'state' || aspect === 'act' ? [aspect, before, after] : [aspect],
  );
  return JSON.stringify([named(effectsAdded), named(effectsLost), different]);
}

/** An effect that was not there is worst, then one that is missing, then the other aspects in their order. */
function badness([example]: readonly DifferingConversation[]): number {
  if (!example) return 0;
  if (example.effectsAdded.length > 0) return 4;
  if (example.effectsLost.length > 0) return 3;
  const worst = example.firstDifference.differences[0]?.aspect;
  return worst === 'executes' || worst === 'asks' ? 2 : worst === 'reply' ? 0 : 1;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}
