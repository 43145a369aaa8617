import { createRequire } from 'node:module';
import type * as phoneNumbers from 'libphonenumber-js/min';

const require = createRequire(import.meta.url);

/** Digits with the marks that people write between them. */
const CANDIDATE = /(?<![\w+.,:/#€$£@-])[+(]?\d(?:(?!\. )[ ()./–-]{0,3}\d){5,18}(?![\w%€$£@]|[.,:/-]\d)/g;

const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b/;
const TIMES = /^\d{1,2}[.:]\d{2}\s*[–-]/;
const AMOUNT = /^\d{1,3}(?:[. ]\d{3})+$/;
/** Grouped as numbers of North America are. */
const NORTH_AMERICAN = /^(?:1[ .-])?(?:\(\d{3}\)|\d{3})[ .-]\d{3}[ .-]\d{4}$/;
/** What stands before the number of something else. */
const OTHER_NUMBER =
  /(?<!\p{L})(?:order|invoice|ticket|case|reference|ref|booking|customer|contract|tracking|parcel|article|item|serial|policy|member|isbn|ean|sku|meter|version|build|flight|auftrag\w*|bestell\w*|rechnung\w*|kunden\w*|vertrag\w*|vorgang\w*|sendung\w*|artikel\w*|serien\w*|police\w*|mitglied\w*|buchung\w*|paket\w*|zähler\w*|flug|konto\w*|aktenzeichen|\p{L}{2,}nummer|no|nr|code|pin|zip|plz)[\s.:#-]{0,3}(?:(?:is|ist|number|nummer|no|nr|id|code|lautet)[\s.:#-]{0,3}){0,2}$/iu;
/** Before which it is one all the same. */
const PHONE_NUMBER =
  /(?<!\p{L})(?:phone|tel|telefon|mobile?|mobil|handy|cell|fax|whatsapp|rufnummer|call|anruf\w*|ruf)[\w-]*(?:\s?(?:number|nummer|no|nr))?[\s.:#-]{0,3}(?:(?:is|ist|me|at|mich|an|unter|on)[\s.:#-]{0,3}){0,3}$/iu;

/**
 * Where telephone numbers stand in a text: international ones by the numbering plans of the world, others by those of
 * `countries`, where they are written as numbers of these countries are.
 */
export function findPhones(text: string, countries: readonly string[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { 0: raw, index } of text.matchAll(CANDIDATE)) {
    const written = raw.endsWith(')') || !raw.startsWith('(') || raw.includes(')') ? raw : raw.slice(1);
    const start = index + raw.length - written.length;
    const before = text.slice(Math.max(0, start - 50), start);
    if (isPhone(written, before, countries)) found.push({ start, end: start + written.length });
  }
  return found;
}

function isPhone(written: string, before: string, countries: readonly string[]): boolean {
  // Everywhere the same, and hardly the number of anything else.
  if (written.startsWith('+')) return isValid(written.replace('(0)', ''));
  if (DATE.test(written) || TIMES.test(written) || AMOUNT.test(written) || isIsbn(written)) return false;
  if (OTHER_NUMBER.test(before) && !PHONE_NUMBER.test(before)) return false;
  const digits = written.replace(/\D/g, '');
  if (digits.startsWith('00')) return isValid(`+${digits.slice(2)}`);
  return countries.some((country) => {
    if (country === 'US' || country === 'CA') return NORTH_AMERICAN.test(written) && isValid(digits, country);
    return /^\(?0[1-9]/.test(written) && digits.length >= 7 && isValid(digits, country);
  });
}

/** By the numbering plans, which are large: they are loaded when the first number is looked at. */
function isValid(number: string, country?: string): boolean {
  const { parsePhoneNumberFromString } = require('libphonenumber-js/min') as typeof phoneNumbers;
  return parsePhoneNumberFromString(number, country as phoneNumbers.CountryCode | undefined)?.isValid() ?? false;
}

/** Ten digits of which the last one checks the others, in four parts. */
function isIsbn(written: string): boolean {
  const parts = written.split(/[- ]/);
  const digits = parts.join('');
  if (parts.length !== 4 || !/^\d{10}$/.test(digits)) return false;
  return [...digits].reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0) % 11 === 0;
}
