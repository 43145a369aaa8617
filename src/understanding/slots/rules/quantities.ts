import { nameWords, singular } from '../../language/index.js';
import type { NumberMatch } from '../../values/index.js';
import type { SlotReading } from '../reading/index.js';
import type { SlotField } from '../schema/index.js';

/** Characters beside a number that tell whether it stands alone. */
const MAX_BESIDE = 60;
/** Words at the start of a description that may name a unit. */
const MAX_DESCRIPTION = 6;
/** A currency stands beside an amount whose part of the message is used up. */
const NOWHERE = { start: -1, end: -1 };
const UNIT = /^[\s-]*(\p{L}+)/u;

/** Numbers with the unit of a field ("36 months"), and numbers that stand alone when only one field can take one. */
export function readQuantities(reading: SlotReading): void {
  const text = reading.unusedText();
  const numbers = reading.language.values.numbers.find(text);
  const loose = numbers.filter((number) => !readWithUnit(reading, text, number));
  const bare = loose.filter((number) => isBare(reading, text, number));
  const [only, ...others] = bare;
  if (only && others.length === 0) readBare(reading, text, only);
  const [amount] = loose;
  if (amount && numbers.length === 1 && bare.length === 0) readAmount(reading, text, amount);
}

function readWithUnit(reading: SlotReading, text: string, number: NumberMatch): boolean {
  const money = number.currency === undefined ? undefined : moneyField(reading);
  if (money) return takeMoney(reading, money, number);
  const { unit, length } = unitAt(reading, text, number);
  if (unit === '') return false;
  const end = number.end + length;
  const direct = ownerOf(reading, unit) ?? askedOwner(reading, unit) ?? groupOf(reading, text, number, unit);
  if (direct) return reading.take(direct, number.value, { start: number.start, end });
  return reading.language.values.words.units.some(([from, into, factor]) => {
    const field = from === unit ? ownerOf(reading, into) : undefined;
    return field !== undefined && reading.take(field, number.value * factor, { start: number.start, end });
  });
}

/** The noun behind a number, or words such as "of us". */
function unitAt({ language }: SlotReading, text: string, { end }: NumberMatch): { unit: string; length: number } {
  const beside = text.slice(end, end + MAX_BESIDE);
  const said = beside.toLowerCase();
  const people = language.words.names.people.find((words) => words.includes(' ') && said.startsWith(` ${words}`));
  if (people !== undefined) return { unit: people, length: people.length + 1 };
  const match = UNIT.exec(beside);
  return { unit: singular(match?.[1]?.toLowerCase() ?? ''), length: match?.[0].length ?? 0 };
}

function ownerOf(reading: SlotReading, unit: string): SlotField | undefined {
  const { names } = reading.language.words;
  const owners = reading.fields.filter(
    (field) =>
      field.kind === 'number' &&
      !isNumbering(field, names.identifier) &&
      field.labels.flat().some((word) => singular(word) === unit && !names.weak.includes(word)),
  );
  const described = reading.fields.filter((field) => isDescribedBy(field, unit));
  if (owners.length === 0 && described.length === 1) return described[0];
  return owners.length === 1 ? owners[0] : undefined;
}

/** The only field that counts people, for "3 people"; not for "at seven people". */
function groupOf(reading: SlotReading, text: string, number: NumberMatch, unit: string): SlotField | undefined {
  const { words, phrases } = reading.language;
  if (!words.names.people.some((word) => word === unit || singular(word) === unit)) return undefined;
  if (phrases.beforeTime.test(text.slice(Math.max(0, number.start - MAX_BESIDE), number.start))) return undefined;
  const counting = reading.fields.filter((field) => countsPeople(reading, field));
  return counting.length === 1 ? counting[0] : undefined;
}

/** For people and for what each of them gets one of, such as a seat. */
function countsPeople({ language }: SlotReading, field: SlotField): boolean {
  const { people, money, identifier } = language.words.names;
  return isAbout(field, people) && !isAbout(field, money) && !isNumbering(field, identifier);
}

