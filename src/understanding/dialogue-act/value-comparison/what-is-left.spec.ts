import { describe, expect, it } from 'vitest';
import { agreesByRules as agrees } from '../../../../test/helpers/agrees-by-rules.js';
import type { OpenProposal } from '../dialogue-act.js';

const LESSON = {
  question: 'Shall I move your piano lesson from Wednesday 4 pm to Thursday 5:30 pm?',
  arguments: { from_day: 'Wednesday', from_time: '16:00', to_day: 'Thursday', to_time: '17:30' },
};
const CAR = {
  question: 'Shall I upgrade your hire car from the Fiat 500 to the VW Golf for 12 pounds a day?',
  arguments: { from: 'Fiat 500', to: 'VW Golf', price_per_day: 12 },
};
const HAIRCUT = {
  question: 'Soll ich deinen Friseurtermin von Samstag auf Montag um 9 Uhr verlegen?',
  arguments: { from_day: 'Samstag', to_day: 'Montag', to_time: '09:00' },
};
const NAME = {
  question: 'Shall I change the name on your ticket from Anna Berg to Anna Lind?',
  arguments: { from: 'Anna Berg', to: 'Anna Lind' },
};
const NAME_DE = {
  question: 'Soll ich den Namen auf Ihrem Ticket von Anna Berg auf Anna Lind ändern?',
  arguments: { from: 'Anna Berg', to: 'Anna Lind' },
};
const DENTIST = {
  question: 'Soll ich 89 Euro von Ihrem Sparkonto an die Zahnarztpraxis überweisen?',
  arguments: { amount: 89, payee: 'Zahnarztpraxis', from_account: 'Sparkonto' },
};
const SLOT = {
  question: 'Shall I move your delivery slot from Friday morning to Saturday afternoon?',
  arguments: { from: 'Friday morning', to: 'Saturday afternoon' },
};
const SLOT_DE = {
  question: 'Soll ich dein Lieferfenster von Freitagvormittag auf Samstagnachmittag verlegen?',
  arguments: { from: 'Freitagvormittag', to: 'Samstagnachmittag' },
};
const STANDING_ORDER = {
  question: 'Shall I cancel the standing order of 45 pounds to Greenpeace?',
  arguments: { amount: 45, payee: 'Greenpeace' },
};
const ROUTER = {
  question: 'Soll ich für Sie einen Router zur Miete für 5,99 € im Monat bestellen?',
  arguments: { device: 'Router', mode: 'Miete', price: 5.99 },
};
const PUPPY_FOOD = {
  question: 'Shall I place the order for two bags of puppy food, delivered to 58 Birch Lane?',
  arguments: { item: 'puppy food', quantity: 2, address: '58 Birch Lane' },
};
const TICKETS = {
  question: 'Shall I send 65 dollars to Priya Nair for the concert tickets?',
  arguments: { amount: 65, recipient: 'Priya Nair', purpose: 'concert tickets' },
};
const CLASS_TRIP = {
  question: 'Soll ich 320 Euro an Miriam Vogel überweisen?',
  arguments: { amount: 320, recipient: 'Miriam Vogel' },
};
const INVOICE = {
  question: 'Shall I pay 1,240 euros to Brandt Roofing for invoice 2231?',
  arguments: { amount: 1240, payee: 'Brandt Roofing', invoice: '2231' },
};
const BILL = {
  question: 'Soll ich die offene Rechnung R-5530 über 89,90 € jetzt von Ihrem Konto abbuchen?',
  arguments: { invoice: 'R-5530', amount: 89.9 },
};
const NEWSPAPER = {
  question: 'Soll ich Ihr Zeitungsabo „Rheinblatt Wochenende“ mit der Abonummer 48213 zum 31. März kündigen?',
  arguments: { subscription: 'Rheinblatt Wochenende', number: '48213', end: '31. März' },
};
const LINEN = {
  question: 'Soll ich zwei Garnituren Bettwäsche in Salbei für zusammen 79,80 € bestellen?',
  arguments: { item: 'Bettwäsche', color: 'Salbei', quantity: 2, total: 79.8 },
};

