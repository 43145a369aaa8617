import { asDigits, modulo97 } from './check-digits.js';

/** How long IBANs are, by country, of the registry of SWIFT. */
const LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 ' +
    'LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 ' +
    'RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const BEGINNING = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9])/g;

/** Where IBANs stand in a text, with blanks or hyphens between their parts or without. */
export function findIbans(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { index } of text.matchAll(BEGINNING)) {
    const length = LENGTHS[text.slice(index, index + 2).toUpperCase()];
    const end = length === undefined ? undefined : endOf(text, index, length);
    if (end !== undefined && isIban(text.slice(index, end))) found.push({ start: index, end });
  }
  return found;
}

/** Behind so many letters and digits, where nothing but single blanks and hyphens stands between them. */
function endOf(text: string, start: number, length: number): number | undefined {
  let at = start;
  for (let count = 0; count < length; at += 1) {
    const character = text[at] ?? '';
    if (/[A-Za-z0-9]/.test(character)) count += 1;
    else if (!/[ -]/.test(character) || !/[A-Za-z0-9]/.test(text[at + 1] ?? '')) return undefined;
  }
  return /[A-Za-z0-9]/.test(text[at] ?? '') ? undefined : at;
}

function isIban(written: string): boolean {
  const plain = written.replace(/[ -]/g, '').toUpperCase();
  return modulo97(asDigits(plain.slice(4) + plain.slice(0, 4))) === 1;
}