/** "3 tickets" after "Shall I book 2 tickets?": the field that has the number which the question said of the same. */
function askedOwner(reading: SlotReading, unit: string): SlotField | undefined {
  const { question, language } = reading;
  const said = language.values.numbers.find(question).filter(({ end }) => {
    const match = UNIT.exec(question.slice(end, end + MAX_BESIDE));
    return singular(match?.[1]?.toLowerCase() ?? '') === unit;
  });
  const owners = reading.fields.filter(
    (field) => field.kind === 'number' && said.some(({ value }) => value === reading.known(field)),
  );
  return said.length === 1 && owners.length === 1 ? owners[0] : undefined;
}

/** "Number of tickets to reserve" has the unit of "4 tickets". */
function isDescribedBy(field: SlotField, unit: string): boolean {
  const words = nameWords(field.description ?? '').slice(0, MAX_DESCRIPTION);
  return field.kind === 'number' && words.some((word) => word.length > 3 && singular(word) === unit);
}

/** The only field that takes an amount of money. */
function moneyField(reading: SlotReading): SlotField | undefined {
  const fields = reading.fields.filter((field) => isAbout(field, reading.language.words.names.money));
  return fields.length === 1 ? fields[0] : undefined;
}

function isAbout(field: SlotField, names: readonly string[]): boolean {
  return field.kind === 'number' && field.labels.flat().some((word) => names.includes(word));
}

function takeMoney(reading: SlotReading, field: SlotField, number: NumberMatch): boolean {
  const isTaken = reading.take(field, number.value, number);
  if (isTaken) readCurrency(reading, number.currency ?? '');
  return isTaken;
}

/** The currency that stands beside an amount, for the only field that takes one. */
function readCurrency(reading: SlotReading, currency: string): void {
  const fields = reading.fields.filter((field) => field.kind === 'currency' && reading.isOpen(field));
  const [field] = fields;
  if (field && fields.length === 1) reading.offer(field, currency, NOWHERE, true);
}

/** True for a numeric id such as orderId: "2 orders" is no value of it. */
function isNumbering(field: SlotField, identifier: readonly string[]): boolean {
  return identifier.includes(field.labels[0]?.at(-1) ?? '');
}

function isBare({ language }: SlotReading, text: string, number: NumberMatch): boolean {
  const { beforeNumber, afterNumber } = language.phrases;
  const before = text.slice(Math.max(0, number.start - MAX_BESIDE), number.start);
  return beforeNumber.test(before) && afterNumber.test(text.slice(number.end, number.end + MAX_BESIDE));
}

/** "Transfer 50 to Bob": the only number of the message, as what its verb is about, for the only amount. */
function readAmount(reading: SlotReading, text: string, number: NumberMatch): void {
  const field = moneyField(reading);
  const { phrases } = reading.language;
  const next = UNIT.exec(text.slice(number.end, number.end + MAX_BESIDE))?.[1];
  const isCounted = next !== undefined && !phrases.isStop(next) && !phrases.isPreposition(next);
  if (!field || isCounted || !phrases.ordersNumber(text.slice(0, number.start))) return;
  reading.offer(field, text.slice(number.start, number.end), { start: number.start, end: number.end }, false);
}

function readBare(reading: SlotReading, text: string, number: NumberMatch): void {
  const raw = text.slice(number.start, number.end);
  const isDigits = /^#?\s?\d+$/.test(raw);
  const takesIt = (each: SlotField) => each.kind === 'number' || (isDigits && each.kind === 'identifier');
  const takers = reading.fields.filter(takesIt);
  const field = reading.onlyMissing(takesIt) ?? (takers.length === 1 ? takers[0] : undefined);
  if (!field) return;
  const isTaken = reading.offer(field, raw.replace(/^#\s?/, ''), { start: number.start, end: number.end }, true);
  if (isTaken && number.currency !== undefined) readCurrency(reading, number.currency);
}
