import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import type { Instant, TimeMention } from '../../values/index.js';
import {
  fieldProblem,
  findLabels,
  isMeaningful,
  type LabelMatch,
  placed,
  type SlotField,
  type SlotSchema,
  slotSchema,
  valueAtPath,
} from '../schema/index.js';
import { blanked, overlaps, type SlotLanguage, type SlotSettings, type Span } from '../vocabulary/index.js';
import { findTimes, readValue, type ValueReading } from './field-value.js';
import type { RejectedValue, SlotInput } from './slot-input.js';

/** Stands between the words that the parts of one value were read from. */
export const WORDS_BETWEEN = ' … ';

/** Characters beside a number that tell whether it says a difference. */
const MAX_BESIDE = 40;
/** Characters of the question that are looked at. */
const MAX_QUESTION = 2_000;

/** One message while the rules read it: what they found, and which parts are used up. */
export class SlotReading {
  readonly schema: SlotSchema;
  readonly language: SlotLanguage;
  readonly now: Instant;
  /** The message without what is denied or only asked about. */
  readonly text: string;
  /** The message without what is only asked about: "no wifi" is a value, "is there wifi?" is none. */
  readonly withDenied: string;
  private readonly found = new Map<
    string,
    { readonly field: SlotField; readonly value: JsonValue; readonly span: Span; readonly words: Span }
  >();
  private readonly refused = new Map<string, RejectedValue>();
  private readonly unclear = new Set<string>();
  private readonly used: Span[] = [];
  private labelMatches: readonly LabelMatch[] | undefined;
  private mentions: readonly TimeMention[] | undefined;

  constructor(
    private readonly input: SlotInput,
    { language, timeZone, clock }: SlotSettings,
  ) {
    this.language = language;
    this.now = { epochMs: clock.now(), timeZone };
    this.schema = slotSchema(input.schema, language);
    this.withDenied = input.takesAsked ? input.text : blanked(input.text, language.doubts.asked(input.text));
    this.text = blanked(this.withDenied, language.doubts.denied(this.withDenied));
  }

  /** What values are looked for. */
  get fields(): readonly SlotField[] {
    return this.schema.leaves;
  }

  /** The message as it was written, for fields whose value is running text. */
  get original(): string {
    return this.input.text;
  }

  /** The question with the known values; empty where none was asked. */
  get question(): string {
    return (this.input.question ?? '').slice(0, MAX_QUESTION);
  }

  get values(): JsonObject {
    const values = new Map<string, JsonValue>();
    for (const { field, value } of this.found.values()) {
      const [name = '', ...inner] = field.path;
      values.set(name, placed(values.get(name) ?? this.input.values[name], inner, value));
    }
    return Object.fromEntries(values);
  }

  /** The words that each value was read from, in their order, by the name of the value. */
  get words(): Readonly<Record<string, string>> {
    const found = Map.groupBy(this.found.values(), ({ field }) => field.path[0] ?? '');
    return Object.fromEntries(
      [...found].map(([name, values]) => [name, this.wordsOf(values.map((value) => value.words))]),
    );
  }

  private wordsOf(spans: readonly Span[]): string {
    const inOrder = spans.toSorted((a, b) => a.start - b.start);
    return inOrder.map(({ start, end }) => this.input.text.slice(start, end)).join(WORDS_BETWEEN);
  }

  /** What was given and cannot be used; a field that got a good value elsewhere in the message is left out. */
  get rejected(): RejectedValue[] {
    return [...this.refused.values()].filter((each) => !this.found.has(each.field));
  }

  /** The field asked for, when it was exactly one. */
  get askedField(): SlotField | undefined {
    const asked = this.fields.filter((field) => this.input.askedFor?.includes(field.path[0] ?? ''));
    if (asked.length === 1) return asked[0];
    const missing = asked.filter((field) => field.required && !isMeaningful(this.known(field)));
    return this.input.askedFor?.length === 1 && missing.length === 1 ? missing[0] : undefined;
  }

  /** Dates and times in the message; looked for only where the schema has such a field. */
  get times(): readonly TimeMention[] {
    this.mentions ??= this.fields.some(isTemporal) ? findTimes(this.text, this.language, this.now) : [];
    return this.mentions;
  }

  /** Dates and times in what is left of the message: "room 12 on 2026-03-05" has no "12 on 2026-03-05" once the room is read. */
  get unusedTimes(): readonly TimeMention[] {
    if (this.times.every((mention) => this.isUnused(mention))) return this.times;
    return findTimes(this.unusedText(), this.language, this.now);
  }

  /** Where the message names fields. */
  get labels(): readonly LabelMatch[] {
    this.labelMatches ??= findLabels(this.text, this.schema.labels);
    return this.labelMatches;
  }

  /** What is known of a field. */
  known(field: SlotField): JsonValue | undefined {
    return valueAtPath(this.input.values, field.path);
  }

