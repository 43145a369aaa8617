import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../language/index.js';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

// By the rules alone: what was learned from judged replies is measured elsewhere.
const english = { ...readActLanguage(ENGLISH), replyWeights: undefined };
const german = { ...readActLanguage({ language: 'de', languageDirectory: '' }), replyWeights: undefined };

const ROOM = {
  question: 'Shall I book the double room from 3 June to 6 June?',
  arguments: { room: 'double', check_in: '2026-06-03', check_out: '2026-06-06' },
};
const SEAT = { question: 'Shall I reserve seat 14A on the 6:05 flight?', arguments: { seat: '14A', time: '06:05' } };
const VISIT = {
  question: 'Shall I move your visit from 3 March to 10 March at 8:15?',
  arguments: { from: '3 March', to: '10 March', time: '08:15' },
};
const BILL = { question: 'Shall I pay the invoice RE-20817?', arguments: { invoice: 'RE-20817' } };
const SHELF = { question: 'Shall I order the oak shelf for 90 euros?', arguments: { item: 'oak shelf', price: 90 } };
const DATED = {
  question: 'Shall I transfer 250 euros to account 7017 from Friday?',
  arguments: { amount: 250, account: '7017', day: 'Friday' },
};
const TRANSFER = { question: 'Shall I send 450 euros to Ann Lee?', arguments: { amount: 450, recipient: 'Ann Lee' } };

function agrees(text: string, proposal: OpenProposal, language = english): boolean {
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act === 'AFFIRM';
}

const MEMBERSHIP = {
  question: 'Shall I cancel your gym membership at the Maple Street location, effective March 31?',
  arguments: { location: 'Maple Street', effective_date: 'March 31' },
};
const PUPPY_FOOD = {
  question: 'Shall I place the order for two 40-lb bags of puppy food, delivered to 58 Birch Lane?',
  arguments: { item: 'puppy food', bag_size: '40 lb', quantity: 2, address: '58 Birch Lane' },
};
const CHECK_UP = {
  question: 'Shall I book your check-up for Thursday, May 8 at 2:15 PM?',
  arguments: { day: 'Thursday, May 8', time: '2:15 PM' },
};

const STANDING_ORDER = {
  question: 'Shall I pay 1,250 dollars to Ann Lee on 1 October?',
  arguments: { amount: 1250, recipient: 'Ann Lee', date: '1 October' },
};
const LINE = {
  question: 'Shall I transfer your line to Ann Lee as of the 1st?',
  arguments: { recipient: 'Ann Lee', date: '1st' },
};
const POWER = { question: 'Shall I switch your tariff to $0.31 per kWh?', arguments: { price: '$0.31' } };

const COURSE = { question: 'Shall I drop the course Statistics II?', arguments: { course: 'Statistics II' } };
const HEATING = {
  question: 'Shall I set the thermostat in the nursery to 19 °C?',
  arguments: { room: 'nursery', temperatureCelsius: 19 },
};
const ITEMS = {
  question: 'Shall I void the items in order 61-2045 (kettle, toaster, lamp)?',
  arguments: { orderId: '61-2045', items: ['kettle', 'toaster', 'lamp'] },
};
const ROOMS = {
  question: 'Shall I book rooms 12, 14 and 15 for 2 nights?',
  arguments: { rooms: ['12', '14', '15'], nights: 2 },
};
const PAYEE = {
  question: 'Shall I transfer £350.00 to Peter Nowak, account ending 4402?',
  arguments: { amount: 350, currency: 'GBP', recipient: 'Peter Nowak', accountEnding: '4402' },
};

