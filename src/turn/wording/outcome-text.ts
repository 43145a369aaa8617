import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';
import type { Turn } from '../turn.js';
import { engineText } from './engine-texts.js';

/** The recorded result of an action in words: its `message` if it has one, else its values. */
export function outcomeText(result: JsonValue): string {
  if (result === null) return '';
  if (!isJsonObject(result)) return typeof result === 'string' ? result : JSON.stringify(result);
  if (typeof result.message === 'string') return result.message;
  const values = Object.entries(result).map(([name, value]) => {
    return `${spaced(name)}: ${spoken(value)}`;
  });
  return values.length > 0 ? `(${values.join(', ')})` : '';
}

/** Arguments in words: `order id 7017, reason late`. */
export function spokenArguments(turn: Turn, args: JsonObject): string {
  const values = Object.entries(args).map(([name, value]) => `${spaced(name)} ${spoken(value)}`);
  return values.join(', ') || engineText(turn, 'ActionProposalStep.NO_ARGUMENTS_TEXT');
}

/** The arguments that differ, in words: `time 11:30 → 12:30, party size 3`. */
export function spokenChanges(before: JsonObject, after: JsonObject): string {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const changes = changed.map((name) => {
    const [was, is] = [before[name], after[name]].map((value) => (value === undefined ? '–' : spoken(value)));
    return before[name] === undefined ? `${spaced(name)} ${is}` : `${spaced(name)} ${was} → ${is}`;
  });
  return changes.join(', ');
}

function spoken(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `cancellationReference` and `cancellation_reference` as `cancellation reference`. */
export function spaced(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
