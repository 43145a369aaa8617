import { compileRegex } from '../../../platform/common/regex.js';
import type { SlotReading } from '../reading/index.js';
import type { FieldKind, SlotField } from '../schema/index.js';

// Every part has a limit, so that reading takes linear time.
const EMAIL = /(?<![^\s@,;<>()"'])[^\s@,;<>()"']{1,64}@[^\s@,;<>()"']{1,200}\.\p{L}{2,24}(?![\p{L}\p{N}])/gu;
const ADDRESS = /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"']{0,2000}[^\s<>"'.,;:!?)]/giu;
const PHONE = /(?<![\p{L}\p{N}(-])\(?\+?\(?\d[\d().-]{0,24}(?: [\d().-]{1,12}){0,6}(?![\p{L}\p{N}])/gu;
/** Kinds whose value is the text as it was written. */
const PATTERNED = new Set<FieldKind>(['identifier', 'text', 'phone']);
/** Characters before a number that tell whose it is. */
const MAX_BESIDE = 60;
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
const TOKEN = /(?<![\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}_/-]{0,63}(?![\p{L}\p{N}_/-])/gu;
const CODE = /^(\p{L}{2,20})[-_]?\p{L}{0,20}\d[\p{L}\p{N}_-]*$/u;

/** Values that their shape alone gives away: e-mail addresses, phone numbers, codes such as CUST-1001. */
export function readShapes(reading: SlotReading): void {
  readOnly(reading, 'email', EMAIL);
  readOnly(reading, 'uri', ADDRESS);
  readPhones(reading);
  readPatterned(reading);
  readCodes(reading);
}

/** Fills the only field of a kind with the only text of its shape. */
function readOnly(reading: SlotReading, kind: 'email' | 'uri', shape: RegExp): void {
  const fields = reading.fields.filter((field) => field.kind === kind && reading.isOpen(field));
  const field = fields.length === 1 ? fields[0] : reading.onlyMissing((each) => each.kind === kind);
  const [match, ...others] = [...reading.unusedText().matchAll(shape)];
  if (field && match && others.length === 0) {
    reading.offer(field, match[0], { start: match.index, end: match.index + match[0].length }, true);
  }
}

/** A run of at least seven digits, unless another field was asked for and takes it. */
function readPhones(reading: SlotReading): void {
  const field = reading.onlyMissing((each) => each.kind === 'phone');
  const asked = reading.askedField;
  if (!field || (asked && asked !== field && reading.isOpen(asked))) return;
  for (const match of reading.unusedText().matchAll(PHONE)) {
    if (ISO_DAY.test(match[0]) || match[0].replace(/\D/g, '').length < 7 || !reading.fits(field, match[0])) continue;
    reading.offer(field, match[0], { start: match.index, end: match.index + match[0].length }, false);
    return;
  }
}

/** A token that looks like a code and matches the pattern of exactly one open field, and no other token does. */
function readPatterned(reading: SlotReading): void {
  const fields = reading.fields.filter(
    (field) => field.pattern !== undefined && PATTERNED.has(field.kind) && reading.isOpen(field),
  );
  if (fields.length === 0) return;
  const text = reading.unusedText();
  const tokens = [...text.matchAll(TOKEN)].filter(
    (token) => looksLikeCode(token[0], reading) && !isNumberOfSomething(reading, text, token),
  );
  for (const field of fields) {
    const matching = tokens.filter((token) => matchesOnly(token[0], field, fields));
    const [token] = matching;
    if (token && matching.length === 1) {
      reading.offer(field, token[0], { start: token.index, end: token.index + token[0].length }, false);
    }
  }
}

/** "LH123", and "FRA" where not everything is written in capitals. */
function looksLikeCode(token: string, { original }: SlotReading): boolean {
  return /\d/.test(token) || (/^\p{Lu}{2,}$/u.test(token) && /\p{Ll}/u.test(original));
}

/** "My order 7017": digits alone are the number of what stands before them. */
function isNumberOfSomething({ language: { phrases } }: SlotReading, text: string, token: RegExpExecArray): boolean {
  if (!/^\d+$/.test(token[0])) return false;
  const before = text.slice(Math.max(0, token.index - MAX_BESIDE), token.index);
  const word = /(\p{L}+)\s+#?$/u.exec(before)?.[1];
  if (word === undefined || phrases.beforeNumber.test(before)) return false;
  return !phrases.isStop(word) && !phrases.isPreposition(word);
}

function matchesOnly(token: string, field: SlotField, fields: readonly SlotField[]): boolean {
  const matching = fields.filter((each) => each.pattern !== undefined && compileRegex(each.pattern).fullMatch(token));
  return matching.length === 1 && matching[0] === field;
}

/** "CUST-1001" goes to the identifier field whose label starts like it, else to the only missing identifier. */
function readCodes(reading: SlotReading): void {
  for (const token of reading.unusedText().matchAll(TOKEN)) {
    const prefix = CODE.exec(token[0])?.[1]?.toLowerCase();
    if (prefix === undefined || !/[-_]|^\p{Lu}{2}/u.test(token[0])) continue;
    const named = reading.fields.filter(
      (field) => isIdentifier(field) && field.labels.flat().some((word) => startsAlike(word, prefix)),
    );
    const field = named.length === 1 ? named[0] : named.length === 0 ? reading.onlyMissing(isIdentifier) : undefined;
    if (field) reading.offer(field, token[0], { start: token.index, end: token.index + token[0].length }, false);
  }
}

function isIdentifier(field: SlotField): boolean {
  return field.kind === 'identifier' && field.type === 'string';
}

function startsAlike(word: string, prefix: string): boolean {
  return word.startsWith(prefix) || (prefix.startsWith(word) && word.length > 2);
}
