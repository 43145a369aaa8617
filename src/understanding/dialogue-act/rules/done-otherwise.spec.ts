import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { type ActLanguage, readActLanguage } from '../words/index.js';

const english = readActLanguage({ language: 'en', languageDirectory: '' });
const german = readActLanguage({ language: 'de', languageDirectory: '' });

const PAY: OpenProposal = {
  question: 'Your balance is 300. Shall I transfer 250 euros to Tom Berg?',
  arguments: { amount: 250, to: 'Tom Berg' },
};
const MOVE: OpenProposal = {
  question: 'Shall I move your dentist appointment from Tuesday 9 am to Thursday 3 pm?',
  arguments: { day: 'Thursday', time: '15:00' },
};
const HOTEL: OpenProposal = {
  question: 'Shall I book the hotel Adler in Bonn for two nights at 118 euros?',
  arguments: { hotel: 'Adler', nights: 2, price: 118 },
};
const GYM: OpenProposal = { question: 'Should I cancel your gym membership?', arguments: { membership: 'gym' } };
const CLOSE: OpenProposal = {
  question: 'Shall I change the delivery address of order FS-2091 from 4 Mill Lane to 18 Larch Close, Leeds?',
  arguments: { order: 'FS-2091', address: '18 Larch Close, Leeds' },
};
const CANCELLED: OpenProposal = { question: 'Do you want order 7017 cancelled?', arguments: { order: '7017' } };
const UEBERWEISEN: OpenProposal = {
  question: 'Soll ich 250 Euro an Tom Berg überweisen?',
  arguments: { betrag: 250, empfaenger: 'Tom Berg' },
};
const STUDIO: OpenProposal = {
  question: 'Soll ich Ihre Mitgliedschaft im Fitnessstudio zum 30. Juni kündigen?',
  arguments: { mitgliedschaft: 'Fitnessstudio', zum: '30. Juni' },
};
const VERLEGEN: OpenProposal = {
  question: 'Soll ich Ihren Termin von Dienstag 9 Uhr auf Donnerstag 15 Uhr verlegen?',
  arguments: { tag: 'Donnerstag', zeit: '15:00' },
};

const readingIn = (language: ActLanguage) => (proposal: OpenProposal, text: string) =>
  classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act;