describe('a value said in another form', () => {
  it.each<[string, OpenProposal, string[], string[]]>([
    [
      'as a Roman number',
      COURSE,
      ['yes, drop Statistics II', 'yes, Statistics II please'],
      ['yes, drop Statistics I', 'yes, drop Statistics III', 'yes, Statistics IV please'],
    ],
    [
      'with the name of its unit',
      HEATING,
      ['yes, 19 degrees', 'yes, nineteen degrees celsius', 'yes, 19°'],
      ['yes, 20 degrees', 'yes, 19 °F', 'yes, 19 degrees fahrenheit'],
    ],
    [
      'as how many there are',
      ITEMS,
      ['void all three', 'void all 3', 'yes, three items'],
      ['yes, two', 'void all four', 'yes, all 5'],
    ],
    [
      'as how many of them there are, and not of something else',
      ROOMS,
      ['book all three', 'yes, three rooms'],
      ['yes, for three nights', 'yes, 3 nights', 'yes, for three people', 'book all four'],
    ],
    [
      'right before a name',
      PAYEE,
      ['yes 350 peter nowak 4402', 'yes 350 peter nowak 4402 all correct'],
      ['yes 340 peter nowak 4402', 'yes 350 peter novak 4403'],
    ],
    [
      'as the first of a month',
      STANDING_ORDER,
      ['Yes, October first', 'yes, october the first please', 'yes, on the first'],
      ['Yes, November first', 'yes, october second', 'yes, the first one', 'yes to the first'],
    ],
    [
      'as the first of any',
      LINE,
      ['Yes please, as of the first'],
      ['yes please, as of the second', 'yes to the first', 'yes, the first'],
    ],
    [
      'with other signs between its thousands',
      STANDING_ORDER,
      ['yes, 1.250 dollars', "yes, 1'250"],
      ['yes, 1.25 dollars'],
    ],
    ['in cents', POWER, ['yes, 31 cents is fine'], ['yes, 13 cents is fine', 'yes, 31 dollars is fine']],
    [
      'as a span, or by its nights',
      ROOM,
      ['Yes, 3-6 June', 'yes, the 3 to 6 of june', 'yes, three nights', 'Yes, 3 Jun to 6 Jun'],
      ['Yes, 3-7 June', 'yes, four nights', 'Yes, 3 Jul to 6 Jul', 'yes, three rooms'],
    ],
    [
      'or a day in thanks',
      MEMBERSHIP,
      ['Yes please, and thanks for your help today!', 'Sure, March 31 is perfect.'],
      ['Yes please, and cancel it today', 'Yes, thanks for cancelling it today', 'Sure, April 30 is perfect.'],
    ],
    [
      'by what is counted',
      PUPPY_FOOD,
      ['yes two bags', 'yes, two bags of the puppy food, thanks'],
      ['yes three bags', 'yes, two lanes'],
    ],
    [
      'by what is counted, of a size',
      {
        question: 'Shall I order two 1 kg bags of espresso beans?',
        arguments: { item: 'espresso beans 1 kg', quantity: 2 },
      },
      ['yes two bags', 'I confirm the order for two bags'],
      ['yes three bags'],
    ],
    [
      'by who gets it',
      TRANSFER,
      ['pay her', 'Please pay her now, thanks a lot'],
      ['pay her rent', 'pay her bill please'],
    ],
    [
      'as a part of the day',
      CHECK_UP,
      ['Thursday afternoon it is', 'yes, Thursday afternoon'],
      ['Thursday morning it is', 'yes, Friday afternoon'],
    ],
    ['as a code', SEAT, ['Yes, seat 14a', 'yes, 14A please'], ['Yes, seat 14C', 'yes, 15A please']],
    [
      'as a time with a full stop, and what is left of two days',
      VISIT,
      ['Yes, at 8.15', 'yes, move it to the 10th'],
      ['Yes, at 8.45', 'yes, move it to the 3rd', 'the 3rd works'],
    ],
    [
      'as a day and a time that are left',
      {
        question: 'Shall I move your visit from Tuesday at 9:00 to Thursday at 15:30?',
        arguments: { from_day: 'Tuesday', from_time: '9:00', to_day: 'Thursday', to_time: '15:30' },
      },
      ['Yes, move it to Thursday at 15:30'],
      ['Yes, Tuesday at 9:00 is still good for me.'],
    ],
    [
      'before a day that it starts from, which leaves nothing',
      DATED,
      ['250 euros, yes please', 'Yes, 250 euros'],
      ['260 euros, yes please', 'Yes, from Monday'],
    ],
    ['by its last digits', BILL, ['yes, pay 20817', 'yes, invoice 20817'], ['yes, pay 20818', 'yes, pay 817']],
    ['beside "one" that is no number', SHELF, ['yes, order the oak one'], ['yes, order two']],
    [
      'beside a word for whoever is named',
      TRANSFER,
      ['Yes, send her the 450', 'send her 450 euros', 'Please send 450 to her'],
      ['Yes, send her sister the 450', 'send her 540 euros'],
    ],
  ])('%s', (_, proposal, yes, no) => {
    expect(yes.filter((text) => !agrees(text, proposal))).toEqual([]);
    expect(no.filter((text) => agrees(text, proposal))).toEqual([]);
  });
});

