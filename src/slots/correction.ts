import type { JsonObject, JsonValue } from '../common/json.js';
import { fieldProblem } from './field-check.js';
import { readValue, tidy } from './field-value.js';
import { fieldNamed } from './labels.js';
import { type SlotField, schemaFields } from './schema-fields.js';

/** A correction: the field with its new value, or with why the value cannot be used (reads on after the name). */
export type Correction =
  | { readonly field: string; readonly value: JsonValue }
  | { readonly field: string; readonly problem: string };

const MAX_TEXT = 1_000;
const COMMAND =
  /(?:^|[,.;!?\n]\s*|\b(?:please|can you|could you|and|to|no|wait|just|then|actually|but)\s+)(?:change|set|update|make|modify|correct|edit|switch|replace)\s+(?:(?:the|my|our|that|its)\s+)?([^.;!?\n]+?)\s*(?:\s(?:to|as|with|into)\s|:=|=|:)\s*(\S.*)$/is;
const STATEMENT =
  /(?:^|[,.;!?\n]\s*|\b(?:no|actually|sorry|wait|oops|but|rather)\s+)(?:the|my|our|its)\s+([^,.;!?\n]{2,60}?)\s+(?:should have been|should be|must be|has to be|needs to be|ought to be|is actually|is|was|equals)\s+(\S.*)$/is;
const CORRECTS =
  /\b(?:no|actually|sorry|wait|oops|wrong|mistake|meant|instead|not|should|must|correction|needs to|has to)\b/i;

/**
 * Reads "change the phone to 9988776655", "no, the phone should be …" and their like: one field, one new value.
 * `undefined` when the message corrects nothing, or names no field that could be told.
 * @throws SyntaxError when the schema is none
 */
export function readCorrection(input: {
  text: string;
  schema: JsonObject;
  values: JsonObject;
}): Correction | undefined {
  const text = input.text.slice(0, MAX_TEXT).replace(/[‘’]/g, "'");
  const fields = schemaFields(input.schema);
  const said = COMMAND.exec(text) ?? (CORRECTS.test(text) ? STATEMENT.exec(text) : null);
  const [, phrase = '', rest = ''] = said ?? [];
  const field = fieldFor(phrase, fields, input.values);
  if (!field) return undefined;
  return correct(input.schema, field, rest);
}

/** The field a phrase names; "amount from 35000" names amount, and "35000" the only field that has this value. */
function fieldFor(phrase: string, fields: readonly SlotField[], values: JsonObject): SlotField | undefined {
  const [name = '', old] = phrase.split(/\s+from\s+/i);
  const named = fieldNamed(name, fields);
  if (named) return named;
  const holding = fields.filter((field) => isValueOf(field, old ?? name, values[field.name]));
  return holding.length === 1 ? holding[0] : undefined;
}

function isValueOf(field: SlotField, said: string, value: JsonValue | undefined): boolean {
  const reading = readValue(field, said);
  return value !== undefined && value !== null && 'value' in reading && String(reading.value) === String(value);
}

function correct(schema: JsonObject, field: SlotField, rest: string): Correction {
  const problems: string[] = [];
  for (const raw of valueTexts(rest)) {
    const reading = readValue(field, raw);
    const problem = 'problem' in reading ? reading.problem : fieldProblem(schema, field, reading.value);
    if (problem === undefined && 'value' in reading) return { field: field.name, value: reading.value };
    if (problem !== undefined) problems.push(problem);
  }
  return { field: field.name, problem: problems[0] ?? 'must not be empty' };
}

/** The value as said, then without what may follow it in the sentence. */
function valueTexts(rest: string): string[] {
  const whole = tidy(rest);
  const sentence = tidy(whole.split(/[.!?](?=\s)|[;\n]/)[0] ?? '');
  const clause = tidy(sentence.split(/,(?!\d)|\s(?:and|not|instead|because|but|from|for|rather)\s/i)[0] ?? '');
  const word = clause.split(/\s+/)[0] ?? '';
  return [...new Set([sentence, clause, word])];
}
