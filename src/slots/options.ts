import type { JsonValue } from '../common/json.js';
import { ENGLISH } from './english.js';
import { spaced } from './label-value.js';
import type { SlotField } from './schema-fields.js';
import type { SlotReading, Span } from './slot-reading.js';

interface OptionMatch extends Span {
  readonly field: SlotField;
  readonly option: JsonValue;
}

/** Shorter options, such as "a", are read after their label or as an answer only. */
const MIN_LENGTH = 3;
const WITH = ENGLISH.with.join('|');
const WITHOUT = ENGLISH.without.join('|');

/** Options of an enumeration named in the message, and yes-or-no fields switched by "with" and "without". */
export function readOptions(reading: SlotReading): void {
  readEnumerations(reading);
  readSwitches(reading);
}

function readEnumerations(reading: SlotReading): void {
  const text = reading.unusedText();
  const matches = reading.fields
    .filter((field) => field.kind === 'enum' && reading.isOpen(field))
    .flatMap((field) => field.options.flatMap((option) => matchesOf(text, field, option)));
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

function matchesOf(text: string, field: SlotField, option: JsonValue): OptionMatch[] {
  const words = String(option);
  if (words.length < MIN_LENGTH || typeof option !== 'string') return [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?<!\\bnot (?:the |in |an? )?)${spaced(words)}(?:s|es)?(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return [...text.matchAll(pattern)].map((match) => ({
    field,
    option,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function covers(outer: OptionMatch, inner: OptionMatch): boolean {
  return outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

function readSwitches(reading: SlotReading): void {
  const text = reading.unusedText();
  for (const field of reading.fields.filter((each) => each.kind === 'boolean' && reading.isOpen(each))) {
    for (const label of field.labels) {
      const match = new RegExp(
        `\\b(?:(${WITH})|(${WITHOUT}))\\s+(?:the |a |an |any |my )?${label.map(spaced).join('[\\s_-]*')}\\b`,
        'iu',
      ).exec(text);
      if (
        match &&
        reading.take(field, match[1] !== undefined, { start: match.index, end: match.index + match[0].length })
      )
        break;
    }
  }
}
