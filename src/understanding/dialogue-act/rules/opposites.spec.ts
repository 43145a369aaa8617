import { describe, expect, it } from 'vitest';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

/** A question with replies that agree to it, and with those that are for what it excludes. */
type Asked = readonly [question: string, agree: readonly string[], exclude: readonly string[]];

const ENGLISH: readonly Asked[] = [
  // The thing that something is done to is not what is done.
  ['Shall I cancel the order?', ['yes, cancel it', 'cancel the order'], ['yes, order it']],
  ['Shall I cancel order 7017?', ['yes, order 7017', 'cancel order 7017'], ['yes, order it']],
  ['I am going to cancel your order. Please confirm.', ['yes, cancel it'], ['yes, order it']],
  ['Ready to cancel the order. Shall I?', ['yes'], ['yes, order it']],
  ['Shall I cancel the refund?', ['yes, cancel the refund'], ['yes, refund it']],
  ['Shall I cancel the transfer of 50 euros to Bob?', ['yes'], ['yes, transfer 50 euros to Bob', 'yes, transfer it']],
  ['Shall I dispute the payment to Bob?', ['yes, dispute it'], ['yes, pay it', 'yes, pay Bob']],
  ['Shall I skip the next delivery?', ['skip it', 'yes please skip it'], ['yes, deliver it']],
  ['Shall I hold the delivery?', ['yes please, hold it'], ['yes, send it', 'yes, deliver it']],
  ['Shall I decline the booking?', ['decline it'], ['yes, book it']],
  ['Want me to skip your next order?', ['yes, skip it'], ['yes, order it']],
  ['Okay if I skip your next order?', ['yes, skip it'], ['yes, order it']],
  ['I will skip your next order. OK?', ['yes, skip it'], ['yes, order it']],
  ['I will cancel your transfer. OK?', ['yes, cancel it'], ['yes, transfer it']],
  ['Do I have your permission to skip your next order?', ['yes, skip it'], ['yes, order it']],
  ['Want me to drop the course from your spring schedule?', ['yes, drop it'], ['yes, schedule it', 'yes, book it']],
  ['Shall I take the meeting off your schedule?', ['yes, remove it'], ['yes, schedule it']],
  ['Shall I strike the fee from your order?', ['yes, strike it'], ['yes, order it']],
  ['Should I stop the standing payment to Oxfam?', ['yes, stop it'], ['yes, pay it']],
  ['Shall I deactivate your account?', ['yes, deactivate it', 'disable it'], ['yes, delete it', 'ok, erase it']],
  ['Shall I delete your account?', ['yes, erase it'], ['yes, deactivate it', 'yes, just pause it', 'ok, hide it']],
  // A remark beside the yes is none that puts it off or denies it.
  [
    'Shall I cancel order 7018?',
    ['yes!! third time you ask me', 'yes, the terms are clear to me'],
    ['yes, next time you ask me', 'yes, any time you ask', 'yes, the terms that I never accepted are clear to me'],
  ],
  ['Shall I sell 10 shares?', ['yes, sell them'], ['yes, buy them', 'buy']],
  // What only carries out what the thing says is.
  ['Shall I make the payment?', ['yes, pay it'], []],
  ['Shall I submit the order?', ['yes, order it'], []],
  ['Shall I confirm the booking?', ['yes, book it'], []],
  // Parts of verbs that go two ways.
  ['Shall I turn off the alarm?', ['turn it off please', 'yes, turn it off'], ['turn it on please', 'switch it on']],
  ['Shall I turn the front light off?', ['turn it off'], ['yes, turn it on']],
  ['Turn on automatic renewal for your domain?', ['turn it on'], ['turn it off']],
  ['Shall I turn down the heating to 18 degrees?', ['turn it down'], ['yes turn it up']],
  ['Shall I opt you out of the newsletter?', ['yes, opt me out'], ['yes opt me in']],
  ['Shall I unlock the front door?', ['yes, unlock it'], ['yes, lock it']],
  ['Shall I stop the machine?', ['yes'], ['yes, start it', 'start it']],
  // The whole and a part.
  ['Pay the credit card minimum of $35?', ['yes, pay the minimum'], ['Yes, pay the full amount']],
  ['Pay half of the invoice, 50 euros?', ['yes, pay half'], ['yes, pay all of it']],
  ['Cancel one of the two tickets?', ['yes please'], ['yes cancel both']],
  ['Cancel both tickets?', ['yes cancel both'], ['yes cancel one']],
  ['Please confirm: clean the front garden.', ['yes, clean the front garden'], ['yes, clean the back garden']],
  ['Shall I send it to Mr Weber?', ['yes, send it to Mr Weber'], ['yes, send it to Mrs Weber']],
  // Orders in verbs of several words, or that the question does not have.
  [
    'Shall I remove Ann from the team?',
    ['yes, remove her', 'yes please'],
    ['yes, put her on', 'yes, add her', 'yes, let her in'],
  ],
  ['I will now raise the blinds. OK?', ['yes, raise them', 'ok'], ['yes, pull them down', 'ok, let them down']],
  [
    'Please confirm: withdraw application 12.',
    ['yes, withdraw it', 'yes, take it back'],
    ['yes, submit it', 'ok, hand it in'],
  ],
  ['I will now sign you up for the course. OK?', ['yes, sign me up'], ['yes, take me off it']],
  ['Shall I check you in at 9?', ['yes, check me in'], ['yes, check me out']],
  ['Shall I let the contract end without extending it?', ['yes please'], ['yes, extend it']],
  ['Shall I delete the draft?', ['yes, delete it'], ['yes, save it', 'ok, store it']],
];

