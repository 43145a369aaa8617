import type { JsonValue } from '../../../platform/common/json.js';
import type { SlotReading } from '../reading/index.js';
import type { SlotField } from '../schema/index.js';
import type { Span } from '../vocabulary/index.js';
import { covers, optionOccurrences } from './options.js';

/** Characters before an option in which the verb may stand. */
const MAX_BEFORE = 40;

interface Item extends Span {
  readonly option: JsonValue;
}

/**
 * "pepperoni, ham and olives" for a list of options. "add olives" and "olives too" change what is known, and so does what is
 * given up: "remove the ham", "no ham", "cheese instead of ham", "replace the ham with cheese".
 */
export function readLists(reading: SlotReading): void {
  const fields = reading.fields.filter((field) => field.kind === 'list' && optionsOf(field).length > 0);
  const text = reading.unusedText(reading.withDenied);
  for (const field of fields) {
    if (!reading.isOpen(field) || fields.some((other) => other !== field && sharesOption(field, other))) continue;
    const known = reading.known(field);
    const items = itemsIn(reading, text, field);
    const isGivenUp = (item: Item) =>
      Array.isArray(known) && known.includes(item.option) && givesUp(reading, text, item);
    const wanted = items.filter((item) => isWanted(reading, text, item) && !isGivenUp(item));
    const given = items.filter(isGivenUp);
    const [first, last] = [wanted[0] ?? given[0], wanted.at(-1) ?? given.at(-1)];
    if (first === undefined || last === undefined) continue;
    const isChoice = reading.language.phrases.or.test(text.slice(first.start, last.end));
    if (!isChoice) reading.take(field, changed(reading, field, wanted, given), { start: first.start, end: last.end });
  }
}

/** The options that are named, each at its longest: "extra cheese" names no "cheese". */
function itemsIn(reading: SlotReading, text: string, field: SlotField): Item[] {
  const items = optionsOf(field).flatMap((option) => itemsOf(reading, text, option));
  const isPart = (item: Item) => items.some((other) => covers(other, item));
  return items.filter((item) => !isPart(item)).sort((a, b) => a.start - b.start);
}

function itemsOf(reading: SlotReading, text: string, option: JsonValue): Item[] {
  if (typeof option !== 'string' || option.length < 3) return [];
  return optionOccurrences(reading, text, option).map((match) => ({
    option,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Neither "no ham" nor a part of what is denied. */
function isWanted(reading: SlotReading, text: string, { start, end }: Item): boolean {
  return !reading.language.phrases.unwanted.test(text.slice(0, start)) && reading.text.slice(start, end).trim() !== '';
}

function givesUp(reading: SlotReading, text: string, item: Item): boolean {
  const { removes, changing, changedInto } = reading.language.phrases;
  const before = text.slice(Math.max(0, item.start - MAX_BEFORE), item.start);
  const isExchanged = changing.test(before) && changedInto.test(text.slice(item.end));
  return !isWanted(reading, text, item) || removes.test(before) || isExchanged;
}

function changed(reading: SlotReading, field: SlotField, wanted: readonly Item[], given: readonly Item[]): JsonValue {
  const said = [...new Set(wanted.map(({ option }) => option))];
  const known = reading.known(field);
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (!Array.isArray(known)) return said;
  const kept = known.filter((option) => given.every((item) => item.option !== option));
  const { adds, addedLast } = reading.language.phrases;
  const isAdded =
    first &&
    last &&
    (adds.test(reading.text.slice(Math.max(0, first.start - MAX_BEFORE), first.start)) ||
      addedLast.test(reading.text.slice(last.end)));
  return given.length > 0 || isAdded ? [...new Set([...kept, ...said])] : said;
}

function optionsOf(field: SlotField): readonly JsonValue[] {
  return field.items?.options ?? [];
}

function sharesOption(field: SlotField, other: SlotField): boolean {
  return optionsOf(field).some((option) => optionsOf(other).includes(option));
}
