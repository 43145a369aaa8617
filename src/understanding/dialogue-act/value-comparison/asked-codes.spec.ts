import { describe, expect, it } from 'vitest';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

const languages = {
  en: readActLanguage({ language: 'en', languageDirectory: '' }),
  de: readActLanguage({ language: 'de', languageDirectory: '' }),
};

function agrees(text: string, question: string, args: Record<string, string | number>, language: 'en' | 'de' = 'en') {
  const input = { text, proposal: { question, arguments: args }, expectsAnswer: false };
  return classifyDialogueAct(input, {}, languages[language]).act === 'AFFIRM';
}

const PLAN = ['Shall I switch your plan to Flex 20GB?', { plan: 'Flex 20GB' }] as const;
const CAR = ['Shall I change your rental to a 7-seater?', { car: '7-seater' }] as const;
const PHONE = ['Shall I change your number to 07700 900 214?', { phone: '07700 900 214' }] as const;
const MILES = ['Shall I transfer 12,000 miles to account 5509127?', { miles: 12000, account: '5509127' }] as const;
const SEAT = ['Shall I change your seat to 14C?', { seat: '14C' }] as const;
const HOME = ['Shall I change your address to 8 Quarry Lane, BA1 4QT?', { address: '8 Quarry Lane, BA1 4QT' }] as const;
const VISIT = ['Shall I move your visit to Tuesday 9 June at 15:20?', { date: '9 June', time: '15:20' }] as const;
const TRAIN = ['Shall I book the 07:52 train to York for 2 adults?', { train: '07:52', adults: 2 }] as const;
const LIMIT = ['Shall I change your card limit to £1,500?', { limit: 1500 }] as const;
const ENERGY = ['Shall I raise your monthly payment to £140?', { amount: 140 }] as const;
const BUILDER = [
  'Shall I transfer £1,050.00 to Delaney Builders, sort code 20-11-43?',
  { amount: '£1,050.00', sortCode: '20-11-43' },
] as const;
const SAVING = [
  'Soll ich 3.000 € von Ihrem Girokonto auf Ihr Tagesgeldkonto umbuchen?',
  { betrag: 3000, von: 'Girokonto', auf: 'Tagesgeldkonto' },
] as const;
const POWER = ['Soll ich Ihren Stromvertrag zum 31. Oktober kündigen?', { zum: '31. Oktober' }] as const;
const TABLE_DE = [
  'Soll ich einen Tisch für 4 Personen um 19 Uhr reservieren?',
  { personen: 4, zeit: '19 Uhr' },
] as const;
const GYM = ['Shall I cancel your membership at the end of January?', { endDate: 'end of January' }] as const;

describe('a value said again in another notation', () => {
  it.each([
    ['yes, the 20 gb one', PLAN, 'en'],
    ['20 gigs is plenty for me, switch it', PLAN, 'en'],
    ['yes to the 7 seater', CAR, 'en'],
    ['yes, +44 7700 900214', PHONE, 'en'],
    ['yes, 07700900214', PHONE, 'en'],
    ['yes, to 550 91 27', MILES, 'en'],
    ['yes, put me in row 14 seat C', SEAT, 'en'],
    ['yes, 8 quarry lane ba14qt', HOME, 'en'],
    ['yes, 20 past 3', VISIT, 'en'],
    ['yes, eight minutes to eight', TRAIN, 'en'],
    ['yes, raise it to fifteen hundred', LIMIT, 'en'],
    ['yes, one hundred and forty a month', ENERGY, 'en'],
    ['yes, 31 January', GYM, 'en'],
    ['ja, 3000 aufs Tagesgeld', SAVING, 'de'],
    ['zum oktoberende kündigen, ja gerne', POWER, 'de'],
    ['ja, zu viert um 7', TABLE_DE, 'de'],
  ] as const)('agrees: "%s"', (text, [question, args], language) =>
    expect(agrees(text, question, args, language)).toBe(true),
  );

  it.each([
    ['yes, the 30 gb one', PLAN, 'en'],
    ['yes to the 9 seater', CAR, 'en'],
    ['yes, +44 7700 900241', PHONE, 'en'],
    ['yes, to 550 91 72', MILES, 'en'],
    ['yes, put me in row 14 seat D', SEAT, 'en'],
    ['yes, 8 quarry lane ba14qf', HOME, 'en'],
    ['yes, 20 to 3', VISIT, 'en'],
    ['yes, 20 past 4', VISIT, 'en'],
    ['yes, eight minutes past eight', TRAIN, 'en'],
    ['yes, raise it to sixteen hundred', LIMIT, 'en'],
    ['yes, 140 a week', ENERGY, 'en'],
    ['yes. 20-11-34 is the sort code', BUILDER, 'en'],
    ['yes, 30 January', GYM, 'en'],
    ['yes, effective today', GYM, 'en'],
    ['ja, vom Tagesgeld aufs Giro', SAVING, 'de'],
    ['ja, 3000 aufs Giro', SAVING, 'de'],
    ['zum septemberende kündigen, ja gerne', POWER, 'de'],
    ['ja, zu fünft um 7', TABLE_DE, 'de'],
  ] as const)('does not, where it is another one: "%s"', (text, [question, args], language) =>
    expect(agrees(text, question, args, language)).toBe(false),
  );
});

describe('a letter that tells a thing from others of its name', () => {
  const ROOM = ['Shall I book Room B on 4 May from 14:00?', { room: 'Room B', date: '4 May', from: '14:00' }] as const;
  it.each(['yes room d', 'yes, Room A', 'yes, room 2'])('is another: "%s"', (text) =>
    expect(agrees(text, ...ROOM)).toBe(false),
  );
  it('is the one that is proposed', () => expect(agrees('yes room b', ...ROOM)).toBe(true));
});
