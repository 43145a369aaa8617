import type { JsonValue } from '../../../platform/common/json.js';
import { nameWords, spaced } from '../../language/index.js';
import type { SlotReading } from '../reading/index.js';
import { isMeaningful, type SlotField } from '../schema/index.js';
import { overlaps, type Span } from '../vocabulary/index.js';

interface OptionMatch extends Span {
  readonly field: SlotField;
  readonly option: JsonValue;
}

/**
 * Shorter options must be written as in the schema ("US"), unless they are no word in small letters either ("tv"); single
 * letters are read behind a label only.
 */
const MIN_LENGTH = 3;
const NO_WORD = /^[bcdfghjklmnpqrstvwxz\d]+$/i;

/** Options of an enumeration named in the message, and yes-or-no fields switched by "with" and "without". */
export function readOptions(reading: SlotReading): void {
  readEnumerations(reading);
  readPartialOptions(reading);
  readSwitches(reading);
}

function readEnumerations(reading: SlotReading): void {
  const text = reading.unusedText();
  const matches = reading.fields
    .filter((field) => field.kind === 'enum' && reading.isOpen(field))
    .flatMap((field) => field.options.flatMap((option) => matchesOf(reading, text, field, option)));
  const longest = matches.filter((match) => !matches.some((other) => covers(other, match)));
  for (const match of longest) {
    const rivals = longest.filter(
      (other) => other !== match && (other.field === match.field || overlaps(other, match)),
    );
    if (rivals.every((rival) => rival.field === match.field && rival.option === match.option)) {
      reading.take(match.field, match.option, match);
    }
  }
}

function matchesOf(reading: SlotReading, text: string, field: SlotField, option: JsonValue): OptionMatch[] {
  const words = String(option);
  if (typeof option !== 'string' || words.length === 1) return [];
  const matches = optionMatches(reading, text, words);
  const isShort = words.length < MIN_LENGTH && !NO_WORD.test(words);
  const sure = isShort ? matches.filter((match) => match[0] === words) : matches;
  return sure.map((match) => ({
    field,
    option,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * "on the kitchen device" for the option "Kitchen speaker": a word that no other option has, for a field that was asked
 * for or is being changed.
 */
function readPartialOptions(reading: SlotReading): void {
  const text = reading.unusedText();
  for (const field of reading.fields) {
    const isMeant = field === reading.askedField || isMeaningful(reading.known(field));
    if (field.kind !== 'enum' || !reading.isOpen(field) || !isMeant) continue;
    // Of "a small one and a large one" none is chosen.
    if (field.options.some((option) => matchesOf(reading, text, field, option).length > 0)) continue;
    const found = field.options.flatMap((option) =>
      ownWords(option, field).flatMap((word) => optionMatches(reading, text, word).map((match) => ({ option, match }))),
    );
    const [first] = found;
    if (!first || found.some(({ option }) => option !== first.option)) continue;
    reading.take(field, first.option, { start: first.match.index, end: first.match.index + first.match[0].length });
  }
}

/** The words of an option that tell it from the others. */
function ownWords(option: JsonValue, field: SlotField): string[] {
  const others = new Set(
    field.options.filter((other) => other !== option).flatMap((other) => nameWords(String(other))),
  );
  return nameWords(String(option)).filter(
    (word) => word.length > 3 && !others.has(word) && !field.labels.flat().includes(word),
  );
}

/** Whether a longer part of the message holds a shorter one. */
export function covers(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
}

/** Where an option is named and wanted: not in "no ham". */
function optionMatches(reading: SlotReading, text: string, option: string): RegExpExecArray[] {
  const { unwanted } = reading.language.phrases;
  return optionOccurrences(reading, text, option).filter(
    ({ index }) => !unwanted.test(text.slice(Math.max(0, index - 20), index)),
  );
}

/** Where an option is named, wanted or not. */
export function optionOccurrences({ language }: SlotReading, text: string, option: string): RegExpExecArray[] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${spaced(option)}${language.phrases.plural}(?![\\p{L}\\p{N}])`, 'giu');
  return [...text.matchAll(pattern)];
}

function readSwitches(reading: SlotReading): void {
  const text = reading.unusedText(reading.withDenied);
  const { phrases, words } = reading.language;
  for (const field of reading.fields.filter((each) => each.kind === 'boolean' && reading.isOpen(each))) {
    for (const label of switchLabels(field, words.switch.leads)) {
      const match = phrases.switchOf(label.map(spaced).join('[\\s_-]*')).exec(text);
      const span = match && { start: match.index, end: match.index + match[0].length };
      if (span && reading.take(field, match[2] === undefined && !isDenied(reading, span, text), span)) break;
    }
  }
}

/** The labels of a field, and what is behind the verb of each: "insurance" for "add insurance". */
function switchLabels({ labels }: SlotField, leads: readonly string[]): (readonly string[])[] {
  const things = labels.flatMap((label) => {
    const [lead = '', ...thing] = label;
    return leads.includes(lead) && thing.join('').length >= MIN_LENGTH ? [thing] : [];
  });
  return [...labels, ...things];
}

/** "I don't want wifi", and with its "not" right before or last: "no quiero wifi", "ich will das WLAN nicht". */
function isDenied({ text: wanted, language: { phrases } }: SlotReading, { start, end }: Span, text: string): boolean {
  if (wanted.slice(start, end).trim() === '') return true;
  return phrases.negated.test(text.slice(Math.max(0, start - 20), start)) || phrases.negatedLast.test(text.slice(end));
}
