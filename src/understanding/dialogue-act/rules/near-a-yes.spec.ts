import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

interface Said {
  readonly proposal: OpenProposal;
  readonly agrees: readonly string[];
  readonly doesNot: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Readonly<Record<string, Said>>>> = {
  en: {
    'what comes of it': {
      proposal: {
        question: 'I would now change the vehicle on parking permit 4471 from KX17 LPD to YD24 RMO. Is that right?',
        arguments: { permit: '4471', old: 'KX17 LPD', new: 'YD24 RMO' },
      },
      agrees: ['okay, change it to YD24 RMO', 'yes please, go ahead'],
      doesNot: [
        'OK so what happens to the visitor vouchers if I say yes?',
        'ok so what happens to the vouchers?',
        'sure, what if I sell the new one?',
        "it looks like I don't have the permit number right now",
      ],
    },
    'the word for the end as a thing': {
      proposal: { question: 'Shall I cancel order 7017?', arguments: { order: '7017' } },
      agrees: [
        'yes, cancel it',
        'Yes, please go ahead with canceling it. You are the kindest order service agent I have ever spoken to.',
      ],
      doesNot: ['yes, send the order', 'yes, send it off', 'Yes please. Cancel the order for'],
    },
    'who wants what would be closed': {
      proposal: {
        question: 'Shall I close your savings account ending in 4471?',
        arguments: { account: '4471' },
      },
      agrees: [
        'yes I want the account closed',
        "yes, I'd like to close the account",
        'I agree to the closing of the account',
        'yes that is my final decision',
        'yes, that is my wish',
      ],
      doesNot: [
        'I need the account, yes',
        "yes, I'd like the account",
        'yes, I really need that account',
        'I agree to the account',
        'yes that is my account',
        "Yes, I do want it closed. That doesn't mean you may do it.",
      ],
    },
    'which one it is, and whose': {
      proposal: {
        question: 'Shall I move your flight AX 233 from 9 September to 11 September?',
        arguments: { flight: 'AX 233', oldDate: '9 September', newDate: '11 September' },
      },
      agrees: ['yes, my flight is AX 233, please move it', 'yes please, my new flight is on 11 September'],
      doesNot: ['Yes, my flight is AX 233.', 'yes my flight is the AX 233', 'yes that is my flight'],
    },
    'a please for something else': {
      proposal: {
        question: 'Shall I pay the rent of £980 to Fulmar Estates from account 2231?',
        arguments: { amount: 980, payee: 'Fulmar Estates', fromAccount: '2231' },
      },
      agrees: ['yes please, pay the rent', 'yes please pay it'],
      doesNot: ['yes please show me the statement for 2231'],
    },
    'whether it can be done': {
      proposal: {
        question: 'Shall I book the compact car from 1 August to 4 August for 180 euros?',
        arguments: { car: 'compact', from: '2027-08-01', to: '2027-08-04', price: 180 },
      },
      agrees: [
        'Yes please, let me know if you need anything else',
        'Yes please. Just shout if there are any issues',
        "yes, let me know when it's done",
        'Yes, book it. How much is the deposit?',
      ],
      doesNot: [
        'yes, let me know if it can be done',
        'Yes please. Let me know whether that is possible',
        'yes please, let me know if you can',
        "That's right, the compact. How much is the deposit though?",
      ],
    },
    'money in the words for it': {
      proposal: {
        question: 'Shall I send 340.75 GBP to the rowing club?',
        arguments: { amount: 340.75, currency: 'GBP', recipient: 'rowing club' },
      },
      agrees: ['yes, send the cash', 'send them the money', 'Yup, three hundred and forty pounds seventy-five'],
      doesNot: ['pay it in cash, yes', 'yes, send the van', 'yes, three hundred and forty pounds seventy-six'],
    },
    'what "end" does': {
      proposal: {
        question: 'Shall I end the rental of your storage unit 4C-118 as of 30 November 2026?',
        arguments: { unit_id: '4C-118', end_date: '2026-11-30' },
      },
      agrees: [
        'Yes please, go ahead and end it.',
        'yes, terminate the rental',
        'I confirm the termination of unit 4C-118',
      ],
      doesNot: [
        'I want the rental, yes',
        'yes hello, are you a real person or a bot?',
        'yes, who ordered that?',
        "of course she's staying in it",
      ],
    },
    'a person to speak to': {
      proposal: { question: 'I can transfer you to a human agent. Would you like me to do that?', arguments: {} },
      agrees: ['Yes, I want to talk to a person', 'Yes, speak to someone'],
      doesNot: ["no, I don't want to speak to someone"],
    },
    'a word of confirmation, asked for besides': {
      proposal: {
        question: 'Shall I transfer 250 EUR to Bob Miller?',
        arguments: { amount: 250, currency: 'EUR', recipient: 'Bob Miller' },
      },
      agrees: [
        'Yes, please email me the confirmation',
        'Sure, go ahead. Send me the receipt by email please.',
        'yes and please drop me a line when it is done',
        'Yes please. My wife agrees.',
        'Yes, as agreed on the phone',
        'Yes please, thanks to the lady on the phone',
      ],
      doesNot: [
        'yes, send it to me',
        'Yes, please email me the confirmation first',
        'Yes, as agreed on the phone, but 200',
        "Yes, my wife agrees, I don't",
        'yes, talk later',
      ],
    },
    'the same done for the one who speaks': {
      proposal: {
        question: 'Shall I email the receipt to accounting@acme.com?',
        arguments: { document: 'receipt', to: 'accounting@acme.com' },
      },
      agrees: ['Yes, email the receipt to accounting@acme.com', 'yes please'],
      doesNot: ['Yes please, email me the receipt', 'yes, email the receipt to me'],
    },
    'agreement with a no in it': {
      proposal: { question: 'Shall I cancel order 7017?', arguments: { orderId: '7017' } },
      agrees: ["Yes, I don't want it any more", 'no objections, go ahead', "don't hesitate, cancel it"],
      doesNot: [
        "Yes please. You don't have my approval",
        'Yes, I do not agree to that',
        "yes please. I can't confirm that",
        'Yes, what was the question?',
      ],
    },
    'a verb that only carries what is done': {
      proposal: { question: 'Shall I register the change of your address?', arguments: {} },
      agrees: ['yes, change it', 'Yes, register it', 'I agree to the change'],
      doesNot: ['Yes, cancel it', 'that is great', 'yes, I want to book it'],
    },
    'a change, and the fee for it': {
      proposal: {
        question:
          'Your booking is for 9 July 2027. Should I move it to 10 July 2027 at 14:30, for a change fee of £18?',
        arguments: { newDate: '2027-07-10', time: '14:30', fee: 18 },
      },
      agrees: ['Of course, do change it.', 'Saturday the 10th please', 'please move it to Saturday at half past two'],
      doesNot: ['Friday please', 'yes, the 9th', 'yes, move it to the 9th', 'yes, move it to Sunday'],
    },
    'up and down between numbers': {
      proposal: {
        question: 'Shall I change your daily limit from 500 to 300 dollars?',
        arguments: { old: 500, new: 300 },
      },
      agrees: ['lower it please', 'Yes, reduce it to 300'],
      doesNot: ['yes, raise it', 'yes, lower it by 300', 'reduce it by 300', 'yes, increase it to 300'],
    },
    'what is known or done, beside no more than a yes': {
      proposal: {
        question: 'Shall I transfer 400 dollars to Maria Lopez?',
        arguments: { amount: 400, to: 'Maria Lopez' },
      },
      agrees: ['yes, do it, I saw the bill', 'yes please, I read the terms', 'yes, she is great', 'yes, I love that'],
      doesNot: [
        'yes, I saw that',
        'yes, I read your email',
        "yes, I've heard of her",
        'yes, I see',
        'yes, I know her',
        'yes, she has it',
        'yes, she was paid',
        'yes, I paid her',
        'I transferred it, yes',
        'yes, so she says',
        'yes, again',
        "yes, let's see",
        "yes, I'd like to know more",
        'yes, do I have that much?',
        'yes, which one?',
      ],
    },
    'what somebody says who comes to what would be cancelled': {
      proposal: {
        question: 'Shall I cancel your appointment with Dr. Patel on Tuesday at 10:30?',
        arguments: { doctor: 'Dr. Patel', day: 'Tuesday', time: '10:30' },
      },
      agrees: ["yes, I can't make it", 'yes, something came up', "Yes, I'm feeling better"],
      doesNot: [
        'yes, 10:30 works',
        'yes, that time suits me',
        "sure, I'll be on it",
        'of course I want to go there',
        'yes, I love it',
        'yes, I went',
      ],
    },
    'a name that another word goes with': {
      proposal: {
        question: 'Shall I book the double room at the Seaview Hotel for 320 pounds?',
        arguments: { hotel: 'Seaview Hotel', room: 'double', price: 320 },
      },
      agrees: ['yes, the Seaview', 'yes, the double one', 'yes, the Seaview Hotel'],
      doesNot: ['yes, the Seaview Inn', 'yes, just for a night', "yes, I've stayed there"],
    },
    'dates by their day of the week': {
      proposal: {
        question: 'Shall I move your meeting from Monday 9 am to Wednesday 2 pm?',
        arguments: { from: '2027-05-03T09:00', to: '2027-05-05T14:00' },
      },
      agrees: ['move it to Wednesday', 'Wednesday 2 pm is fine', 'yes please, Wednesday at 2'],
      doesNot: ['yes, Monday', 'yes, Monday works', 'move it to Monday', 'Thursday 2 pm is good'],
    },
    'what each of two deeds is done to': {
      proposal: {
        question: 'Shall I close your savings account ending in 8812 and move the money to your checking account?',
        arguments: { account: '8812', to: 'checking' },
      },
      agrees: ['yes, close savings', 'yes, close the account'],
      doesNot: ['yes, close checking', 'close my checking account'],
    },
    'two of a thing, and the source of a payment': {
      proposal: {
        question: 'Shall I pay for 2 tickets, 45 pounds each, from your Visa card ending in 8871?',
        arguments: { tickets: 2, price: 45, card: '8871' },
      },
      agrees: ['yes, both tickets', 'yes, the Visa card'],
      doesNot: [
        'yes, 45 for both',
        'yes, the Mastercard',
        "yes, that's my Visa",
        'yes, I paid 45',
        'yes, I got it yesterday',
      ],
    },
    'a seat or a table that is kept': {
      proposal: { question: 'Shall I cancel your pottery class on Saturday?', arguments: { day: 'Saturday' } },
      agrees: ['yes please confirm the cancellation', 'yes, cancel my class'],
      doesNot: ['yes please confirm my seat for Saturday', 'confirm the seat', "right, that's my class"],
    },
    'whose deed it is': {
      proposal: { question: 'Shall I send 85 euros to Oskar Lind?', arguments: { amount: 85, to: 'Oskar Lind' } },
      agrees: ['yes, send Oskar the 85', 'yes, send it to Oskar for me'],
      doesNot: ['Yes, I want Oskar to send me 85 euros', 'yes, Oskar sends me 85', 'yes, send it to me'],
    },
    'what is kept by who cancels its end': {
      proposal: { question: 'Shall I cancel the deletion of your account?', arguments: { account: 'A-1' } },
      agrees: ['yes, cancel the deletion'],
      doesNot: ["Yes, I've moved to another provider", "yes, it's too expensive"],
    },
    'why somebody has something cancelled': {
      proposal: { question: 'Shall I cancel your subscription?', arguments: { subscription: 'S-1' } },
      agrees: [
        "Yes, I don't watch it anymore",
        "yes, it's too expensive",
        "please cancel, I'm switching to another provider",
        'yes, we found a cheaper one',
      ],
      doesNot: ["yes, it's not too expensive", "yes, I'd switch to another plan", 'send it off, yes'],
    },
  },
  de: {
    'which one it is': {
      proposal: {
        question: 'Soll ich Ihren Flug AX 233 vom 9. auf den 11. September umbuchen?',
        arguments: { flug: 'AX 233', altesDatum: '9. September', neuesDatum: '11. September' },
      },
      agrees: ['Ja, mein Flug ist der AX 233, bitte umbuchen.', 'Ja bitte, mein neuer Flug ist am 11. September'],
      doesNot: ['Ja, mein Flug ist der AX 233.', 'ja das ist mein flug'],
    },
    'short words and ends of sentences': {
      proposal: {
        question: 'Soll ich Ihren Yogakurs im Studio Nord zum 31. Juli 2026 kündigen?',
        arguments: { kurs: 'Yogakurs', ort: 'Studio Nord', ende: '2026-07-31' },
      },
      agrees: [
        'Ja, kündigen Sie den Kurs',
        'Kündigen Sie zum Monatsende Juli',
        'Kündigen Sie bitte. Vielen Dank für die schönen Jahre bei Ihnen.',
        'Tun Sie das. Mehr brauche ich heute nicht.',
      ],
      doesNot: [
        'Bitte zum Monatsende August kündigen',
        'Ja, schicken Sie es ab.',
        'Ja, der Yogakurs ist',
        'Ja, bitte den Kurs am',
      ],
    },
    'who is to stay': {
      proposal: {
        question: 'Soll ich den Cellounterricht von Mathilda zum 31. Januar 2026 kündigen?',
        arguments: { student: 'Mathilda', end_date: '2026-01-31' },
      },
      agrees: ['Ja, bitte kündigen', 'Perfekt, so machen'],
      doesNot: [
        'Auf jeden Fall bleibt Mathilda bei Frau Brandstetter, sie liebt den Unterricht.',
        'Klar bleibt sie dabei',
        'Ja, wer hat denn das bestellt?',
        'ja hallo, sind Sie ein Mensch?',
        'Perfekt, und ist da die Gebühr schon mit drin?',
      ],
    },
    'who wants what would be closed': {
      proposal: {
        question: 'Soll ich Ihr Sparkonto mit der Endung 4471 auflösen?',
        arguments: { account: '4471' },
      },
      agrees: ['ja ich will das Konto auflösen', 'das ist meine Entscheidung, ja', 'ja, das ist mein Ernst'],
      doesNot: ['Ich will das Konto, ja', 'ja, ich möchte mein Konto', 'ja das ist mein Konto'],
    },
    'whether it can be done': {
      proposal: {
        question: 'Soll ich den Termin bei Dr. Weber auf Mittwoch um 15 Uhr verschieben?',
        arguments: { doctor: 'Dr. Weber', day: 'Mittwoch', time: '15:00' },
      },
      agrees: [
        'ja bitte, melden Sie sich, falls noch etwas fehlt',
        'ja gern. Sagen Sie Bescheid, wenn Sie noch was brauchen',
        'ja bitte, sagen Sie Bescheid wenn es erledigt ist',
      ],
      doesNot: ['ja, sagen Sie mir Bescheid, ob es klappt', 'ja bitte. Geben Sie Bescheid ob das geht'],
    },
    'eine Bestätigung, um die nebenbei gebeten wird': {
      proposal: {
        question: 'Soll ich 250 Euro an Bob Müller überweisen?',
        arguments: { amount: 250, currency: 'EUR', recipient: 'Bob Müller' },
      },
      agrees: [
        'Ja bitte. Die Bestätigung gerne per Mail.',
        'Ja, geben Sie mir kurz Bescheid, wenn es durch ist',
        'Ja, alle Angaben stimmen',
        'Ja, meine Frau ist einverstanden',
        'Ja, danke für Ihre Geduld mit mir',
      ],
      doesNot: [
        'Ja, überweisen Sie es mir',
        'Ja, ich brauche erst eine Bestätigung',
        'Ja, alle Angaben stimmen außer dem Datum',
        'Ja, sorry, war gerade am Telefon, was war die Frage',
      ],
    },
    'Zustimmung mit einem Nein darin': {
      proposal: { question: 'Soll ich die Bestellung 7017 stornieren?', arguments: { orderId: '7017' } },
      agrees: ['Sie haben meine Zustimmung', 'akzeptiert', 'damit einverstanden', 'Ja, keine Frage'],
      doesNot: [
        'Ja bitte. Sie haben meine Zustimmung nicht',
        'Ja, damit bin ich nicht einverstanden',
        'Ja bitte. Wird nicht akzeptiert',
        'Ja, mir ist das nicht recht',
      ],
    },
    'ein Zeitwort, das nur trägt, was geschieht': {
      proposal: { question: 'Soll ich die Kündigung für Sie einreichen?', arguments: {} },
      agrees: ['Ja, kündigen Sie', 'Ja, einreichen bitte', 'Ja, ich brauche es nicht mehr'],
      doesNot: ['Das ist toll', 'Ja, da komme ich', 'Ja, verlängern Sie'],
    },
    'hinauf und hinunter zwischen Zahlen': {
      proposal: {
        question: 'Soll ich Ihren Abschlag von 92 Euro auf 118 Euro ändern?',
        arguments: { old: 92, new: 118 },
      },
      agrees: ['bitte auf 118 erhöhen', 'Ja, hochsetzen bitte'],
      doesNot: ['Ja, senken bitte', 'erhöhen Sie auf 92', 'ja, um 118 erhöhen', 'Senken Sie auf 118'],
    },
    'what is known or done, beside no more than a yes': {
      proposal: {
        question: 'Soll ich 80 Euro an Jonas Krämer überweisen?',
        arguments: { betrag: 80, an: 'Jonas Krämer' },
      },
      agrees: ['ja, überweisen Sie es bitte', 'Jawohl, an Herrn Krämer'],
      doesNot: [
        'ja, das habe ich gesehen',
        'ja, ist schon passiert',
        'ja, ich habe schon überwiesen',
        'ja, hat er bekommen',
        'ja, den kenne ich',
        'ja, ach so',
        'ja, wie bitte?',
        'ja, was genau?',
        'ja, ich möchte mehr wissen',
        'machen Sie doch, was Sie wollen',
      ],
    },
    'from which day to which': {
      proposal: {
        question: 'Soll ich die Abholung von Dienstag, dem 12. Mai, auf Freitag, den 22. Mai, verlegen?',
        arguments: { alt: '2026-05-12', neu: '2026-05-22' },
      },
      agrees: ['ja, auf den 22. Mai', 'ja, vom 12. auf den 22.', 'ja, am 22.5. bitte', 'ja, Freitag'],
      doesNot: [
        'ja, auf den 12. Mai',
        'Ja, bitte vom 22. auf den 12.!',
        'ja, auf Dienstag',
        'ja, verlegt hat das schon Ihre Kollegin',
      ],
    },
    'where money comes from': {
      proposal: {
        question: 'Soll ich 300 Euro von Ihrem Girokonto auf das Sparkonto überweisen?',
        arguments: { betrag: 300, von: 'Girokonto', nach: 'Sparkonto' },
      },
      agrees: ['ja, aufs Sparkonto', 'ja, vom Girokonto aufs Sparkonto'],
      doesNot: ['ja, aufs Girokonto', 'ja, vom Sparkonto'],
    },
    'why somebody has something cancelled': {
      proposal: {
        question: 'Soll ich Ihren Termin am Dienstag um 10:30 Uhr absagen?',
        arguments: { uhrzeit: '10:30' },
      },
      agrees: ['ja, ich bin krank', 'ja, ich schaffe es nicht', 'ja, leider muss ich arbeiten', 'ja, ich ziehe um'],
      doesNot: ['ja, da kann ich', 'ja, ich freue mich', 'ja, 10:30 passt'],
    },
  },
};

describe.each(Object.entries(LANGUAGES))('replies in "%s"', (code, kinds) => {
  const language = readActLanguage({ language: code, languageDirectory: '' });
  const rulesAlone = { ...language, replyWeights: undefined };

  it.each(Object.entries(kinds))('are told apart by %s', (_, { proposal, agrees, doesNot }) => {
    const isYes = (text: string, words: typeof language) =>
      classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, words).act === 'AFFIRM';
    expect(agrees.filter((text) => !isYes(text, rulesAlone))).toEqual([]);
    expect(doesNot.filter((text) => isYes(text, language))).toEqual([]);
  });
});

describe('what would be cancelled', () => {
  const KEPT = {
    en: { question: 'Shall I cancel your order 7017?', no: ['no, keep it', 'keep my order', 'please keep it'] },
    de: { question: 'Soll ich Ihre Bestellung 7017 stornieren?', no: ['nein, ich behalte sie', 'nein, behalten'] },
  };

  it.each(Object.entries(KEPT))('is kept with a no, in "%s"', (code, { question, no }) => {
    const language = readActLanguage({ language: code, languageDirectory: '' });
    const proposal = { question, arguments: { order: '7017' } };
    const acts = no.map((text) => classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act);
    expect(acts).toEqual(no.map(() => 'NEGATE'));
  });

  it('is cancelled for somebody who does not want to keep it', () => {
    const language = readActLanguage({ language: 'en', languageDirectory: '' });
    const proposal = { question: KEPT.en.question, arguments: { order: '7017' } };
    const actOf = (text: string) => classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act;
    expect(actOf("Cancel it, I don't want to keep it")).toBe('AFFIRM');
    expect(actOf('yes, keep it')).not.toBe('AFFIRM');
  });
});
