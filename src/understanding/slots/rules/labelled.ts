import { isTemporal, type SlotReading } from '../reading/index.js';
import { isMeaningful, type LabelMatch } from '../schema/index.js';
import { type LabelTail, valueAt } from './label-value.js';

/** Characters before a label in which its value is looked for. */
const MAX_BEFORE = 120;

/** Values that stand behind the name of their field: "phone is 99…", "order #7017", "source city Pune". */
export function readLabelled(reading: SlotReading): void {
  const { labels } = reading;
  for (const [index, label] of labels.entries()) {
    if (isTemporal(label.field) || !reading.isUnused(label)) continue;
    const text = label.field.prose ? reading.original : reading.text;
    // "Street" in "the street is Elm Street 12" belongs to the value.
    const next = labels.slice(index + 1).find(({ field }) => field !== label.field);
    const tail = tailOf(reading, text, label, next?.start ?? text.length);
    if (!readBehind(reading, tail)) readBefore(reading, label);
  }
}

/** "order 7017", "phone is 99…". */
function readBehind(reading: SlotReading, tail: LabelTail): boolean {
  const raw = valueAt(tail, reading.language);
  if (raw === undefined || isCourtesy(reading, tail, raw)) return false;
  const start = reading.original.indexOf(raw, tail.start);
  if (countsSomething(reading, tail, reading.text.slice(start))) return false;
  return reading.offer(tail.label.field, raw, { start, end: start + raw.length }, insists(reading, tail, raw));
}

function tailOf(reading: SlotReading, text: string, label: LabelMatch, until: number): LabelTail {
  const { phrases } = reading.language;
  const after = text.slice(label.end, textEnd(reading, label, until));
  const tail = phrases.labelTail.exec(after)?.[0] ?? '';
  const copula = phrases.copula.exec(after.slice(tail.length));
  const blank = /^\s*/.exec(after.slice(tail.length))?.[0].length ?? 0;
  const skipped = tail.length + (copula?.[0].length ?? blank);
  return {
    label,
    start: label.end + skipped,
    rest: after.slice(skipped),
    copula: copula?.[1]?.toLowerCase().replace(/\s+/g, ' ') ?? '',
    hasTail: tail.trim() !== '',
    isKnown: isMeaningful(reading.known(label.field)),
  };
}

/** Running text goes on to the next label; other text ends where a date or time of another field begins. */
function textEnd(reading: SlotReading, label: LabelMatch, until: number): number {
  if (label.field.kind !== 'text' || label.field.prose) return until;
  const next = reading.times.find(({ start }) => start > label.end + 4);
  return Math.min(until, next?.start ?? until);
}

/** A bad value is reported when it looks meant: it holds a digit or an @, or follows a colon or an equals sign. */
function insists({ language }: SlotReading, tail: LabelTail, raw: string): boolean {
  return (
    /[\d@]/.test(raw) ||
    [':', '='].includes(tail.copula) ||
    (tail.label.whole && language.words.label.firm.includes(tail.copula) && tail.label.field.kind === 'text')
  );
}

/** "no wifi please": the courtesy behind a yes-or-no property is no yes. */
function isCourtesy({ language }: SlotReading, { label }: LabelTail, raw: string): boolean {
  return label.field.kind === 'boolean' && language.words.answer.courtesy.includes(raw.toLowerCase());
}

/** "order 2 pizzas": the number belongs to the noun behind it, not to the verb before it. */
function countsSomething({ language }: SlotReading, tail: LabelTail, textFromValue: string): boolean {
  if (tail.label.whole || tail.hasTail || tail.copula !== '') return false;
  const noun = /^#?\s*(?:\d[\d,.]*)?\d\s+(\p{L}+)/u.exec(textFromValue)?.[1]?.toLowerCase();
  if (noun === undefined || language.phrases.isStop(noun)) return false;
  const { currencies, numbers } = language.values.words;
  return ![
    ...Object.values(currencies).flat(),
    ...Object.keys(numbers.suffixes),
    ...Object.keys(numbers.scales),
  ].includes(noun);
}

/** "7017 is my order number". */
function readBefore(reading: SlotReading, label: LabelMatch): void {
  if (!['number', 'phone', 'identifier', 'email'].includes(label.field.kind)) return;
  const from = Math.max(0, label.start - MAX_BEFORE);
  const match = reading.language.phrases.valueBefore.exec(reading.text.slice(from, label.start));
  const raw = match?.[1];
  if (!match || raw === undefined || !/[\d@]/.test(raw)) return;
  const start = from + match.index;
  reading.offer(label.field, raw, { start, end: start + raw.length }, false);
}