  /** True until the message has given the field a value. */
  isOpen(field: SlotField): boolean {
    return !this.found.has(keyOf(field)) && !this.unclear.has(keyOf(field));
  }

  /** True when the message has given no value yet. */
  get isEmpty(): boolean {
    return this.found.size === 0;
  }

  /**
   * The field that a value without a label belongs to: the one asked for, else the only one that is missing, required
   * ones before optional ones. Undefined when several could be meant.
   */
  onlyMissing(fits: (field: SlotField) => boolean): SlotField | undefined {
    const asked = this.askedField;
    if (asked && this.isOpen(asked) && fits(asked)) return asked;
    const missing = this.fields.filter(
      (field) => fits(field) && this.isOpen(field) && !isMeaningful(this.known(field)),
    );
    const required = missing.filter((field) => field.required);
    const candidates = required.length > 0 ? required : missing;
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  isUnused(span: Span): boolean {
    return !this.used.some((other) => overlaps(span, other));
  }

  /** The message with the used parts blanked out, so that offsets stay what they are. */
  unusedText(text = this.text): string {
    return blanked(text, this.used);
  }

  /** The text as a value of the field's type, or why it is none. */
  read(field: SlotField, raw: string): ValueReading {
    return readValue(field, raw, this.language, this.now);
  }

  /** Whether the text would be a good value of the field. */
  fits(field: SlotField, raw: string): boolean {
    const reading = this.read(field, raw);
    return 'value' in reading && this.problem(field, reading.value) === undefined;
  }

  /** Why the value does not fit the schema; undefined when it does. */
  problem(field: SlotField, value: JsonValue): string | undefined {
    return fieldProblem(this.schema.check, field, value, this.language.words.reasons);
  }

  /**
   * Takes the text for the field's value if it can be one.
   * @param insist whether the user clearly meant this field: a bad value is then reported, rather than passed over
   * @returns whether the text is used up, as a value or as a reported bad value
   */
  offer(field: SlotField, raw: string, span: Span, insist: boolean): boolean {
    if (!this.mayTake(field, span)) return false;
    if (this.isDifference(field, span)) return this.refuseDifference(field, raw, span);
    const reading = this.read(field, raw);
    const problem = 'problem' in reading ? reading.problem : this.problem(field, reading.value);
    if (problem !== undefined) {
      if (insist) this.refuse(field, 'value' in reading ? reading.value : raw.trim(), problem, span);
      return insist;
    }
    if ('value' in reading) this.accept(field, reading.value, span);
    return true;
  }

  /**
   * Takes a value that needs no conversion; reports it when it is bad.
   * @param words where it was read, when that is more than the part it uses up
   */
  take(field: SlotField, value: JsonValue, span: Span, words: Span = span): boolean {
    if (!this.mayTake(field, span)) return false;
    if (this.isDifference(field, span)) return this.refuseDifference(field, value, span);
    const problem = this.problem(field, value);
    if (problem !== undefined) this.refuse(field, value, problem, span);
    else this.accept(field, value, span, words);
    return true;
  }

  /** Reports a value that cannot be used. */
  refuse(field: SlotField, value: JsonValue, reason: string, span: Span): void {
    this.refused.set(keyOf(field), { field: keyOf(field), value, reason });
    this.used.push(span);
  }

  /** Keeps a part of the message from being read by later rules. */
  use(span: Span): void {
    this.used.push(span);
  }

  /** "20 more", of an amount that is known: how much it is to be then, is not said. */
  private isDifference(field: SlotField, { start, end }: Span): boolean {
    if (field.kind !== 'number' || !isMeaningful(this.known(field))) return false;
    const { differenceBefore, differenceBehind } = this.language.phrases;
    const before = this.original.slice(Math.max(0, start - MAX_BESIDE), start);
    return differenceBefore.test(before) || differenceBehind.test(this.original.slice(end, end + MAX_BESIDE));
  }

  private refuseDifference(field: SlotField, said: JsonValue, span: Span): true {
    this.refuse(field, said, this.language.words.reasons.form, span);
    return true;
  }

  /** A second value is taken only when it repairs the first: "2 tickets, sorry, 3 tickets". */
  private mayTake(field: SlotField, span: Span): boolean {
    if (!this.isUnused(span) || this.unclear.has(keyOf(field))) return false;
    const first = this.found.get(keyOf(field));
    if (!first) return true;
    const between = this.text.slice(first.span.end, span.start);
    return span.start >= first.span.end && between.length < 40 && this.language.phrases.repair.test(between);
  }

  private accept(field: SlotField, value: JsonValue, span: Span, words: Span = span): void {
    this.found.set(keyOf(field), { field, value, span, words });
    this.used.push(span);
  }
}

/** True for a field that takes a date, a time or both. */
export function isTemporal({ kind }: SlotField): boolean {
  return kind === 'date' || kind === 'time' || kind === 'date-time';
}

function keyOf(field: SlotField): string {
  return field.path.join('.');
}