describe('beside a yes', () => {
  it.each<[string, 'en' | 'de', OpenProposal, string[], string[]]>([
    [
      'what is left is no value to move to',
      'en',
      LESSON,
      ['yes, move it to Thursday', 'yes move the lesson to Thursday at 5:30'],
      [
        'yes move the lesson to Wednesday',
        'yes move the Thursday one to Wednesday',
        'yes move the Thursday lesson to Wednesday',
      ],
    ],
    [
      'what is left is not liked',
      'en',
      LESSON,
      ['Thursday is better for us', 'Thursday at 5:30 is perfect', 'Thursday then'],
      [
        'Yes, Wednesday is great',
        'Yes, she loves her piano lessons on Wednesdays',
        'Wednesday is better',
        'Wednesday then',
      ],
    ],
    [
      'what is left is not liked',
      'en',
      CAR,
      ['the Golf is fine, yes'],
      ['the Fiat is fine, yes', 'yes, the Fiat is fine'],
    ],
    [
      'what is left is not liked',
      'de',
      HAIRCUT,
      ['Montag um neun passt perfekt', 'Montag ist besser', 'ja verschieb ihn bitte'],
      ['Ja, Samstag passt', 'Samstag ist besser', 'ja, lass ihn auf Samstag'],
    ],
    [
      'the second of two names is left where the first is in both',
      'en',
      NAME,
      ['Anna Lind, correct', 'please change it to Lind', 'yes, from Berg to Lind'],
      ['yes change it to Berg', 'Yes, Anna Berg is right', 'Anna Berg, yes', 'Yes, from Lind to Berg', 'yes to Berg'],
    ],
    [
      'the second of two names is left where the first is in both',
      'de',
      NAME_DE,
      ['Anna Lind, genau', 'bitte auf Lind ändern'],
      ['ja auf Berg', 'Ja, Anna Berg stimmt', 'Anna Berg, ja', 'Ja, von Lind auf Berg'],
    ],
    [
      'the part of the day that is left is none of the other day',
      'en',
      SLOT,
      ['Saturday afternoon, yes', 'yes from Friday morning to Saturday afternoon'],
      ['Saturday morning, yes', 'yes the morning', "Friday's fine, yes"],
    ],
    [
      'a day and its part may be one word',
      'de',
      SLOT_DE,
      ['Samstagnachmittag, ja', 'ja bitte, Samstag ist besser', 'ja, am Samstag Nachmittag'],
      ['Samstagvormittag, ja', 'ja am Freitagvormittag', 'Samstagabend ja'],
    ],
    [
      'what is to end is not liked, and not two',
      'en',
      STANDING_ORDER,
      ['yes, cancel it', 'cancel the Greenpeace one, yes'],
      ['the standing order is fine, yes', 'yes cancel both', 'Greenpeace is great, yes'],
    ],
    [
      'a "but" leads to another wish',
      'de',
      ROUTER,
      ['Ja, bestellen Sie ihn'],
      ['Ja, aber ich möchte ihn kaufen und nicht mieten.'],
    ],
    [
      'an order that is placed is one',
      'en',
      PUPPY_FOOD,
      ['yes place the order', 'order it', 'perfect yes buy it'],
      ["sure thing, will get back to you once I've spoken to my accountant", 'cancel the order'],
    ],
    [
      'what is paid from is not paid into',
      'de',
      DENTIST,
      ['vom Sparkonto, ja', 'ja, überweisen'],
      ['auf mein Sparkonto, ja', 'Überweise sie auf mein Sparkonto'],
    ],
    [
      'what is left may be replaced, and nothing else',
      'en',
      LESSON,
      ['yes, Thursday instead of Wednesday please', 'Thursday rather than Wednesday, yes'],
      ['yes, Wednesday instead of Thursday', 'yes, Thursday instead of Friday'],
    ],
    [
      'what is left may be replaced, and nothing else',
      'de',
      HAIRCUT,
      ['ja, Montag statt Samstag', 'ja, Montag anstatt am Samstag'],
      ['ja, Samstag statt Montag', 'ja, Montag statt Dienstag'],
    ],
    [
      'somebody gets it who is named, and not the speaker',
      'en',
      TICKETS,
      ['yes, send it to her', 'yes, send Priya the 65', 'yes please send it for me'],
      ['yes, send it to me', 'yes send me the 65', 'send it to us', 'yes, pay me'],
    ],
    [
      'somebody gets it who is named, and not the speaker',
      'de',
      CLASS_TRIP,
      ['ja, überweise es ihr', 'Überweisen Sie mir bitte die 320 Euro an Miriam Vogel'],
      ['Überweise es mir', 'ja, überweis mir das Geld', 'ja, schick es an mich'],
    ],
    [
      'what may have been done already is in doubt',
      'en',
      INVOICE,
      ['confirmed, transfer it', 'Yes, they did a great job'],
      [
        "Yes, didn't I pay that already?",
        'Yes, did I already pay that?',
        'I paid Brandt yesterday, yes',
        'pay it in cash, yes',
        "don't you dare pay that. yes I mean it",
      ],
    ],
    [
      'half a sentence is none',
      'en',
      INVOICE,
      ['yes, the invoice is correct'],
      ['yes I', 'yes the invoice is', 'yes so the invoice is'],
    ],
    [
      'half a sentence is none',
      'de',
      BILL,
      ['ja, bitte einziehen', 'Ich bin mit der Abbuchung einverstanden'],
      ['ja ich', 'ja mache ich', 'ja also die rechnung ist'],
    ],
    [
      'a thing is called by the end of its name, and a signature is no sentence',
      'de',
      NEWSPAPER,
      [
        'Ja das ist korrekt so, bitte kündigen sie das abo, danke und schönen tag noch',
        'genau das Abo meine ich',
        'Ja, das können Sie tun. Mit freundlichen Grüßen, H. Petersen',
      ],
      ['bitte kündigen Sie die Zeitung meiner Mutter', 'Ja, das können Sie H. Petersen sagen'],
    ],
    ['an article counts', 'de', LINEN, ['ja, zwei Stück in Salbei'], ['Eine Garnitur reicht mir', 'ja, drei Stück']],
  ])('%s, in "%s"', (_, language, proposal, yes, none) => {
    expect(yes.filter((text) => !agrees(text, proposal, language))).toEqual([]);
    expect(none.filter((text) => agrees(text, proposal, language))).toEqual([]);
  });

  it('an address is not somewhere else because of it', () => {
    const address = { question: 'Soll ich Ihre Adresse ändern?', arguments: { address: 'Weg 2' } };
    expect(agrees('ja, ändern Sie sie', address, 'de')).toBe(true);
    expect(agrees('ja, verschieben Sie das', address, 'de')).toBe(false);
  });
});
