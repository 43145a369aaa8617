import { describe, expect, it } from 'vitest';
import { agreesByRules as agrees } from '../../../../test/helpers/agrees-by-rules.js';

const FLIGHT = {
  question: 'Shall I book flight LX 318 from Zurich to London on 3 June for two adults?',
  arguments: { flight: 'LX 318', from: 'Zurich', to: 'London', date: '2027-06-03', adults: 2 },
};
const PAPER = {
  question: 'Shall I cancel your subscription to Daily News as of 30 June?',
  arguments: { subscription: 'Daily News', endDate: '2027-06-30' },
};
const PAPER_DE = {
  question: 'Soll ich Ihr Abo der Tageszeitung zum 30. Juni kündigen?',
  arguments: { subscription: 'Tageszeitung', endDate: '2027-06-30' },
};
const SOFA = {
  question: 'Shall I change the delivery date of your sofa from 12 May to 19 May?',
  arguments: { from: '2027-05-12', to: '2027-05-19' },
};
const VISIT = { question: 'Shall I book your visit on 5 June?', arguments: { date: '2027-06-05' } };
const BILL = {
  question: 'I will pay 64.20 EUR to City Water from your savings account. Is that correct?',
  arguments: { amount: 64.2, payee: 'City Water', account: 'savings' },
};
const BILL_DE = {
  question: 'Ich bezahle 64,20 Euro an die Stadtwerke von Ihrem Girokonto. Ist das richtig?',
  arguments: { amount: 64.2, payee: 'Stadtwerke', account: 'Girokonto' },
};
const ORDER = { question: 'Shall I cancel your order 7017?', arguments: { orderId: '7017' } };
const STAY = {
  question: 'Shall I book the single room at the Park Hotel for two nights from 10 October?',
  arguments: { hotel: 'Park Hotel', from: '2027-10-10', nights: 2 },
};
const TABLE = {
  question: 'Shall I reserve a table for two at Chez Anna tomorrow at 8 pm?',
  arguments: { restaurant: 'Chez Anna', guests: 2, day: 'tomorrow', time: '20:00' },
};
const CLINIC = {
  question: 'Shall I move your appointment to Thursday at 3:30 pm?',
  arguments: { day: 'Thursday', time: '15:30' },
};
const TABLE_DE = {
  question: 'Soll ich für morgen um 20 Uhr einen Tisch für zwei bei Chez Anna reservieren?',
  arguments: { restaurant: 'Chez Anna', guests: 2, day: 'morgen', time: '20:00' },
};

const CLEANER_DE = {
  question: 'Soll ich für Mittwoch um 9 Uhr eine Reinigungskraft buchen, drei Stunden, 75 Euro?',
  arguments: { service: 'Reinigungskraft', day: 'Mittwoch', time: '09:00', hours: 3, price: 75 },
};
const YOGA_DE = {
  question: 'Soll ich Ihren Yogakurs am Montag um 18 Uhr absagen?',
  arguments: { class: 'Yogakurs', day: 'Montag', time: '18:00' },
};

const STORAGE = {
  question: 'Shall I end your rental of storage unit B-217 as of March 31, 2026?',
  arguments: { unit: 'B-217', end_date: '2026-03-31' },
};
const LIMIT = {
  question: 'Shall I raise the daily limit on the lunch card to $12.50, starting Monday, June 1, 2026?',
  arguments: { daily_limit: 12.5, start_date: '2026-06-01' },
};
const CARPENTER_DE = {
  question: "Soll ich CHF 1'340.50 an die Schreinerei Zgraggen überweisen, mit Ausführung am 17. März 2026?",
  arguments: { amount: 1340.5, currency: 'CHF', recipient: 'Schreinerei Zgraggen', execution_date: '2026-03-17' },
};
const BIKE_DE = {
  question: 'Soll ich das Lastenrad „Elsa“ am 9. Mai 2026 ab 8:30 Uhr für 5 Stunden buchen?',
  arguments: { bike: 'Elsa', date: '2026-05-09', start_time: '08:30', hours: 5 },
};
const HUT_DE = {
  question: 'Soll ich die Hütte vom 14. bis 18. August 2026 für 6 Personen buchen?',
  arguments: { check_in: '2026-08-14', check_out: '2026-08-18', guests: 6 },
};
const LESSON_DE = {
  question: 'Soll ich die Klavierstunde auf donnerstags um 16:15 Uhr verlegen?',
  arguments: { weekday: 'Donnerstag', time: '16:15' },
};
const BERTH_DE = {
  question: 'Soll ich Ihren Liegeplatz B14 zum 31. März 2026 kündigen?',
  arguments: { berth: 'B14', end_date: '2026-03-31' },
};

