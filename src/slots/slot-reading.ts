import type { JsonObject, JsonValue } from '../common/json.js';
import { fieldProblem, isMeaningful } from './field-check.js';
import { readValue } from './field-value.js';
import { type SlotField, schemaFields } from './schema-fields.js';

/** A value that was given and cannot be used. */
export interface RejectedValue {
  readonly field: string;
  readonly value: JsonValue;
  /** Reads on after the field's name: "must be a number". */
  readonly reason: string;
}

/** What readSlots is given. */
export interface SlotInput {
  readonly text: string;
  readonly schema: JsonObject;
  /** What is known so far. */
  readonly values: JsonObject;
  /** The fields that the assistant asked for last. */
  readonly askedFor?: readonly string[];
}

/** A part of the message. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One message while the rules read it: what they found, and which parts are used up. */
export class SlotReading {
  readonly fields: readonly SlotField[];
  private readonly found = new Map<string, JsonValue>();
  private readonly refused = new Map<string, RejectedValue>();
  private readonly used: Span[] = [];

  constructor(private readonly input: SlotInput) {
    this.fields = schemaFields(input.schema);
  }

  get text(): string {
    return this.input.text;
  }

  get values(): JsonObject {
    return Object.fromEntries(this.found);
  }

  /** What was given and cannot be used; a field that got a good value elsewhere in the message is left out. */
  get rejected(): RejectedValue[] {
    return [...this.refused.values()].filter((each) => !this.found.has(each.field));
  }

  /** The field asked for, when it was exactly one. */
  get askedField(): SlotField | undefined {
    const asked = this.fields.filter((field) => this.input.askedFor?.includes(field.name));
    return asked.length === 1 ? asked[0] : undefined;
  }

  /** True until the message has given the field a value. */
  isOpen(field: SlotField): boolean {
    return !this.found.has(field.name);
  }

  /**
   * The field that a value without a label belongs to: the one asked for, else the only one that is missing, required
   * ones before optional ones. Undefined when several could be meant.
   */
  onlyMissing(fits: (field: SlotField) => boolean): SlotField | undefined {
    const asked = this.askedField;
    if (asked && this.isOpen(asked) && fits(asked)) return asked;
    const missing = this.fields.filter(
      (field) => fits(field) && this.isOpen(field) && !isMeaningful(this.input.values[field.name]),
    );
    const required = missing.filter((field) => field.required);
    const candidates = required.length > 0 ? required : missing;
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  isUnused(span: Span): boolean {
    return this.used.every((other) => span.end <= other.start || span.start >= other.end);
  }

  /** The message with the used parts blanked out, so that offsets stay what they are. */
  unusedText(): string {
    return this.used.reduce(
      (text, { start, end }) => text.slice(0, start) + '\n'.repeat(end - start) + text.slice(end),
      this.text,
    );
  }

  /** Whether the text would be a good value of the field. */
  fits(field: SlotField, raw: string): boolean {
    const reading = readValue(field, raw);
    return 'value' in reading && fieldProblem(this.input.schema, field, reading.value) === undefined;
  }

  /**
   * Takes the text for the field's value if it can be one.
   * @param insist true when the user clearly meant this field, so that a bad value is to be reported
   * @returns true when the text is used up, as a value or as a reported bad value
   */
  offer(field: SlotField, raw: string, span: Span, insist: boolean): boolean {
    if (!this.isOpen(field) || !this.isUnused(span)) return false;
    const reading = readValue(field, raw);
    const problem = 'problem' in reading ? reading.problem : fieldProblem(this.input.schema, field, reading.value);
    if (problem !== undefined) {
      if (insist) this.refuse(field, 'value' in reading ? reading.value : raw.trim(), problem, span);
      return insist;
    }
    if ('value' in reading) this.accept(field, reading.value, span);
    return true;
  }

  private refuse(field: SlotField, value: JsonValue, reason: string, span: Span): void {
    this.refused.set(field.name, { field: field.name, value, reason });
    this.used.push(span);
  }

  /** Takes a value that needs no conversion; reports it when it is bad. */
  take(field: SlotField, value: JsonValue, span: Span): boolean {
    if (!this.isOpen(field) || !this.isUnused(span)) return false;
    const problem = fieldProblem(this.input.schema, field, value);
    if (problem !== undefined) this.refuse(field, value, problem, span);
    else this.accept(field, value, span);
    return true;
  }

  private accept(field: SlotField, value: JsonValue, span: Span): void {
    this.found.set(field.name, value);
    this.used.push(span);
  }
}
