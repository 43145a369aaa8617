/** Whether the last digit is the one that the Luhn formula gives for the others. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [fromEnd, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (fromEnd % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The remainder by 97 of a number of any length. */
export function modulo97(digits: string): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

/** Letters as two digits, A is 10, as IBANs count them. */
export function asDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
}

/** The German tax number: ISO 7064 mod 11, 10; of its first ten digits one stands there twice or three times, no other. */
export function isGermanTaxId(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const counts = [...Map.groupBy(digits.slice(0, 10), (digit) => digit).values()].map(({ length }) => length);
  const repeated = counts.filter((count) => count > 1);
  if (repeated.length !== 1 || (repeated[0] ?? 0) > 3) return false;
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits[10]);
}

const SPANISH = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** A Spanish DNI or NIE, in capitals and without marks between. */
export function isSpanishId(text: string): boolean {
  const [, first = '', digits = '', letter] = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(text) ?? [];
  if (digits.length !== (first === '' ? 8 : 7)) return false;
  const number = Number(`${first === '' ? '' : 'XYZ'.indexOf(first)}${digits}`);
  return SPANISH[number % 23] === letter;
}

/** A French NIR with its key of two digits, without marks between; departments of Corsica have letters. */
export function isFrenchId(text: string): boolean {
  const [, number = '', key] = /^([12]\d{2}(?:0[1-9]|1[0-2])(?:\d{2}|2[AB])\d{6})(\d{2})$/.exec(text) ?? [];
  if (number === '') return false;
  const digits = number.replace('2A', '19').replace('2B', '18');
  return 97 - modulo97(digits) === Number(key);
}

const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** An Italian codice fiscale, in capitals. */
export function isItalianId(text: string): boolean {
  if (!/^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/.test(text)) return false;
  let sum = 0;
  for (const [at, character] of [...text.slice(0, 15)].entries()) {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    sum += at % 2 === 0 ? (ODD[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === text[15];
}
