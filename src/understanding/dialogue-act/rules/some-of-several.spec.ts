import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/common/json.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

/** A question about several things, with replies that agree to all of it, and with those that name some of them. */
interface Asked {
  readonly question: string;
  readonly arguments: JsonObject;
  readonly agree: readonly string[];
  readonly some: readonly string[];
}

const SESSIONS = { clinic: 'Parkside Clinic', dates: ['2026-05-05', '2026-05-12', '2026-05-19'] };

const ENGLISH: readonly Asked[] = [
  {
    question: 'You have three sessions left at Parkside Clinic (5, 12 and 19 May 2026). Should I cancel all three now?',
    arguments: SESSIONS,
    agree: [
      'yes please',
      'yes, the 5th, 12th and 19th',
      'yes, cancel them all, also the 19th',
      'yes, at Parkside Clinic',
    ],
    some: ['yes cancel the 19th', 'yes, the 19th please', 'yes, cancel the 5th and the 12th', 'yes, 5 May'],
  },
  {
    question: 'Shall I cancel the tickets of Anna and Ben?',
    arguments: { names: ['Anna', 'Ben'] },
    agree: ['yes, cancel both', 'yes, Anna and Ben', 'yes, cancel the tickets', "yes, cancel Ben's too"],
    some: ["yes, cancel Anna's", 'yes cancel Anna', 'yes, Ben', 'yes, cancel the ticket of Anna'],
  },
  // What the question joins, whatever the arguments are.
  {
    question: 'Shall I cancel the tickets of Anna and Ben?',
    arguments: { booking: 7017 },
    agree: ['yes, both'],
    some: ["yes, cancel Anna's", "Anna's ticket please"],
  },
  {
    question: 'Shall I cancel your appointments on 5 May and 12 May?',
    arguments: { first: '2026-05-05', second: '2026-05-12' },
    agree: ['yes, 5 May and 12 May', 'yes, cancel both appointments'],
    some: ['yes, cancel the one on 12 May', 'yes, 5 May'],
  },
  {
    question: 'Shall I cancel your hotel and your flight to Rome?',
    arguments: { booking: 'AB1234' },
    agree: ['yes, cancel the flight and the hotel', 'yes, cancel it all', 'yes, to Rome'],
    some: ['yes, cancel my flight please', 'yes the hotel'],
  },
  {
    question: 'I will cancel the gym, the pool and the sauna. OK?',
    arguments: {},
    agree: ['yes cancel the gym, the pool and the sauna', 'yes, cancel it. I never go to the gym'],
    some: ['yes, the gym and the sauna', 'yes cancel the pool'],
  },
  // What stands in lists of objects.
  {
    question: 'Shall I send $50 to Anna and $20 to Ben?',
    arguments: {
      payments: [
        { to: 'Anna', amount: 50 },
        { to: 'Ben', amount: 20 },
      ],
    },
    agree: ['yes, 50 to Anna and 20 to Ben'],
    some: ['yes, send $50 to Anna', 'yes send Anna the 50'],
  },
  // A list of which the question names a part: the rest stays as it is.
  {
    question: 'Flight HAT052 at 3 am is free. Shall I change to this flight?',
    arguments: { flights: [{ number: 'HAT052' }, { number: 'HAT110' }] },
    agree: ['yes, please change to flight HAT052'],
    some: [],
  },
  // What is named once more is what is meant of them.
  {
    question: 'Rooms 12 and 14 are yours on 3 May. Shall I cancel room 14?',
    arguments: { room: '14', date: '2026-05-03' },
    agree: ['yes, cancel room 14', 'yes, 14'],
    some: [],
  },
  // A fee beside what is done is nothing that the same is done to.
  {
    question: 'I would cancel the order and the fee applies. Okay?',
    arguments: { order: 7017 },
    agree: ['yes, cancel the order'],
    some: [],
  },
];

const GERMAN: readonly Asked[] = [
  {
    question: 'Soll ich die Termine am 5. und 12. Mai absagen?',
    arguments: { termine: ['2026-05-05', '2026-05-12'] },
    agree: ['ja, sagen Sie beide ab', 'ja, den 5. und den 12. Mai'],
    some: ['ja, sagen Sie den 5. ab', 'ja, den am 12. Mai', 'ja, am 5. Mai', 'ja, sagen Sie den Termin am 12. ab'],
  },
  {
    question: 'Soll ich Ihr Hotel und Ihren Flug stornieren?',
    arguments: { buchung: 'AB1234' },
    agree: ['ja, stornieren Sie Hotel und Flug', 'ja, alles stornieren'],
    some: ['ja, das Hotel bitte', 'ja, stornieren Sie den Flug'],
  },
];

describe.each([
  ['en', ENGLISH],
  ['de', GERMAN],
] as const)('a question about several things (%s)', (language, asked) => {
  const words = readActLanguage({ language, languageDirectory: '' });
  const actOf = (text: string, { question, arguments: args }: Asked) =>
    classifyDialogueAct({ text, proposal: { question, arguments: args }, expectsAnswer: false }, {}, words).act;
  const agreeing = asked.flatMap((each) => each.agree.map((reply) => ({ ...each, reply })));
  const forSome = asked.flatMap((each) => each.some.map((reply) => ({ ...each, reply })));

  it.each(agreeing)('is agreed to: $question $reply', ({ reply, ...each }) => {
    expect(actOf(reply, each)).toBe('AFFIRM');
  });

  it.each(forSome)('is not agreed to by what names some of them: $question $reply', ({ reply, ...each }) => {
    expect(actOf(reply, each)).not.toBe('AFFIRM');
  });
});
