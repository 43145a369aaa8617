import { describe, expect, it } from 'vitest';
import { DETECTED, findPersonal } from './find-personal.js';

const found = (text: string) =>
  findPersonal(text, new Set(DETECTED), ['DE', 'GB', 'US']).map(({ kind, start, end }) => [
    kind,
    text.slice(start, end),
  ]);

describe('findPersonal', () => {
  it.each([
    ['pay with 4111 1111 1111 1111 please', 'card', '4111 1111 1111 1111'],
    ['pay with 378282246310005', 'card', '378282246310005'],
    ['write to Jörg.Öz+shop@mail.bücher.example.', 'email', 'Jörg.Öz+shop@mail.bücher.example'],
    ['<ann@example.org>', 'email', 'ann@example.org'],
    ['ring +49 (0)30 12345678 tomorrow', 'phone', '+49 (0)30 12345678'],
    ['meine Telefonnummer ist 0171/2345678.', 'phone', '0171/2345678'],
    ['call (212) 555-0123', 'phone', '(212) 555-0123'],
    ['IBAN DE89 3704 0044 0532 0130 00 bei der Bank', 'iban', 'DE89 3704 0044 0532 0130 00'],
    ['gb29nwbk60161331926819', 'iban', 'gb29nwbk60161331926819'],
    ['Steuer-ID 86 095 742 719', 'nationalId', '86 095 742 719'],
    ['DNI 12345678-Z', 'nationalId', '12345678-Z'],
    ['NIR 2 55 08 14 168 025 38', 'nationalId', '2 55 08 14 168 025 38'],
    ['codice RSSMRA85T10A562S', 'nationalId', 'RSSMRA85T10A562S'],
    ['SSN 123-45-6789', 'nationalId', '123-45-6789'],
  ])('finds in "%s" the %s', (text, kind, value) => {
    expect(found(text)).toEqual([[kind, value]]);
  });

  it.each([
    ['a number that Luhn refuses', 'pay with 4111 1111 1111 1112'],
    ['an IBAN with a wrong check', 'DE88 3704 0044 0532 0130 00'],
    ['a German tax number with a wrong check', 'Steuer-ID 86 095 742 718'],
    ['dates and times', 'from 01.02.2026 to 2026-03-04, 08:00-12:30, 10/11/2026'],
    ['amounts', 'EUR 1.234.567,89 or $1,234.50 or 12 345 678'],
    ['an ISBN', 'ISBN 978-3-16-148410-0 or 0-306-40615-2'],
    ['the number of an order', 'order 0171234567 and Kundennummer 0301234567'],
    ['a flight', 'LH 0123 and UA 2402'],
    ['an address of the network', '192.168.100.200 and git@host'],
    ['an id', '01976f00-8d1c-7cc3-98c4-dc0c0c07398f'],
    ['a hash', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ])('finds nothing in %s', (_what, text) => {
    expect(found(text)).toEqual([]);
  });

  it('keeps apart what stands beside each other', () => {
    expect(found('ann@example.org, 0171 2345678; DE89370400440532013000 4111111111111111')).toEqual([
      ['email', 'ann@example.org'],
      ['phone', '0171 2345678'],
      ['iban', 'DE89370400440532013000'],
      ['card', '4111111111111111'],
    ]);
  });

  it('looks for nothing else than it is asked for, and takes one thing for one kind alone', () => {
    const text = 'card 4111111111111111, 0171 2345678';
    expect(findPersonal(text, new Set(['phone']), ['DE'])).toEqual([{ kind: 'phone', start: 23, end: 35 }]);
    expect(findPersonal(text, new Set(['phone']), [])).toEqual([]);
  });
});
