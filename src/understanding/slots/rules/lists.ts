import type { JsonValue } from '../../../platform/common/json.js';
import type { SlotReading } from '../reading/index.js';
import type { SlotField } from '../schema/index.js';
import type { Span } from '../vocabulary/index.js';
import { optionMatches } from './options.js';

interface Item extends Span {
  readonly option: JsonValue;
}

/** "pepperoni, ham and olives" for a list of options; "add olives" and "remove the ham" change what is known. */
export function readLists(reading: SlotReading): void {
  const fields = reading.fields.filter((field) => field.kind === 'list' && optionsOf(field).length > 0);
  const text = reading.unusedText();
  for (const field of fields) {
    if (!reading.isOpen(field) || fields.some((other) => other !== field && sharesOption(field, other))) continue;
    const items = optionsOf(field).flatMap((option) => itemsOf(reading, text, option));
    items.sort((a, b) => a.start - b.start);
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) continue;
    const isChoice = reading.language.phrases.or.test(text.slice(first.start, last.end));
    const value = [...new Set(items.map(({ option }) => option))];
    if (!isChoice) reading.take(field, changed(reading, field, value, first), { start: first.start, end: last.end });
  }
}

function itemsOf(reading: SlotReading, text: string, option: JsonValue): Item[] {
  if (typeof option !== 'string' || option.length < 3) return [];
  return optionMatches(reading, text, option).map((match) => ({
    option,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function changed(reading: SlotReading, field: SlotField, said: JsonValue[], first: Span): JsonValue {
  const known = reading.known(field);
  const before = reading.text.slice(Math.max(0, first.start - 40), first.start);
  if (!Array.isArray(known)) return said;
  if (reading.language.phrases.removes.test(before)) return known.filter((item) => !said.includes(item));
  return reading.language.phrases.adds.test(before) ? [...new Set([...known, ...said])] : said;
}

function optionsOf(field: SlotField): readonly JsonValue[] {
  return field.items?.options ?? [];
}

function sharesOption(field: SlotField, other: SlotField): boolean {
  return optionsOf(field).some((option) => optionsOf(other).includes(option));
}
