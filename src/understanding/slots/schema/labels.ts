import { nameWords } from '../../language/index.js';
import { has, type Names } from './field-kind.js';
import type { SlotField } from './schema-fields.js';

/** A field named in a text. */
export interface LabelMatch {
  readonly field: SlotField;
  /** True for a whole label, false for a single word of one. */
  readonly whole: boolean;
  /** How many words the label has. */
  readonly words: number;
  readonly start: number;
  readonly end: number;
}

/** How one label is found in a text. */
export interface LabelPattern {
  readonly field: SlotField;
  readonly whole: boolean;
  readonly words: number;
  readonly pattern: RegExp;
}

/** The patterns of all labels, and of the single words that stand for a field. */
export function labelPatterns(fields: readonly SlotField[]): LabelPattern[] {
  return fields.flatMap((field) => [
    ...field.labels.map((label) => patternOf(field, label, true)),
    ...field.ownWords.map((word) => patternOf(field, [word], false)),
  ]);
}

/** Where a text names fields, left to right; where labels overlap, the longer one counts. */
export function findLabels(text: string, patterns: readonly LabelPattern[]): LabelMatch[] {
  const matches = patterns.flatMap((label) => occurrences(text, label));
  matches.sort((a, b) => b.end - b.start - (a.end - a.start) || Number(b.whole) - Number(a.whole));
  const taken = new Uint8Array(text.length);
  const kept: LabelMatch[] = [];
  for (const { match, rivals } of withRivals(matches)) {
    if (taken[match.start] === 1 || taken[match.end - 1] === 1) continue;
    if (rivals) continue;
    taken.fill(1, match.start, match.end);
    kept.push(match);
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** Each match, and whether the same words are a label of another field too, so that they name neither. */
function withRivals(matches: readonly LabelMatch[]): { match: LabelMatch; rivals: boolean }[] {
  const owners = new Map<string, Set<SlotField>>();
  const keyOf = ({ start, end, whole }: LabelMatch) => `${start} ${end} ${whole}`;
  for (const match of matches) {
    const known = owners.get(keyOf(match)) ?? new Set();
    owners.set(keyOf(match), known.add(match.field));
  }
  return matches.map((match) => ({ match, rivals: (owners.get(keyOf(match))?.size ?? 0) > 1 }));
}

/**
 * The field that a phrase such as "amount" or "phone number" names: the one whose label is equal, else the only one
 * whose label contains the phrase or is contained in it.
 */
export function fieldNamed(phrase: string, fields: readonly SlotField[], names: Names): SlotField | undefined {
  const words = nameWords(phrase);
  const said = words.join('');
  if (said === '') return undefined;
  const exact = fields.filter((field) => field.labels.some((label) => label.join('') === said));
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  const directed = fields.filter((field) => isDirected(field, words, names));
  if (directed.length === 1) return directed[0];
  const containing = fields.filter((field) =>
    field.labels.some((label) => words.every((word) => label.includes(word))),
  );
  const called = containing.filter((field) => field.labels.some((label) => isCalled(label, words, names)));
  if (containing.length > 0)
    return called.length === 1 ? called[0] : containing.length === 1 ? containing[0] : undefined;
  return longestContained(words, fields);
}

/** "departure city" names origin_city, "arrival date" check_in_date. */
function isDirected(field: SlotField, words: readonly string[], names: Names): boolean {
  const isTemporal = field.kind === 'date' || field.kind === 'time' || field.kind === 'date-time';
  const meant = isTemporal ? field.side && names[field.side] : field.direction && names[field.direction];
  if (!meant || words.length < 2 || !has(words, meant)) return false;
  const rest = words.filter((word) => !meant.includes(word));
  return field.labels.some((label) => rest.every((word) => label.includes(word) || names.place.includes(word)));
}

/** "event" names event_name, and not the city of the event. */
function isCalled(label: readonly string[], words: readonly string[], names: Names): boolean {
  return label.filter((word) => !names.naming.includes(word)).join(' ') === words.join(' ');
}

function longestContained(words: readonly string[], fields: readonly SlotField[]): SlotField | undefined {
  const sizes = fields.map((field) => {
    const whole = field.labels.filter((label) => ` ${words.join(' ')} `.includes(` ${label.join(' ')} `));
    const single = field.ownWords.some((word) => words.includes(word)) ? 1 : 0;
    return { field, size: Math.max(single, ...whole.map((label) => label.join('').length + 1)) };
  });
  const longest = Math.max(0, ...sizes.map(({ size }) => size));
  const best = sizes.filter(({ size }) => size === longest && size > 0);
  return best.length === 1 ? best[0]?.field : undefined;
}

function patternOf(field: SlotField, label: readonly string[], whole: boolean): LabelPattern {
  const words = label.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).join('[\\s_-]*');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_@.-])${words}(?![\\p{L}\\p{N}_@-])`, 'giu');
  return { field, whole, words: label.length, pattern };
}

function occurrences(text: string, { field, whole, words, pattern }: LabelPattern): LabelMatch[] {
  return [...text.matchAll(pattern)].map((match) => ({
    field,
    whole,
    words,
    start: match.index,
    end: match.index + match[0].length,
  }));
}
