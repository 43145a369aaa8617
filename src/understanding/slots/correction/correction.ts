import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { nameWords } from '../../language/index.js';
import type { Instant } from '../../values/index.js';
import { readSlots } from '../read-slots.js';
import { readValue, tidy } from '../reading/index.js';
import { fieldNamed, fieldProblem, type SlotField, type SlotSchema, slotSchema } from '../schema/index.js';
import { defaultSettings, type SlotLanguage, type SlotSettings } from '../vocabulary/index.js';

/**
 * A correction: the field with its new value and what the message says beside it, or with why the value cannot be used
 * (reads on after the name).
 */
export type Correction =
  | { readonly field: string; readonly value: JsonValue; readonly beside: string }
  | { readonly field: string; readonly problem: string };

const MAX_TEXT = 1_000;
const QUOTED = /^["“„]([^"“”„]+)["“”]/u;
/** Places at which a name may end that are looked at. */
const MAX_ENDS = 10;

/**
 * Reads "change the phone to 9988776655", "no, the phone should be …" and their like: one field, one new value.
 * `undefined` when the message corrects nothing, or names no field that could be told.
 * @throws SyntaxError when the schema is none
 */
export function readCorrection(input: {
  text: string;
  schema: JsonObject;
  values: JsonObject;
  settings?: SlotSettings;
}): Correction | undefined {
  const settings = input.settings ?? defaultSettings();
  const { language, timeZone, clock } = settings;
  const { changeCommand, changeCue, changeStatement } = language.phrases;
  const text = input.text.slice(0, MAX_TEXT).replace(/[‘’]/g, "'");
  const schema = slotSchema(input.schema, language);
  const command = changeCommand.exec(text);
  const said = command ?? (changeCue.test(text) ? changeStatement.exec(text) : null);
  const { phrase = '', rest = '' } = said?.groups ?? {};
  const givesOthers = (field: SlotField, words: string) =>
    Object.keys(readSlots({ ...input, text: words, settings }).values).some((name) => name !== field.name);
  const reader = { schema, language, now: { epochMs: clock.now(), timeZone }, givesOthers };
  const field = fieldFor(reader, phrase, input.values);
  if (!field || (!command && !statesValue(field, rest, language))) return undefined;
  const correction = correct(reader, field, rest, said ? text.slice(0, said.index) : '');
  return command || !('problem' in correction) || /[\d@]/.test(rest) ? correction : undefined;
}

/**
 * Whether the words change a value of what a question proposes: "change the recipient to Bob", though every word of it stands in
 * "Shall I pay Ann, recipient Ann, note: for Bob?". What the question itself would change ("Shall I change the flight to
 * Friday?") is no correction of it.
 */
export function correctsOther(input: {
  text: string;
  question: string;
  schema: JsonObject;
  values: JsonObject;
  settings: SlotSettings;
}): boolean {
  const correction = readCorrection(input);
  if (!correction) return false;
  const command = input.settings.language.phrases.changeCommand.exec(input.text)?.groups?.command ?? '';
  if (nameWords(input.question).includes(nameWords(command).join(' '))) return false;
  return 'problem' in correction || plain(correction.value) !== plain(input.values[correction.field]);
}

function plain(value: JsonValue = null): string {
  return nameWords(JSON.stringify(value)).join(' ');
}

/** "the hotel is Sea View" states a value; "the hotel is good, but …" and "the time is not right" say something of one. */
function statesValue(field: SlotField, rest: string, language: SlotLanguage): boolean {
  if (language.doubts.denied(rest)[0]?.start === 0) return false;
  return field.kind !== 'text' || field.prose || /^["'“‘]?(?:\p{Lu}|\d)/u.test(rest);
}

interface Reader {
  readonly schema: SlotSchema;
  readonly language: SlotLanguage;
  readonly now: Instant;
  /** Whether words give a value of another field than this one. */
  readonly givesOthers: (field: SlotField, words: string) => boolean;
}

/** The field a phrase names; "amount from 35000" names amount, and "35000" the only field that has this value. */
function fieldFor(reader: Reader, phrase: string, values: JsonObject): SlotField | undefined {
  const { fields } = reader.schema;
  const [name = '', old] = phrase.split(reader.language.phrases.changedFrom);
  const named = fieldNamed(name, fields, reader.language.words.names);
  if (named) return named;
  const holding = fields.filter((field) => isValueOf(reader, field, old ?? name, values[field.name]));
  return holding.length === 1 ? holding[0] : undefined;
}

function isValueOf({ language, now }: Reader, field: SlotField, said: string, value: JsonValue | undefined): boolean {
  const reading = readValue(field, said, language, now);
  return value !== undefined && value !== null && 'value' in reading && String(reading.value) === String(value);
}

function correct(reader: Reader, field: SlotField, rest: string, before: string): Correction {
  const { schema, language, now } = reader;
  const problems: string[] = [];
  const { reasons } = language.words;
  for (const raw of valueTexts(reader, field, rest)) {
    const reading = readValue(field, raw, language, now);
    const problem = 'problem' in reading ? reading.problem : fieldProblem(schema.check, field, reading.value, reasons);
    const behind = rest.slice(rest.indexOf(raw) + raw.length);
    const { choiceBehind, differenceBehind } = language.phrases;
    if (field.kind !== 'text' && choiceBehind.test(behind)) return { field: field.name, problem: reasons.onlyOne };
    if (field.kind === 'number' && differenceBehind.test(behind)) return { field: field.name, problem: reasons.form };
    if (problem === undefined && 'value' in reading) {
      return { field: field.name, value: reading.value, beside: `${before} ${behind}`.trim() };
    }
    if (problem !== undefined) problems.push(problem);
  }
  return { field: field.name, problem: problems[0] ?? reasons.empty };
}

/** The value as said, then without what may follow it in the sentence. */
function valueTexts(reader: Reader, field: SlotField, rest: string): string[] {
  const { language } = reader;
  const whole = tidy(rest, language);
  const sentence = tidy(whole.split(language.phrases.sentenceEnd)[0] ?? '', language);
  const clause = tidy(sentence.split(language.phrases.changeEnd)[0] ?? '', language);
  const word = clause.split(/\s+/)[0] ?? '';
  if (field.kind !== 'text' || field.prose) return [...new Set([sentence, clause, word])];
  return [...new Set([QUOTED.exec(rest)?.[1] ?? nameIn(reader, field, sentence), clause, word])];
}

/**
 * "York" of "York instead of Leeds" and of "York and the guests to 3". "Trinidad and Tobago" is one name: what stands behind
 * "and", a comma or a preposition belongs to the name unless it gives another field its value.
 */
function nameIn({ language, givesOthers }: Reader, field: SlotField, sentence: string): string {
  const { phrases, names } = language;
  const ends = [...sentence.matchAll(new RegExp(phrases.changeEnd, 'giu'))].slice(0, MAX_ENDS);
  const end = ends.find(({ index, 0: said }) => {
    const word = said.trim();
    const mayBeNamed = word === ',' || names.isJoin(word) || phrases.isPreposition(word);
    const [behind = ''] = sentence.slice(index + said.length).split(/[,;](?!\d)/);
    return !mayBeNamed || givesOthers(field, behind);
  });
  return tidy(sentence.slice(0, end?.index), language);
}
