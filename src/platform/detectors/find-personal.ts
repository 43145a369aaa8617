import { isFrenchId, isGermanTaxId, isItalianId, isSpanishId, passesLuhn } from './check-digits.js';
import { findIbans } from './iban.js';
import { findPhones } from './phone.js';

/** What can be found in free text; where two are found in the same place, the one that stands first here counts. */
export const DETECTED = ['iban', 'card', 'nationalId', 'email', 'phone'] as const;
export type Detected = (typeof DETECTED)[number];

/** Something that was found, from its first character to behind its last. */
export interface Found {
  readonly kind: Detected;
  readonly start: number;
  readonly end: number;
}

type Place = Pick<Found, 'start' | 'end'>;

/** 12 to 19 digits, with single blanks or hyphens between them. */
const CARD = /(?<![\w.,-])\d(?:[ -]?\d){11,18}(?![\w]|[.,-]\d)/g;
/** Which first digits and lengths the networks of payment cards give out. */
const NETWORKS =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:6011|65\d{2}|64[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}|62\d{14,17})$/;

const EMAIL =
  /(?<![\p{L}\p{N}._%+'/@-])[\p{L}\p{N}_](?:[\p{L}\p{N}._%+'-]{0,63})@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}@:/-]|\.[\p{L}\p{N}])/gu;

/** With the check that each of them has. */
const NATIONAL: readonly (readonly [pattern: RegExp, isOne: (plain: string) => boolean])[] = [
  [/(?<![\w.,+/-])\d{2} ?\d{3} ?\d{3} ?\d{3}(?![\w]|[.,/-]\d| \d)/g, isGermanTaxId],
  [/(?<![\w-])(?:[XYZxyz]-?\d{7}|\d{8})-?[A-Za-z](?![\w-])/g, isSpanishId],
  [/(?<![\w.,-])[12] ?\d{2} ?\d{2} ?(?:\d{2}|2[ABab]) ?\d{3} ?\d{3} ?\d{2}(?![\w]|[.,-]\d)/g, isFrenchId],
  [/(?<![\w-])[A-Za-z]{6}\d{2}[A-Za-z]\d{2}[A-Za-z]\d{3}[A-Za-z](?![\w-])/g, isItalianId],
  // Of the United States: no digit checks it, so it has to be written as it is on the card.
  [/(?<![\w.,-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w]|[.,-]\d)/g, () => true],
];

/**
 * Finds what names people or opens their accounts in free text, in the order of the text. What is found is right by its
 * form and its check digits; whether it is somebody's, nobody can tell from a text.
 *
 * @param kinds what to look for
 * @param countries whose national telephone numbers are known: codes as DE
 */
export function findPersonal(text: string, kinds: ReadonlySet<Detected>, countries: readonly string[]): Found[] {
  const found: Found[] = [];
  const taken = new Uint8Array(text.length);
  for (const kind of DETECTED) {
    // The last one: no other gives way to it.
    if (kind === 'phone' && !kinds.has(kind)) continue;
    for (const place of placesOf(kind, text, countries)) {
      if (taken.subarray(place.start, place.end).includes(1)) continue;
      taken.fill(1, place.start, place.end);
      found.push({ kind, ...place });
    }
  }
  return found.filter(({ kind }) => kinds.has(kind)).sort((a, b) => a.start - b.start);
}

function placesOf(kind: Detected, text: string, countries: readonly string[]): Place[] {
  if (kind === 'iban') return findIbans(text);
  if (kind === 'card') return placesIn(text, CARD, isCard);
  if (kind === 'email') return placesIn(text, EMAIL, () => true);
  if (kind === 'phone') return findPhones(text, countries);
  return NATIONAL.flatMap(([pattern, isOne]) =>
    placesIn(text, pattern, (written) => isOne(written.replace(/[ -]/g, '').toUpperCase())),
  );
}

function placesIn(text: string, pattern: RegExp, isOne: (written: string) => boolean): Place[] {
  return [...text.matchAll(pattern)]
    .filter(([written]) => isOne(written))
    .map(({ 0: written, index }) => ({ start: index, end: index + written.length }));
}

function isCard(written: string): boolean {
  const digits = written.replace(/[ -]/g, '');
  const marks = new Set(written.replace(/\d/g, ''));
  return marks.size <= 1 && NETWORKS.test(digits) && passesLuhn(digits);
}