describe('a yes beside words that leave the deed to somebody else, or have it done already', () => {
  const read = readingIn(english);
  const lies = readingIn(german);

  it.each([
    [PAY, "yes, I'll pay him"],
    [PAY, 'yes, sent'],
    [PAY, 'yes, paid already'],
    [PAY, 'sent it yesterday thanks'],
    [PAY, 'paid that'],
    [PAY, 'yes, he will'],
    [PAY, 'yes, to me'],
    [PAY, 'yes, me'],
    [PAY, 'yes, Berg with a k'],
    [PAY, 'yes, tonight'],
    [PAY, 'yes, show me the last transfer'],
    [HOTEL, "yes, I'll book it"],
    [HOTEL, 'yes, booked'],
    [HOTEL, 'booked it myself'],
    [HOTEL, 'Yes, I love Bonn! Which hotels have parking?'],
    [HOTEL, 'yes take us off that one please, we are not going'],
    [HOTEL, 'Yes, remind me about it in May'],
    [HOTEL, 'Go ahead and give me all the other hotels'],
    [GYM, 'yes please, a reminder the day before would be great'],
    [GYM, 'yep. is it even open?'],
    [HOTEL, 'yes, book it for tonight'],
    [MOVE, 'yes, Thursday evening'],
    [MOVE, 'yes, moved'],
    [GYM, 'yes, cancelled'],
    [GYM, 'cancel'],
    [CLOSE, "Yes, I'd like it changed, to the store for collection please"],
    [CLOSE, 'yes, close my account'],
    [GYM, "yes, it's great"],
  ])('is none in English: %o "%s"', (proposal, text) => {
    expect(read(proposal, text)).not.toBe('AFFIRM');
  });

  it.each([
    [PAY, 'yes, pay him'],
    [PAY, 'send'],
    [PAY, 'transfer.'],
    [PAY, 'approve, thanks'],
    [PAY, 'Looks good, submit'],
    [PAY, 'yes yes yes, same as I typed'],
    [PAY, 'ay pay him pal'],
    [HOTEL, 'book'],
    [HOTEL, 'Yes. Which hotel is it again?'],
    [HOTEL, "we'll take that offer"],
    [CLOSE, 'Correct, deliver to Larch Close.'],
    [CLOSE, 'Yes, not Mill Lane, Larch Close, just as you wrote.'],
    [PAY, "Please do, I promised Tom he'd have it by tonight"],
    [HOTEL, 'yes, please book it now'],
    [HOTEL, 'Yes. Please give me their phone number.'],
    [MOVE, 'yes, Thursday afternoon'],
    [CANCELLED, 'yes, cancelled'],
    [GYM, 'yes, cancel it'],
  ])('is one in English: %o "%s"', (proposal, text) => {
    expect(read(proposal, text)).toBe('AFFIRM');
  });

  it.each([
    [UEBERWEISEN, 'ja, überwiesen'],
    [UEBERWEISEN, 'ja, ist bezahlt'],
    [UEBERWEISEN, 'ja, mache ich'],
    [UEBERWEISEN, 'ja, ich überweise es ihm'],
    [UEBERWEISEN, 'ja, Berg mit k'],
    [UEBERWEISEN, 'ja, an mich'],
    [VERLEGEN, 'Ja, zeigen Sie mir alle Termine'],
    [VERLEGEN, 'passt, was kostet das denn?'],
    [STUDIO, 'sofort'],
    [STUDIO, 'dringend'],
    [STUDIO, 'ja, gleich'],
    [STUDIO, 'ja, gekündigt'],
    [STUDIO, 'ja, es ist super'],
    [STUDIO, 'Kündigung, bitte löschen'],
    [VERLEGEN, 'ja, Donnerstagabend'],
  ])('is none in German: %o "%s"', (proposal, text) => {
    expect(lies(proposal, text)).not.toBe('AFFIRM');
  });

  it.each([
    [UEBERWEISEN, 'ja, überweisen'],
    [UEBERWEISEN, 'Ja, so machen wir das.'],
    [STUDIO, 'ja, bitte kündigen'],
    [STUDIO, 'ja, sofort'],
    [STUDIO, 'bitte sofort'],
    [VERLEGEN, 'ja, Donnerstagnachmittag'],
  ])('is one in German: %o "%s"', (proposal, text) => {
    expect(lies(proposal, text)).toBe('AFFIRM');
  });
});

describe('an order that is about somebody else', () => {
  const read = readingIn(english);
  const lies = readingIn(german);
  const REMOVE: OpenProposal = { question: 'Shall I remove Bob from the group?', arguments: { name: 'Bob' } };
  const ERINNERN: OpenProposal = { question: 'Soll ich Sie am Freitag erinnern?', arguments: { tag: 'Freitag' } };

  it.each(['yes, remove the boss', 'yes, remove my bro', 'yes, remove my man, please'])('is no yes: %s', (text) => {
    expect(read(REMOVE, text)).not.toBe('AFFIRM');
  });
  it.each(['yes boss, remove him', 'remove him, man', 'yes, remove this please'])(
    'is not read from how somebody is addressed: %s',
    (text) => {
      expect(read(REMOVE, text)).toBe('AFFIRM');
    },
  );
  it('is told in German by whose somebody is', () => {
    expect(lies(ERINNERN, 'gerne, erinnere meinen Mann')).not.toBe('AFFIRM');
    expect(lies(UEBERWEISEN, 'ja, überweisen Sie das bitte')).toBe('AFFIRM');
  });
});
