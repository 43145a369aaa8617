import { describe, expect, it } from 'vitest';
import { agreesByRules as agrees } from '../../../../test/helpers/agrees-by-rules.js';

const CHECK_UP = {
  question: 'Shall I move your dentist appointment from Tuesday 9:00 to Thursday 14:30?',
  arguments: { from: 'Tuesday 9:00', to: 'Thursday 14:30' },
};
const CHECK_UP_DE = {
  question: 'Soll ich Ihren Termin von Dienstag, 9 Uhr, auf Donnerstag, 14:30 Uhr, verlegen?',
  arguments: { from: 'Dienstag 9:00', to: 'Donnerstag 14:30' },
};
const FLIGHT = {
  question: 'Shall I book flight LX 318 from Zurich to London on 3 June for two adults?',
  arguments: { flight: 'LX 318', from: 'Zurich', to: 'London', date: '2027-06-03', adults: 2 },
};
const FLIGHT_OF_ONE = {
  question: 'Shall I book flight LX 318 from Zurich to London for one adult?',
  arguments: { flight: 'LX 318', adults: 1 },
};
const STAY = {
  question: 'Shall I cancel your hotel reservation at the Harbour View for 14 May?',
  arguments: { hotel: 'Harbour View', date: '2027-05-14' },
};
const TRANSFER = {
  question: 'Shall I transfer 250 EUR from your checking account to Maria Lopez?',
  arguments: { amount: 250, from: 'checking', recipient: 'Maria Lopez' },
};
const EMAIL = {
  question: 'Shall I change your email address to sam.lee@example.org?',
  arguments: { email: 'sam.lee@example.org' },
};
const ORDER_DE = { question: 'Möchten Sie die Bestellung 4711 wirklich stornieren?', arguments: { orderId: '4711' } };

describe('plain words for a yes', () => {
  it.each([
    ['bang on', TRANSFER],
    ['a hundred percent', TRANSFER],
    ['reluctantly, yes', TRANSFER],
    ['my mind is made up, yes', TRANSFER],
    ["don't wait any longer, do it", TRANSFER],
    ['stop asking and do it', TRANSFER],
    ['no second thoughts, do it', TRANSFER],
    ['everything is in order, kindly proceed with the transfer', TRANSFER],
  ] as const)('"%s" agrees', (text, proposal) => {
    expect(agrees(text, proposal, 'en')).toBe(true);
  });

  it.each([
    'Einwandfrei',
    'hundertprozentig',
    'voll und ganz einverstanden',
    'schweren Herzens ja',
    'ich habe nichts dagegen',
    'ab die Post',
    'bitte in die Wege leiten',
    'Ja, ich habe es mir gut überlegt',
    'Das dürfen Sie gern machen, ja',
    'Sie können die Stornierung durchführen',
  ])('"%s" agrees', (text) => {
    expect(agrees(text, ORDER_DE, 'de')).toBe(true);
  });

  it.each([
    ["I've made up my mind", TRANSFER, 'en'],
    ['stop asking', TRANSFER, 'en'],
    ['no second thoughts about it, but not today', TRANSFER, 'en'],
    ['I have decided against it', TRANSFER, 'en'],
    ['ich habe es mir überlegt', ORDER_DE, 'de'],
    ['ja, ich bleibe dabei', ORDER_DE, 'de'],
  ] as const)('"%s" does not', (text, proposal, language) => {
    expect(agrees(text, proposal, language)).toBe(false);
  });
});

describe('what somebody says who comes', () => {
  const yoga = { question: 'Shall I cancel your yoga class on Monday at 6 pm?', arguments: { class: 'yoga' } };
  const kurs = { question: 'Soll ich Ihren Yogakurs am Montag absagen?', arguments: { class: 'Yogakurs' } };

  it.each([
    ["I'm up for it", yoga, 'en'],
    ['I accept the date', yoga, 'en'],
    ['run with it', yoga, 'en'],
    ['da bin ich dabei', kurs, 'de'],
    ['ja, dabei bleibt es', kurs, 'de'],
    ['ist fix', kurs, 'de'],
  ] as const)('is no yes to calling it off: "%s"', (text, proposal, language) => {
    expect(agrees(text, proposal, language)).toBe(false);
  });
});

