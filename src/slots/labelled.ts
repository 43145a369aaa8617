import { ENGLISH } from './english.js';
import { type LabelTail, valueAt } from './label-value.js';
import { findLabels, type LabelMatch } from './labels.js';
import type { SlotReading } from './slot-reading.js';

const TAIL = new RegExp(`^(?:'s)?(?:\\s*(?:${ENGLISH.labelTail})(?![\\p{L}]))*`, 'iu');
const COPULA = new RegExp(`^\\s*(${ENGLISH.copula})(?![\\p{L}])\\s*`, 'iu');
const VALUE_BEFORE = /(\S+)\s+(?:is|was|as|for)\s+(?:my|the|our|your|a|an)?\s*$/i;

/** Values that stand behind the name of their field: "phone is 99…", "order #7017", "source city Pune". */
export function readLabelled(reading: SlotReading): void {
  const labels = findLabels(reading.text, reading.fields);
  for (const [index, label] of labels.entries()) {
    if (!reading.isUnused(label)) continue;
    const tail = tailOf(reading.text, label, labels[index + 1]?.start ?? reading.text.length);
    if (!readBehind(reading, tail)) readBefore(reading, label);
  }
}

/** "order 7017", "phone is 99…". */
function readBehind(reading: SlotReading, tail: LabelTail): boolean {
  const raw = valueAt(tail);
  if (raw === undefined) return false;
  const start = reading.text.indexOf(raw, tail.start);
  if (countsSomething(tail, reading.text.slice(start))) return false;
  return reading.offer(tail.label.field, raw, { start, end: start + raw.length }, insists(tail, raw));
}

function tailOf(text: string, label: LabelMatch, until: number): LabelTail {
  const after = text.slice(label.end, until);
  const tail = TAIL.exec(after)?.[0] ?? '';
  const copula = COPULA.exec(after.slice(tail.length));
  const blank = /^\s*/.exec(after.slice(tail.length))?.[0].length ?? 0;
  const skipped = tail.length + (copula?.[0].length ?? blank);
  return {
    label,
    start: label.end + skipped,
    rest: after.slice(skipped),
    copula: copula?.[1]?.toLowerCase() ?? '',
    hasTail: tail.trim() !== '',
  };
}

/** A bad value is reported when it looks meant: it holds a digit or an @, or follows a colon or an equals sign. */
function insists(tail: LabelTail, raw: string): boolean {
  return (
    /[\d@]/.test(raw) ||
    [':', '='].includes(tail.copula) ||
    (tail.label.whole && tail.copula !== '' && tail.label.field.kind === 'text')
  );
}

/** "order 2 pizzas": the number belongs to the noun behind it, not to the verb before it. */
function countsSomething(tail: LabelTail, textFromValue: string): boolean {
  if (tail.label.whole || tail.hasTail || tail.copula !== '') return false;
  const noun = /^#?\s*(?:\d[\d,.]*)?\d\s+(\p{L}+)/u.exec(textFromValue)?.[1]?.toLowerCase();
  return (
    noun !== undefined &&
    ![...ENGLISH.boundary, ...ENGLISH.currencies, ...Object.keys(ENGLISH.multipliers)].includes(noun)
  );
}

/** "7017 is my order number". */
function readBefore(reading: SlotReading, label: LabelMatch): void {
  if (!['number', 'phone', 'identifier', 'email'].includes(label.field.kind)) return;
  const match = VALUE_BEFORE.exec(reading.text.slice(0, label.start));
  const raw = match?.[1];
  if (!match || raw === undefined || !/[\d@]/.test(raw)) return;
  reading.offer(label.field, raw, { start: match.index, end: match.index + raw.length }, false);
}
