import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/common/json.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

/** Yeses to a question, as people give reasons and thanks beside them. */
interface Asked {
  readonly question: string;
  readonly arguments: JsonObject;
  readonly yeses: readonly string[];
}

const ENGLISH: readonly Asked[] = [
  {
    question: 'Shall I cancel the reservation of Maria Lopez for 12 May?',
    arguments: { name: 'Maria Lopez', date: '2026-05-12' },
    yeses: [
      'yes',
      'Proceed',
      "Yes ma'am",
      'uh huh, go for it',
      'Definitely, the sooner the better',
      'Yes please, and thank you for being so quick',
      "yes!!! i've been waiting for 20 minutes, just cancel it already",
      "Yes, I don't mind losing the deposit",
      'yes, cancel it, we have a funeral that day',
    ],
  },
  {
    question: 'Shall I send 40 dollars to your sister Anna?',
    arguments: { amount: 40, recipient: 'Anna' },
    yeses: [
      'I confirm',
      'Please go ahead with the transfer to my sister, many thanks',
      "Yes. We split the rent on the cabin and that's my share",
      'Sure, send it. Kind regards, Denise',
    ],
  },
];

const ENGLISH_STOPS: readonly string[] = [
  ', wait',
  ', no',
  ' no',
  ' never mind',
  ', not now',
  ' - hold on',
  '. Stop.',
  '. Not!',
  '. Actually no',
  '. Not yet',
  '. Scratch that',
  '. I take that back',
  '. Just kidding',
  '. I need to think about it',
  '. Let me think about it first',
  '. I changed my mind',
  '. Do nothing for now',
  '. Only if it is free',
  ', if my wife agrees',
  ', unless it costs extra',
  ', but ask my wife first',
  ' but give me a day to decide',
  ' ignore what I wrote',
  ' my kid typed this',
  ' I need to sleep on it',
  ' on second thought leave it',
  ' hold it until I call back',
  ' ask me again next week',
  ' I have not decided yet',
];

const ENGLISH_OPENINGS: readonly string[] = [
  'no, ',
  'wait, ',
  'once I am home: ',
  'if my boss agrees: ',
  'my son told me to write ',
  'just kidding: ',
  'not sure, but ',
];

const GERMAN: readonly Asked[] = [
  {
    question: 'Soll ich die Buchung von Maria Lopez am 12. Mai stornieren?',
    arguments: { name: 'Maria Lopez', datum: '2026-05-12' },
    yeses: [
      'ja',
      'unbedingt, ja',
      'Ja gerne, vielen Dank für Ihre Mühe',
      'Ja, ich habe nichts dagegen, stornieren Sie',
      'Ja, wir brauchen das Zimmer nicht mehr',
      'Ja, bitte stornieren. Freundliche Grüße, Sabine Kurz',
    ],
  },
  {
    question: 'Soll ich 400 Euro vom Girokonto auf das Sparkonto überweisen?',
    arguments: { betrag: 400, von: 'Girokonto', auf: 'Sparkonto' },
    yeses: ['Richtig, bitte überweisen', 'Ja, das Gehalt ist da, jetzt wird gespart', 'ja jetzt sofort'],
  },
];

const GERMAN_STOPS: readonly string[] = [
  ', warte',
  ' warte',
  ', nein',
  ' - moment',
  '. Stopp.',
  '. Doch nicht.',
  '. Lieber nicht',
  '. Noch nicht',
  ', heute nicht',
  '. War nur Spaß',
  '. Ich nehme das zurück',
  '. Lassen Sie es',
  '. Erst morgen',
  '. Nur wenn es nichts kostet',
  ', wenn meine Frau zustimmt',
  '. Fragen Sie erst meine Frau',
  ' oder lieber doch nicht',
  ' ich melde mich vorher nochmal',
  ' vergiss was ich geschrieben habe',
  ' ich schlafe erst eine Nacht darüber',
  ' sobald ich Bescheid gebe',
  ' da bin ich noch unsicher',
];

const GERMAN_OPENINGS: readonly string[] = [
  'sobald ich zuhause bin: ',
  'wenn mein Chef zustimmt: ',
  'mein Sohn meint ich soll schreiben ',
  'nicht sicher, aber ',
];

describe.each([
  ['en', ENGLISH, ENGLISH_STOPS, ENGLISH_OPENINGS],
  ['de', GERMAN, GERMAN_STOPS, GERMAN_OPENINGS],
] as const)('a yes that is taken back (%s)', (language, asked, stops, openings) => {
  const words = readActLanguage({ language, languageDirectory: '' });
  const actOf = (text: string, { question, arguments: args }: Asked) =>
    classifyDialogueAct({ text, proposal: { question, arguments: args }, expectsAnswer: false }, {}, words).act;
  const replies = asked.flatMap((each) => each.yeses.map((yes) => ({ ...each, yes })));

  it.each(replies)('is one while nothing stands behind it: $yes', ({ yes, ...each }) => {
    expect(actOf(yes, each)).toBe('AFFIRM');
  });

  it.each(stops)('is none before %j, however clear it was', (stop) => {
    const heard = replies.filter(({ yes, ...each }) => actOf(yes + stop, each) === 'AFFIRM');
    expect(heard.map(({ yes }) => yes + stop)).toEqual([]);
  });

  it.each(openings)('is none behind %j', (opening) => {
    const heard = replies.filter(({ yes, ...each }) => actOf(opening + yes, each) === 'AFFIRM');
    expect(heard.map(({ yes }) => opening + yes)).toEqual([]);
  });
});
