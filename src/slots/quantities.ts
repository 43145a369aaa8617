import { ENGLISH } from './english.js';
import { findNumbers, type NumberMatch } from './numbers.js';
import { type SlotField, singular } from './schema-fields.js';
import type { SlotReading } from './slot-reading.js';

const UNIT = /^[\s-]*(\p{L}+)/u;
const BEFORE_BARE =
  /(?:^|[,;:.!?(\n]|\b(?:it['’]?s|its|it is|is|was|of|for|about|around|and|want|need|like|with|take|say|maybe|only|just|number|no|be))\s*$/i;
const AFTER_BARE = /^\s*(?:$|[,;:.!?)\n]|(?:please|thanks|thank|and|for|only|over|with|is|then)\b)/i;

/** Numbers with the unit of a field ("36 months"), and numbers that stand alone when only one field can take one. */
export function readQuantities(reading: SlotReading): void {
  const text = reading.unusedText();
  const bare: NumberMatch[] = [];
  for (const number of findNumbers(text)) {
    if (!readWithUnit(reading, text, number) && isBare(text, number)) bare.push(number);
  }
  const [only, ...others] = bare;
  if (only && others.length === 0) readBare(reading, text, only);
}

function readWithUnit(reading: SlotReading, text: string, number: NumberMatch): boolean {
  const match = UNIT.exec(text.slice(number.end));
  const unit = singular(match?.[1]?.toLowerCase() ?? '');
  if (!match || unit === '') return false;
  const end = number.end + match[0].length;
  const direct = ownerOf(reading, unit);
  if (direct) return reading.take(direct, number.value, { start: number.start, end });
  return ENGLISH.conversions.some(([from, into, factor]) => {
    const field = from === unit ? ownerOf(reading, into) : undefined;
    return field !== undefined && reading.take(field, number.value * factor, { start: number.start, end });
  });
}

function ownerOf(reading: SlotReading, unit: string): SlotField | undefined {
  const owners = reading.fields.filter(
    (field) =>
      field.kind === 'number' &&
      !isNumbering(field) &&
      field.labels.flat().some((word) => singular(word) === unit && !ENGLISH.weak.includes(word)),
  );
  return owners.length === 1 ? owners[0] : undefined;
}

/** True for a numeric id such as orderId: "2 orders" is no value of it. */
function isNumbering(field: SlotField): boolean {
  return ENGLISH.identifier.includes(field.labels[0]?.at(-1) ?? '');
}

function isBare(text: string, number: NumberMatch): boolean {
  return BEFORE_BARE.test(text.slice(0, number.start)) && AFTER_BARE.test(text.slice(number.end));
}

function readBare(reading: SlotReading, text: string, number: NumberMatch): void {
  const raw = text.slice(number.start, number.end);
  const isDigits = /^#?\s?\d+$/.test(raw);
  const field = reading.onlyMissing((each) => each.kind === 'number' || (isDigits && each.kind === 'identifier'));
  if (field) reading.offer(field, raw.replace(/^#\s?/, ''), { start: number.start, end: number.end }, true);
}