describe('a deed said in another form', () => {
  it.each<[string, OpenProposal, typeof english, string[], string[]]>([
    [
      'one end of a thing for another, but not of its ending',
      { question: 'Shall I close your store card?', arguments: { card: 'store card' } },
      english,
      ['yes, cancel the card', 'please close my store card'],
      ['yes, cancel the closing', 'cancel', 'yes, cancel the closing of the card'],
    ],
    [
      'a wider word for raising',
      { question: 'Shall I raise your limit to 500 euros?', arguments: { limit: 500 } },
      english,
      ['Yes, please change it', 'yes, increase it'],
      ['yes, lower it', 'Yes, please change it to 400'],
    ],
    [
      'where values with commas part the verb of the question',
      {
        question: 'Zur Bestätigung: Ich buche Ihre Fahrt auf Samstag, den 12. Juli, um 8:01 Uhr, um – ist das richtig?',
        arguments: { datum: '2026-07-12', zeit: '08:01' },
      },
      german,
      ['Ja, bitte umbuchen', 'Buchen Sie um', 'Ja, buchen Sie mich auf den 12. Juli um'],
      ['Ja, bitte stornieren', 'Ja, aber auf den 13. Juli umbuchen'],
    ],
    [
      'as what the assistant may do',
      { question: 'Darf ich den Wagen vom 3. bis 10. Mai buchen?', arguments: { von: '3. Mai', bis: '10. Mai' } },
      german,
      ['Ja, das dürfen Sie.', 'Ja, dürfen Sie', 'Ja, vom 3. bis 10. Mai', 'Ja, 3.-10. Mai'],
      ['Dürfen Sie das?', 'Ja, vom 4. bis 10. Mai'],
    ],
    [
      'for whoever is named',
      { question: 'Soll ich 340 Euro an Jens Krüger überweisen?', arguments: { betrag: 340, an: 'Jens Krüger' } },
      german,
      ['Ja, überweisen Sie ihm die 340 Euro.', 'Überweisen Sie ihm das Geld'],
      ['Ja, überweisen Sie ihm 350 Euro', 'Ja, überweisen Sie die 340 Euro an'],
    ],
    [
      'by a noun joined of words of the question',
      { question: 'Soll ich die Menge Ihrer Pelletlieferung auf 5 Tonnen erhöhen?', arguments: { menge: 5 } },
      german,
      ['Ja, erhöhen Sie die Liefermenge'],
      ['Ja, erhöhen Sie die Bestellmenge'],
    ],
    [
      'as the first of the month that is meant',
      { question: 'Soll ich Ihren Vertrag zum 1. März kündigen?', arguments: { datum: '1. März' } },
      german,
      ['Ja, zum ersten, bitte', 'ja, am ersten'],
      ['Ja, zum zweiten, bitte', 'ja, zum ersten Mai', 'Ja, zum ersten Mal bin ich unzufrieden'],
    ],
    [
      'as a time with a point, and no day',
      { question: 'Soll ich die Fahrt am 5. Mai auf 8:04 Uhr legen?', arguments: { tag: '5. Mai', uhrzeit: '8:04' } },
      german,
      ['Ja, 8.04 ist perfekt', 'ja, um 8.04'],
      ['Ja, am 8.04.', 'ja, 8.05 ist perfekt'],
    ],
  ])('%s', (_, proposal, language, yes, no) => {
    expect(yes.filter((text) => !agrees(text, proposal, language))).toEqual([]);
    expect(no.filter((text) => agrees(text, proposal, language))).toEqual([]);
  });
});

describe('no yes', () => {
  const VET = { question: "Shall I cancel Biscuit's visit on Tuesday?", arguments: { pet: 'Biscuit', day: 'Tuesday' } };
  const TISCH = { question: 'Soll ich den Tisch am Samstag stornieren?', arguments: { tag: 'Samstag' } };
  const PLAN = { question: 'Shall I move you to the Plus plan?', arguments: { plan: 'Plus' } };

  it.each<[string, OpenProposal, typeof english, string[]]>([
    [
      'of somebody who comes to what is called off',
      VET,
      english,
      ["Yes, Tuesday, we'll be there", 'Yes, see you then'],
    ],
    [
      'of somebody who comes, in German',
      TISCH,
      german,
      ['Ja gerne, wir freuen uns schon auf Samstag!', 'Ja, ich komme'],
    ],
    ['in what somebody else has done', PLAN, english, ['Yes, my brother moved to Plus and he loves it']],
    [
      'in words that are told',
      TISCH,
      german,
      ['„In Ordnung“, hat der Wirt gesagt, nicht ich', 'Ja, passt so, hat der Wirt auch gesagt'],
    ],
    ['in words that are told, in English', PLAN, english, ['Okay, do it - is what my mother would say, not me']],
    ['before more is asked', PLAN, english, ['By all means go ahead and tell me', 'Go on then, tell me the price']],
  ])('%s', (_, proposal, language, replies) => {
    expect(replies.filter((text) => agrees(text, proposal, language))).toEqual([]);
  });

  it('is the end of a number that is a quantity', () => {
    const miles = { question: 'Shall I transfer 12,000 miles to Ann?', arguments: { miles: 12000, to: 'Ann' } };
    const card = { question: 'Shall I block card 4417 2290?', arguments: { card: '4417 2290' } };
    expect(agrees('Yes, 2,000 to Ann please', miles)).toBe(false);
    expect(agrees('Yes, 2000 to Ann please', miles)).toBe(false);
    expect(agrees('Yes, block 2290', card)).toBe(true);
  });

  it('is taken from what is only over', () => {
    const agent = { question: 'Shall I transfer you to an agent?', arguments: {} };
    expect(agrees('Yes please, the last call was yesterday', agent)).toBe(
      agrees('Yes please, the last call was short', agent),
    );
  });
});
