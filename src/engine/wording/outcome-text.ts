import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { onOneLine, withMarksShown } from '../../platform/common/plain-text.js';
import type { Replies } from './replies.js';
import { schedulesInWords } from './spoken-schedule.js';

/** The recorded result of an action in words: its `message` if it has one, else its values. */
export function outcomeText(result: JsonValue): string {
  if (result === null) return '';
  if (!isJsonObject(result)) return typeof result === 'string' ? result : JSON.stringify(result);
  const told = withoutRecord(result);
  if (typeof told.message === 'string') return told.message;
  const values = Object.entries(told).map(([name, value]) => {
    return `${spaced(name)}: ${spoken(value)}`;
  });
  return values.length > 0 ? `(${values.join(', ')})` : '';
}

/**
 * Of a playbook whose steps all went through, what it gives: how it came to that is for the record, as is how far a run is that
 * has only begun, or was cancelled.
 */
function withoutRecord(result: JsonObject): JsonObject {
  if (typeof result.run_id === 'string' && Array.isArray(result.steps)) {
    const { steps: _steps, progress: _progress, ...told } = result;
    return told;
  }
  const { output, steps_failed: failed } = result;
  return isJsonObject(output) && Array.isArray(failed) && failed.length === 0 ? output : result;
}

/** Arguments in words: `order id 7017, reason late`; empty where there are none. */
export function spokenValues(args: JsonObject): string {
  const names = spokenNames(Object.keys(args));
  return Object.entries(args)
    .map(([name, value]) => `${names.get(name)} ${spokenBeside(value, names)}`)
    .join(', ');
}

/** The name of a workflow in words: `paid-journey` as `paid journey`. */
export function spokenWorkflow(name: string): string {
  return onOneLine(spaced(name).replaceAll('-', ' '));
}

/** A run of a workflow in words: `paid journey (to Rome)`. */
export function spokenRun(workflow: string, startedWith: JsonObject): string {
  const values = spokenValues(startedWith);
  return values === '' ? spokenWorkflow(workflow) : `${spokenWorkflow(workflow)} (${values})`;
}

/** The arguments that differ, in words, by the titles of the schema where there is one: `time 11:30 → 12:30, party size 3`. */
export function spokenChanges(
  left: JsonObject,
  right: JsonObject,
  replies: Pick<Replies, 'schedule'>,
  schema?: JsonObject,
): string {
  const [before, after] = [schedulesInWords(left, replies), schedulesInWords(right, replies)];
  const names = spokenNames([...new Set([...Object.keys(before), ...Object.keys(after)])], schema);
  const changed = [...names].filter(([name]) => !isDeepStrictEqual(before[name], after[name]));
  const changes = changed.map(([name, spokenAs]) => {
    const [was, is] = [before[name], after[name]].map((value) =>
      value === undefined ? '–' : spokenBeside(value, names),
    );
    return before[name] === undefined ? `${spokenAs} ${is}` : `${spokenAs} ${was} → ${is}`;
  });
  return changes.join(', ');
}

/**
 * Names of arguments in words. A name is written as it is, in quotes, where two would read the same (`orderId` and
 * `order_id`), or where one could be read as a name with a value (`amount 5, to`). Names can come from outside: a
 * tool may take arguments of any name.
 */
function spokenNames(names: readonly string[], schema?: JsonObject): ReadonlyMap<string, string> {
  const inWords = names.map((name) => onOneLine(spokenField(name, schema)));
  const isTwice = (words: string) => inWords.indexOf(words) !== inWords.lastIndexOf(words);
  const spokenAs = (name: string, words: string) =>
    /[\s,]/.test(name) || isTwice(words) ? withMarksShown(JSON.stringify(name)) : words;
  return new Map(names.map((name, at) => [name, spokenAs(name, inWords[at] ?? '')]));
}

/**
 * A value within a list of names and values. It is in quotes where it could be read as another pair (`Ann, amount
 * 5`), where it is empty, and where it has blanks that cannot be seen.
 */
function spokenBeside(value: JsonValue, names: ReadonlyMap<string, string>): string {
  const text = spoken(value);
  if (typeof value !== 'string') return text;
  if (hidesBlanks(value)) return withMarksShown(JSON.stringify(value));
  const isNamedLike = [...names.values()].some((name) => text.toLowerCase().includes(`, ${name} `));
  return text === '' || isNamedLike ? JSON.stringify(text) : text;
}

/** Whether a text of one line has blanks at an end, more than one in a row, or others than plain ones. */
function hidesBlanks(text: string): boolean {
  return text !== '' && !/[\r\n\p{Zl}\p{Zp}]/u.test(text) && /^\s|\s$|\s\s|[^\S ]/u.test(text);
}

function spoken(value: JsonValue): string {
  // JSON stands on one line, and its blanks are those of the texts in it.
  return typeof value === 'string' ? onOneLine(value) : withMarksShown(JSON.stringify(value));
}

/** What people call a field of a schema: its title, or else its name in words. A field within another is `address.city`. */
export function spokenField(field: string, schema: JsonObject | undefined): string {
  let property: JsonValue | undefined = schema;
  for (const name of field.split('.')) {
    const properties: JsonValue | undefined = isJsonObject(property) ? property.properties : undefined;
    property = isJsonObject(properties) ? properties[name] : undefined;
  }
  const title = isJsonObject(property) && typeof property.title === 'string' ? onOneLine(property.title).trim() : '';
  return title === '' ? spaced(field) : title;
}

/** `cancellationReference` and `cancellation_reference` as `cancellation reference`. */
export function spaced(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