describe('what keeps somebody from what is left', () => {
  it.each([
    ["yes, I can't make Tuesday", CHECK_UP, 'en'],
    ["yes, Tuesday doesn't work for me", CHECK_UP, 'en'],
    ["yes, I'm busy on Tuesday morning", CHECK_UP, 'en'],
    ['ja, dienstag kann ich nicht', CHECK_UP_DE, 'de'],
    ['Ja, am Dienstag muss ich arbeiten', CHECK_UP_DE, 'de'],
  ] as const)('is a reason beside a yes: "%s"', (text, proposal, language) => {
    expect(agrees(text, proposal, language)).toBe(true);
  });

  it.each([
    ["yes, I can't make Thursday", CHECK_UP, 'en'],
    ["I can't make Tuesday", CHECK_UP, 'en'],
    ["yes, I can't make Tuesday and Thursday", CHECK_UP, 'en'],
    ['yes I have an appointment on Tuesday', CHECK_UP, 'en'],
    ['yes, I have Tuesday free', CHECK_UP, 'en'],
    ['ja, donnerstag kann ich nicht', CHECK_UP_DE, 'de'],
    ['Dienstag kann ich nicht', CHECK_UP_DE, 'de'],
  ] as const)('is none of what was proposed, and no yes alone: "%s"', (text, proposal, language) => {
    expect(agrees(text, proposal, language)).toBe(false);
  });
});

describe('values in other forms', () => {
  it.each([
    ['fine by me, book LX318', FLIGHT, 'en'],
    ['yes, LX-318', FLIGHT, 'en'],
    ["alright, let's do it, zurich-london on june 3rd", FLIGHT, 'en'],
    ['yes please, for both of us', FLIGHT, 'en'],
    ['yes, Thursday afternoon is way better', CHECK_UP, 'en'],
    ['cancel it as of 14 May', STAY, 'en'],
    ['ja, Donnerstagnachmittag', CHECK_UP_DE, 'de'],
    ['ok super, dann Donnerstag 14:30', CHECK_UP_DE, 'de'],
    ['Thursday at 14:30: confirmed.', CHECK_UP, 'en'],
  ] as const)('"%s" agrees', (text, proposal, language) => {
    expect(agrees(text, proposal, language)).toBe(true);
  });

  it.each([
    ['yes, book LX319', FLIGHT, 'en'],
    ['alright, london-zurich on june 3rd', FLIGHT, 'en'],
    ['yes please, for both of us', FLIGHT_OF_ONE, 'en'],
    ['yes, Thursday morning is better', CHECK_UP, 'en'],
    ['ja, Donnerstagvormittag', CHECK_UP_DE, 'de'],
    ['ok super, dann Dienstag 9 Uhr', CHECK_UP_DE, 'de'],
    ['Tuesday at 9: confirmed.', CHECK_UP, 'en'],
  ] as const)('"%s" does not', (text, proposal, language) => {
    expect(agrees(text, proposal, language)).toBe(false);
  });
});

describe('what is new', () => {
  it.each(["yes please, that's my new one", 'swap it to the new address please', 'yes, change it to the new address'])(
    'is what it is changed to: "%s"',
    (text) => expect(agrees(text, EMAIL, 'en')).toBe(true),
  );

  it.each(['yes, change it to my old address', 'change it to a new address', 'yes, to another new address'])(
    'is another where it is not that one: "%s"',
    (text) => expect(agrees(text, EMAIL, 'en')).toBe(false),
  );
});

describe('what came about', () => {
  it('is a reason for an end, and not what is to be done', () => {
    expect(agrees('yes, plans have changed', STAY, 'en')).toBe(true);
    expect(agrees("absolutely, I won't be travelling after all", STAY, 'en')).toBe(true);
    expect(agrees('yes, plans have changed', FLIGHT, 'en')).toBe(false);
  });
});