const GREENHOUSE = {
  question: 'Shall I change the night temperature from 16 °C to 19.5 °C?',
  arguments: { night_temperature_c: 19.5 },
};
const CELLO = {
  question: 'Shall I change the insured value of your cello to €18,500?',
  arguments: { insured_value: 18500, currency: 'EUR' },
};

describe('values of the proposal in other forms', () => {
  it.each([
    ['a code in one word', 'fine by me, book LX318', FLIGHT, 'en'],
    ['two places with a hyphen', 'yes, zurich-london on june 3rd', FLIGHT, 'en'],
    ['two places with a dash', 'yes, Zurich–London on june 3rd', FLIGHT, 'en'],
    ['digits as words', 'yes, cancel seven zero one seven', ORDER, 'en'],
    ['the end of a month', 'yes, end of June', PAPER, 'en'],
    ['the end of a month', 'Passt, Kündigung per Ende Juni durchführen', PAPER_DE, 'de'],
    ['a day with its month behind a slash', 'yes, 19/5 please', SOFA, 'en'],
    ['a day with its month before a slash', 'yes, 5/19 please', SOFA, 'en'],
    ['cents behind the currency', 'Freigegeben, 64 Euro 20 an die Stadtwerke', BILL_DE, 'de'],
    ['first where to, then where from', 'yes, 64.20 to City Water from my savings account', BILL, 'en'],
    ['the last day of a stay', 'yes, 10 to 12 October', STAY, 'en'],
    ['an amount behind the word before a day', 'Abgemacht, drei Stunden für 75 Euro', CLEANER_DE, 'de'],
    ['a wish', 'Ich möchte den Yogakurs am Montag um 18:00 absagen, ja.', YOGA_DE, 'de'],
    ['a code without its hyphen', 'yes, end B217', STORAGE, 'en'],
    ['the digits of a code', 'yes, end unit 217', STORAGE, 'en'],
    ['a code in two words', 'ja, Platz B 14', BERTH_DE, 'de'],
    ['a year behind a comma', 'yes, March 31, 2026', STORAGE, 'en'],
    ['how often it was said', 'yes, for the third time: end it', STORAGE, 'en'],
    ['cents as a word', 'yes, twelve fifty', LIMIT, 'en'],
    ['a point as a word', 'yes, nineteen point five', GREENHOUSE, 'en'],
    ['the number that is left', 'yes, from 16 to 19.5', GREENHOUSE, 'en'],
    ['thousands behind a space', 'yes, 18 500 €', CELLO, 'en'],
    ['cents by their name', 'Ja, 64 Euro und 20 Cent', BILL_DE, 'de'],
    ['the first of a month', 'yes, from the first of June', LIMIT, 'en'],
    ['francs and centimes', 'Genau, 1340 Franken 50', CARPENTER_DE, 'de'],
    ['francs and centimes as words', 'ja, tausenddreihundertvierzig Franken fünfzig', CARPENTER_DE, 'de'],
    ['a point before the cents', 'ja, 1340.50', CARPENTER_DE, 'de'],
    ['a day as a word', 'ja, am siebzehnten', CARPENTER_DE, 'de'],
    ['when so many hours end', 'ja, von halb neun bis halb zwei', BIKE_DE, 'de'],
    ['when so many hours end, with a dash', 'ja, 8:30-13:30', BIKE_DE, 'de'],
    ['days without their month', 'ja, vom 14. bis 18.', HUT_DE, 'de'],
    ['a quarter of the hour to come', 'ja, viertel fünf', LESSON_DE, 'de'],
    ['a time without its sign', 'yes thurs 330', CLINIC, 'en'],
    ['a time without its sign, by the whole day', 'yes, 1530', CLINIC, 'en'],
    ['a time in two words', 'yes, three thirty is fine', CLINIC, 'en'],
    ['a time of two numbers', 'yes at 3 30', CLINIC, 'en'],
    ['minutes as a word behind their hour', 'ja, um sechzehn Uhr fünfzehn', LESSON_DE, 'de'],
    ['a time without its "Uhr"', 'ja, acht dreißig', BIKE_DE, 'de'],
    ['so many persons', 'yes kindly book for 2 persons', TABLE, 'en'],
    ['so many persons', 'Genau, zwei Personen um acht bei Chez Anna', TABLE_DE, 'de'],
  ] as const)('%s: "%s" agrees', (_, text, proposal, language) => {
    expect(agrees(text, proposal, language)).toBe(true);
  });

  it.each([
    ['another code', 'yes, book LX319', FLIGHT, 'en'],
    ['the way back', 'yes, london-zurich on june 3rd', FLIGHT, 'en'],
    ['another month', 'yes, end of May', PAPER, 'en'],
    ['a month of which another day is meant', 'yes, end of June', VISIT, 'en'],
    ['a day that may be another', 'yes, 5/6', VISIT, 'en'],
    ['another year', 'yes, 19/5/2028', SOFA, 'en'],
    ['other cents', 'Freigegeben, 64 Euro 30 an die Stadtwerke', BILL_DE, 'de'],
    ['turned round', 'yes, to my savings account from City Water', BILL, 'en'],
    ['another last day', 'yes, 10 to 13 October', STAY, 'en'],
    ['another first day', 'yes, 12 October', STAY, 'en'],
    ['another amount', 'Abgemacht, drei Stunden für 80 Euro', CLEANER_DE, 'de'],
    ['more hours', 'Bitte buche die Reinigungskraft für 4 Stunden', CLEANER_DE, 'de'],
    ['a wish to know', 'Ich möchte erst mehr zum Yogakurs wissen, ja.', YOGA_DE, 'de'],
    ['another code without its hyphen', 'yes, end B218', STORAGE, 'en'],
    ['the digits of another code', 'yes, end unit 218', STORAGE, 'en'],
    ['another code in two words', 'ja, Platz B 15', BERTH_DE, 'de'],
    ['another year behind a comma', 'yes, March 31, 2027', STORAGE, 'en'],
    ['a day behind "since" alone', 'yes, since Saturday', STORAGE, 'en'],
    ['a deed since a day', 'yes, end it since Saturday', STORAGE, 'en'],
    ['other cents as a word', 'yes, twelve sixty', LIMIT, 'en'],
    ['another point as a word', 'yes, nineteen point six', GREENHOUSE, 'en'],
    ['the numbers turned round', 'yes, from 19.5 to 16', GREENHOUSE, 'en'],
    ['another number that is left', 'yes, from 17 to 19.5', GREENHOUSE, 'en'],
    ['other thousands behind a space', 'yes, 18 600 €', CELLO, 'en'],
    ['other cents by their name', 'Ja, 64 Euro und 30 Cent', BILL_DE, 'de'],
    ['the second of a month', 'yes, from the second of June', LIMIT, 'en'],
    ['other centimes', 'Genau, 1340 Franken 60', CARPENTER_DE, 'de'],
    ['other francs', "ja, 1'430.50 Franken", CARPENTER_DE, 'de'],
    ['another point', 'ja, 1340.60', CARPENTER_DE, 'de'],
    ['another day as a word', 'ja, am achtzehnten', CARPENTER_DE, 'de'],
    ['when more hours end', 'ja, 8:30-14:30', BIKE_DE, 'de'],
    ['another last day without its month', 'ja, vom 14. bis 19.', HUT_DE, 'de'],
    ['a quarter of another hour', 'ja, viertel sechs', LESSON_DE, 'de'],
    ['three quarters of the hour', 'ja, dreiviertel fünf', LESSON_DE, 'de'],
    ['another time without its sign', 'yes thurs 430', CLINIC, 'en'],
    ['the other half of the day', 'yes at 3 30 in the morning', CLINIC, 'en'],
    ['an amount of the same digits', 'yes, 330 euros', CLINIC, 'en'],
    ['another time in two words', 'yes, four thirty', CLINIC, 'en'],
    ['other minutes as a word', 'ja, um sechzehn Uhr zwanzig', LESSON_DE, 'de'],
    ['the hour alone', 'ja, um sechzehn Uhr', LESSON_DE, 'de'],
    ['more persons', 'yes kindly book for 3 persons', TABLE, 'en'],
    ['more persons', 'Genau, drei Personen um acht bei Chez Anna', TABLE_DE, 'de'],
  ] as const)('%s: "%s" does not', (_, text, proposal, language) => {
    expect(agrees(text, proposal, language)).toBe(false);
  });
});
