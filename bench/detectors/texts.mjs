// Labelled texts, made by a generator of its own: nothing here shares code with the detectors.

import { randomFrom } from '../random.mjs';

/** Choices that are the same for the same seed. */
export function random(seed) {
  const next = randomFrom(seed);
  const below = (most) => Math.floor(next() * most);
  return {
    below,
    pick: (list) => list[below(list.length)],
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
  };
}

/** The digit that makes a number pass Luhn, found by trying. */
function luhn(digits) {
  for (let last = 0; last < 10; last += 1) {
    const all = `${digits}${last}`;
    let sum = 0;
    for (let at = 0; at < all.length; at += 1) {
      let value = Number(all[all.length - 1 - at]);
      if (at % 2 === 1) value = value * 2 > 9 ? value * 2 - 9 : value * 2;
      sum += value;
    }
    if (sum % 10 === 0) return all;
  }
  throw new Error('no digit passes');
}

const grouped = (digits, sizes, mark) => {
  const parts = [];
  let at = 0;
  for (const size of sizes) {
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(mark);
};

function card(r) {
  const kind = r.below(10);
  if (kind < 5) {
    const digits = luhn(`4${r.digits(14)}`);
    return r.pick([digits, grouped(digits, [4, 4, 4, 4], ' '), grouped(digits, [4, 4, 4, 4], '-')]);
  }
  if (kind < 8) {
    const digits = luhn(`5${1 + r.below(5)}${r.digits(13)}`);
    return r.pick([digits, grouped(digits, [4, 4, 4, 4], ' ')]);
  }
  const digits = luhn(`3${r.pick(['4', '7'])}${r.digits(12)}`);
  return r.pick([digits, grouped(digits, [4, 6, 5], ' ')]);
}

const NAMES = [
  'anna',
  'ben',
  'jörg',
  'marie',
  'tom.becker',
  'k.lange',
  'susan_w',
  'o-neill',
  'x',
  'info',
  'max+shop',
  'lea2004',
];
const HOSTS = [
  'example.org',
  'mail.example.com',
  'firma-nord.de',
  'uni-x.ac.uk',
  'post.example.co.uk',
  'bücher.example',
  'a.io',
];
const email = (r) => {
  const address = `${r.pick(NAMES)}${r.pick(['', r.digits(2)])}@${r.pick(HOSTS)}`;
  return r.pick([address, address, address.toUpperCase()]);
};

const phones = {
  de: (r) => {
    const mobile = `1${r.pick(['51', '60', '70', '71', '75', '76', '79'])}`;
    const rest = r.digits(7).replace(/^0/, '4');
    const area = r.pick(['30', '40', '89', '221', '711']);
    const line = r.digits(area.length === 2 ? 8 : 7).replace(/^[01]/, '5');
    return r.pick([
      `+49 ${mobile} ${rest}`,
      `+49${mobile}${rest}`,
      `0${mobile} ${rest}`,
      `0${mobile}/${rest}`,
      `0${mobile}${rest}`,
      `0${area} ${line}`,
      `0${area}/${line}`,
      `(0${area}) ${line}`,
      `+49 (0)${area} ${line}`,
      `0049 ${area} ${line}`,
      `0${area}-${grouped(line, [3, 2, 3], ' ').trim()}`,
    ]);
  },
  en: (r) => {
    const us = [
      r.pick(['212', '415', '312', '617', '206']),
      `${2 + r.below(8)}${r.digits(2).replace('11', '12')}`,
      r.digits(4),
    ];
    const uk = `7${r.pick(['400', '911', '700', '850'])}`;
    const rest = r.digits(6);
    return r.pick([
      `(${us[0]}) ${us[1]}-${us[2]}`,
      `${us[0]}-${us[1]}-${us[2]}`,
      `${us[0]}.${us[1]}.${us[2]}`,
      `+1 ${us[0]} ${us[1]} ${us[2]}`,
      `+1-${us[0]}-${us[1]}-${us[2]}`,
      `+44 ${uk} ${rest}`,
      `0${uk} ${rest}`,
      `020 7946 0${r.digits(3)}`,
      `+44 20 7946 0${r.digits(3)}`,
    ]);
  },
};

const BBAN = {
  DE: (r) => r.digits(18),
  AT: (r) => r.digits(16),
  NL: (r) => `${r.pick(['ABNA', 'INGB', 'RABO'])}${r.digits(10)}`,
  GB: (r) => `${r.pick(['NWBK', 'BARC', 'MIDL'])}${r.digits(14)}`,
  FR: (r) => r.digits(23),
  ES: (r) => r.digits(20),
  CH: (r) => r.digits(17),
};

function ibanWith(country, bban, key) {
  return `${country}${String(key).padStart(2, '0')}${bban}`;
}

const numbersOf = (text) =>
  [...text].map((c) => (/\d/.test(c) ? c : String(c.toUpperCase().charCodeAt(0) - 55))).join('');
const rest97 = (text) => Number(BigInt(numbersOf(text.slice(4) + text.slice(0, 4))) % 97n);

function iban(r) {
  const country = r.pick(Object.keys(BBAN));
  const bban = BBAN[country](r);
  const key = 98 - rest97(ibanWith(country, bban, 0));
  const plain = ibanWith(country, bban, key);
  const inFours = plain.replace(/(.{4})(?=.)/g, '$1 ');
  return r.pick([plain, inFours, inFours, plain.toLowerCase(), inFours.replaceAll(' ', '-')]);
}

/** The key digits off by one. */
function wrongIban(r) {
  const right = iban(r).replace(/[ -]/g, '').toUpperCase();
  const key = (Number(right.slice(2, 4)) % 96) + 2;
  return `${right.slice(0, 2)}${String(key).padStart(2, '0')}${right.slice(4)}`;
}

const national = (r) => r.pick([germanTax, spanish, french, ssn])(r);

function germanTax(r) {
  for (;;) {
    const pool = [...'0123456789'].sort(() => r.below(3) - 1);
    const first = pool.slice(0, 9);
    first.splice(r.below(10), 0, first[r.below(9)]);
    if (first[0] === '0' || first.length !== 10) continue;
    let product = 10;
    for (const digit of first) {
      let sum = (Number(digit) + product) % 10;
      if (sum === 0) sum = 10;
      product = (sum * 2) % 11;
    }
    const check = 11 - product === 10 ? 0 : 11 - product;
    const all = first.join('') + check;
    return r.pick([all, grouped(all, [2, 3, 3, 3], ' ')]);
  }
}

function spanish(r) {
  const digits = r.digits(8);
  return `${digits}${r.pick(['', '-'])}${'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23]}`;
}

function french(r) {
  const number = `${1 + r.below(2)}${r.digits(2)}${String(1 + r.below(12)).padStart(2, '0')}${String(1 + r.below(95)).padStart(2, '0')}${r.digits(6)}`;
  const key = String(97 - Number(BigInt(number) % 97n)).padStart(2, '0');
  return r.pick([number + key, `${grouped(number, [1, 2, 2, 2, 3, 3], ' ')} ${key}`]);
}

const ssn = (r) => `${100 + r.below(500)}-${10 + r.below(89)}-${1000 + r.below(8999)}`;

/** Places for something, in sentences that people write to a shop, a bank or an airline. */
const FRAMES = {
  en: {
    card: ['my card number is X', 'please charge X, it expires 04/28', 'card X was declined twice', 'use X instead'],
    email: [
      'my address is X',
      'write to X, please',
      'send the invoice to X.',
      'is X the one you have on file?',
      'cc X and me',
    ],
    phone: [
      'call me at X',
      'my number is X',
      'you can reach me on X after 5 pm',
      'phone: X',
      'X is my new mobile',
      'text X when it is ready',
    ],
    iban: ['my account is X', 'refund it to X please', 'IBAN: X, bank in Bremen', 'transfer 50.00 to X today'],
    nationalId: ['my tax id is X', 'ID X', 'my national id: X, thanks', 'here it is: X'],
  },
  de: {
    card: [
      'meine Kartennummer ist X',
      'bitte X belasten, gültig bis 04/28',
      'die Karte X wurde abgelehnt',
      'nehmen Sie X',
    ],
    email: [
      'meine Adresse ist X',
      'schreiben Sie bitte an X',
      'Rechnung bitte an X.',
      'haben Sie X gespeichert?',
      'X in Kopie',
    ],
    phone: [
      'rufen Sie mich an unter X',
      'meine Nummer ist X',
      'Sie erreichen mich ab 17 Uhr unter X',
      'Tel.: X',
      'X ist mein neues Handy',
      'SMS an X, wenn es da ist',
    ],
    iban: ['mein Konto ist X', 'bitte auf X erstatten', 'IBAN: X, Bank in Bremen', 'überweisen Sie 50,00 auf X'],
    nationalId: ['meine Steuer-ID ist X', 'Ausweis X', 'meine Steuernummer: X, danke', 'hier ist sie: X'],
  },
};

/** Texts with numbers and words that look like something, and are nothing. */
const NOTHING = {
  en: [
    (r) => `where is order ${r.digits(8)}?`,
    (r) => `order number ${r.digits(12)} has not arrived`,
    (r) => `my order no. 4-${r.digits(7)}-${r.digits(7)} is late`,
    (r) => `tracking number ${r.digits(16)} says nothing`,
    (r) => `parcel 00${r.digits(18)} is lost`,
    (r) => `from ${1 + r.below(28)}.0${1 + r.below(9)}.2026 to ${1 + r.below(28)}.11.2026`,
    (r) => `on 2026-0${1 + r.below(9)}-1${r.below(10)} at 14:${10 + r.below(49)}`,
    (r) => `between 0${1 + r.below(9)}/1${r.below(10)}/2026 and 12/31/2026`,
    (r) => `it was $${1 + r.below(9)},${r.digits(3)}.${r.digits(2)} and not $${r.digits(3)}.00`,
    (r) => `I paid ${1 + r.below(9)}.${r.digits(3)}.${r.digits(3)},${r.digits(2)} EUR for it`,
    (r) => `flight LH${r.digits(4)} on ${1 + r.below(28)} March, seat ${1 + r.below(30)}A`,
    (r) => `flights BA ${r.digits(3)} and UA ${r.digits(4)}`,
    () => 'ISBN 978-3-16-148410-0 or 0-306-40615-2',
    () => 'the book 9780306406157 please',
    (r) => `invoice 2026-${r.digits(6)} and 2026/${r.digits(5)}`,
    (r) => `customer number 0${r.digits(9)}`,
    (r) => `booking reference ${r.pick(['QX7T2P', 'AB12CD', 'ZZ9PLA'])}, ticket 220-${r.digits(10)}`,
    (r) => `version 1.${r.below(20)}.${r.below(90)} of pkg@${r.below(20)}.${r.below(20)}.${r.below(9)}`,
    () => 'I asked @support twice on social media',
    () => 'see https://example.org/a@b/index.html for more',
    (r) => `the server 192.168.${r.below(255)}.${r.below(255)} does not answer`,
    (r) => `serial number ${r.digits(4)} ${r.digits(4)} ${r.digits(4)}`,
    (r) => `article ${r.digits(6)}-${r.digits(2)}, 3 pieces`,
    (r) => `meter reading ${r.digits(5)}.${r.digits(1)} kWh, meter ${r.digits(10)}`,
    (r) => `coordinates 52.${r.digits(6)}, 13.${r.digits(6)}`,
    (r) => `gift card code ${r.digits(4)}-ABCD-${r.digits(4)}-EFGH`,
    (r) => `the account ${wrongIban(r)} was refused`,
    (r) => `it says 4${r.digits(3)} ${r.digits(4)} only`,
    (r) => `room ${r.digits(3)}, 2 adults, 1 child, 3 nights, ${r.digits(3)}.00 a night`,
    (r) => `opening hours 08:00-12:30 and 13:15-18:00, code ${r.digits(6)}`,
    (r) => `the score was 0-${r.below(9)}, then 12-${r.below(9)}`,
    (r) => `EAN ${r.digits(13)} is out of stock`,
    (r) => `case 0${r.digits(10)} is still open`,
    (r) => `${r.digits(3)} ${r.digits(3)} pieces at ${r.digits(2)}.99 each`,
  ],
  de: [
    (r) => `wo ist die Bestellung ${r.digits(8)}?`,
    (r) => `Bestellnummer ${r.digits(12)} ist nicht da`,
    (r) => `Auftrag 4-${r.digits(7)}-${r.digits(7)} kommt zu spät`,
    (r) => `Sendungsnummer ${r.digits(16)} zeigt nichts an`,
    (r) => `das Paket 00${r.digits(18)} ist weg`,
    (r) => `vom ${1 + r.below(28)}.0${1 + r.below(9)}.2026 bis ${1 + r.below(28)}.11.2026`,
    (r) => `am ${1 + r.below(28)}.12. um 14:${10 + r.below(49)} Uhr`,
    (r) => `am 0${1 + r.below(9)}.0${1 + r.below(9)}.26, spätestens 31.12.2026`,
    (r) => `es waren ${1 + r.below(9)}.${r.digits(3)},${r.digits(2)} € und nicht ${r.digits(3)},00 €`,
    (r) => `der Betrag ${1 + r.below(9)}.${r.digits(3)}.${r.digits(3)} stimmt nicht`,
    (r) => `Flug LH ${r.digits(4)} am ${1 + r.below(28)}. März, Sitz ${1 + r.below(30)}A`,
    () => 'die ISBN ist 978-3-16-148410-0, früher 3-16-148410-X',
    () => 'das Buch 9783161484100 bitte',
    (r) => `Rechnung 2026-${r.digits(6)} und RE-${r.digits(8)}`,
    (r) => `Kundennummer 0${r.digits(9)}`,
    (r) => `Meine Kundennummer lautet 0${r.digits(8)}`,
    (r) => `Buchungscode ${r.pick(['QX7T2P', 'AB12CD'])}, Ticket 220-${r.digits(10)}`,
    (r) => `Zählerstand ${r.digits(5)},${r.digits(1)} kWh, Zähler ${r.digits(10)}`,
    (r) => `Vertragsnummer ${r.digits(4)} ${r.digits(4)} ${r.digits(4)}`,
    (r) => `Artikel ${r.digits(6)}-${r.digits(2)}, 3 Stück`,
    () => 'ich habe @service schon zweimal gefragt',
    (r) => `der Server 10.0.${r.below(255)}.${r.below(255)} antwortet nicht`,
    (r) => `das Konto ${wrongIban(r)} wurde abgelehnt`,
    (r) => `Zimmer ${r.digits(3)}, 2 Erwachsene, ${r.digits(3)},00 Euro die Nacht`,
    (r) => `geöffnet 08:00-12:30 und 13:15-18:00, PIN ${r.digits(6)}`,
    (r) => `Seriennummer SN-${r.digits(10)} oder ${r.digits(11)}A`,
    (r) => `EAN ${r.digits(13)} ist nicht auf Lager`,
    (r) => `Vorgang 0${r.digits(10)} ist noch offen`,
    (r) => `Version 1.${r.below(20)}.${r.below(90)}, Paket foo@${r.below(20)}.${r.below(20)}.1`,
    (r) => `PLZ ${r.digits(5)}, Hausnummer ${r.below(200)}, Etage ${r.below(9)}`,
    (r) => `Aktenzeichen 12 O ${r.digits(3)}/26 und 0${r.below(9)}/${r.digits(4)}`,
    (r) => `${r.digits(3)} ${r.digits(3)} Stück zu je ${r.digits(2)},99`,
  ],
};

const MAKE = { card, email, phone: null, iban, nationalId: national };
export const KINDS = Object.keys(MAKE);

/** @returns so many texts, half of them English, half German; about two of five hold nothing */
export function labelledTexts(count, seed) {
  const r = random(seed);
  return Array.from({ length: count }, (_, at) => {
    const language = at % 2 === 0 ? 'en' : 'de';
    const nothing = () => r.pick(NOTHING[language])(r);
    if (r.below(5) < 2)
      return { language, text: [nothing(), r.pick(['', nothing()])].filter(Boolean).join('; '), labels: [] };
    const kinds = [r.pick(KINDS), ...(r.below(4) === 0 ? [r.pick(KINDS)] : [])];
    return withValues(language, kinds, r.below(3) === 0 ? nothing() : '', r);
  });
}

function withValues(language, kinds, beside, r) {
  let text = '';
  const labels = [];
  for (const kind of kinds) {
    const value = kind === 'phone' ? phones[language](r) : MAKE[kind](r);
    const frame = r.pick(FRAMES[language][kind]);
    if (text !== '') text += r.pick([', ', '. ', ' - ']);
    const start = text.length + frame.indexOf('X');
    text += frame.replace('X', value);
    labels.push({ kind, start, end: start + value.length });
  }
  if (beside !== '') text += `${r.pick(['. ', '; ', ', '])}${beside}`;
  return { language, text, labels };
}