const GERMAN: readonly Asked[] = [
  ['Soll ich die Kündigung zurücknehmen?', ['ja, zurücknehmen'], ['ja, kündigen', 'kündigen bitte']],
  ['Soll ich die Stornierung rückgängig machen?', ['ja bitte'], ['ja, stornieren']],
  ['Soll ich die Kündigung einreichen?', ['ja, kündigen'], []],
  ['Soll ich die Überweisung anhalten?', ['ja, anhalten bitte'], ['ja, überweisen Sie']],
  ['Soll ich der Zahlung widersprechen?', ['ja, widersprechen Sie'], ['ja, zahlen']],
  ['Soll ich die Zahlung ausführen?', ['ja, zahlen'], []],
  ['Soll ich die Heizung ausmachen?', ['ja, ausmachen', 'mach sie aus'], ['ja, mach sie an']],
  ['Soll ich 100 Euro einzahlen?', ['ja, einzahlen'], ['ja, auszahlen']],
  ['Soll ich den Termin absagen?', ['ja, sag ab'], ['ja, sag zu']],
  ['Ich überweise Frau Kern jetzt 45 Euro. In Ordnung?', ['ja, bitte'], ['ja, überweisen Sie es Herrn Kern']],
  [
    'Soll ich Ella vom Kurs abmelden?',
    ['ja, meld sie ab', 'ja bitte', 'ja, nimm sie raus'],
    ['ja, meld sie an', 'ja, trag sie ein', 'in Ordnung, trag sie ein', 'ja, nehmen wir raus'],
  ],
  ['Soll ich Sie für Montag vormerken?', ['merken Sie mich vor'], ['merken Sie meinen Mann vor']],
  ['Soll ich die Gruppenleitung an Tobias übergeben?', ['ja, übergib sie', 'Übergib sie an Tobias'], []],
  ['Soll ich Ihr Konto deaktivieren?', ['ja, deaktivieren'], ['okay, lösch es', 'ja, löschen']],
  ['Soll ich die Reise stornieren?', ['ja. Die 80% sind mir bekannt'], ['ja, das nicht zu tun ist mir klar']],
  ['Soll ich den Vertrag kündigen?', ['ja, kündigen'], ['ja, pausieren Sie ihn', 'ja, ruhen lassen']],
  ['Soll ich die Rollläden hochfahren?', ['ja, hochfahren'], ['ja, fahr sie runter', 'ja, lass sie runter']],
  ['Soll ich die Bestellung stornieren? Das lässt sich nicht rückgängig machen.', ['ja, stornieren Sie sie'], []],
  ['Soll ich die Gruppe für 8 Stunden stummschalten?', ['ja, schalt sie stumm'], ['ja, schalt sie eine Stunde stumm']],
  ['Die Mindestrate von 35 Euro zahlen?', ['ja, zahlen'], ['ja, den ganzen Betrag zahlen', 'ja, alles zahlen']],
];

describe.each([
  ['en', ENGLISH],
  ['de', GERMAN],
] as const)('what was asked and what it excludes (%s)', (code, asked) => {
  const language = readActLanguage({ language: code, languageDirectory: '' });
  it.each(asked)('are told apart: %s', (question, agree, exclude) => {
    const isYes = (text: string) =>
      classifyDialogueAct({ text, proposal: { question, arguments: {} }, expectsAnswer: false }, {}, language).act ===
      'AFFIRM';
    expect(agree.filter((text) => !isYes(text))).toEqual([]);
    expect(exclude.filter(isYes)).toEqual([]);
  });
});
