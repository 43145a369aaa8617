import { describe, expect, it } from 'vitest';
import { readSlots, slotSettings } from './index.js';

const PAYMENT = {
  type: 'object',
  properties: {
    to: { type: 'string' },
    amount: { type: 'number' },
    when: { type: 'string', format: 'schedule' },
  },
  required: ['to', 'amount'],
};

/** A Wednesday: the 11th of March 2026, 14:00 in Berlin. */
const NOW = Date.UTC(2026, 2, 11, 13);

function read(text: string, language = 'en', values = {}, askedFor: string[] = []) {
  const settings = slotSettings({ language, languageDirectory: '', timeZone: 'Europe/Berlin' }, { now: () => NOW });
  return readSlots({ text, schema: PAYMENT, values, askedFor, settings });
}

/** As RFC 5545 writes it, from a day of 2026 on. */
const from = (day: string, time: string, rule?: string) =>
  `DTSTART;TZID=Europe/Berlin:2026${day}T${time}00${rule ? `\nRRULE:${rule}` : ''}`;

describe('when something is to be done', () => {
  it.each([
    ['every Monday at 9 am', from('0316', '0900', 'FREQ=WEEKLY;BYDAY=MO')],
    [
      'pay 50 to Bob every Monday at 9:00 am until June',
      from('0316', '0900', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20260531T215959Z'),
    ],
    ['every monday and thursday at 18:30', from('0312', '1830', 'FREQ=WEEKLY;BYDAY=MO,TH')],
    ['daily at 7 pm until 3 April', from('0311', '1900', 'FREQ=DAILY;UNTIL=20260403T215959Z')],
    ['every 2 weeks on Friday at noon, 6 times', from('0313', '1200', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;COUNT=6')],
    ['every other Friday at 8 am', from('0313', '0800', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR')],
    ['monthly on the 1st at 8 am', from('0401', '0800', 'FREQ=MONTHLY;BYMONTHDAY=1')],
    ['on the 1st and 15th of every month at 10:00 am', from('0315', '1000', 'FREQ=MONTHLY;BYMONTHDAY=1,15')],
    ['on the last day of every month at 6 pm', from('0331', '1800', 'FREQ=MONTHLY;BYMONTHDAY=-1')],
    ['every weekday at 9 am', from('0312', '0900', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')],
    ['every day at 8 am starting 1 April', from('0401', '0800', 'FREQ=DAILY')],
    ['weekly on Tuesday at 8 am', from('0317', '0800', 'FREQ=WEEKLY;BYDAY=TU')],
    ['tomorrow at 8 am', from('0312', '0800')],
  ])('is read: %s', (text, when) => {
    expect(read(text).values.when).toBe(when);
  });

  it.each([
    ['jeden Montag um 9 Uhr bis Juni', from('0316', '0900', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20260531T215959Z')],
    ['montags und donnerstags um 18:30 Uhr', from('0312', '1830', 'FREQ=WEEKLY;BYDAY=MO,TH')],
    ['täglich um 19 Uhr bis zum 3. April', from('0311', '1900', 'FREQ=DAILY;UNTIL=20260403T215959Z')],
    ['alle 2 Wochen am Freitag um 12 Uhr, 6 Mal', from('0313', '1200', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;COUNT=6')],
    ['monatlich am 1. um 8 Uhr', from('0401', '0800', 'FREQ=MONTHLY;BYMONTHDAY=1')],
    ['am letzten Tag jedes Monats um 18 Uhr', from('0331', '1800', 'FREQ=MONTHLY;BYMONTHDAY=-1')],
    ['morgen um 8 Uhr', from('0312', '0800')],
  ])('is read in German: %s', (text, when) => {
    expect(read(text, 'de').values.when).toBe(when);
  });

  it.each([
    ['cada lunes a las 9 hasta junio', from('0316', '0900', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20260531T215959Z')],
    ['todos los lunes y jueves a las 18:30', from('0312', '1830', 'FREQ=WEEKLY;BYDAY=MO,TH')],
    ['cada día a las 19:00 hasta el 3 de abril', from('0311', '1900', 'FREQ=DAILY;UNTIL=20260403T215959Z')],
    ['cada mes el día 1 a las 8:00', from('0401', '0800', 'FREQ=MONTHLY;BYMONTHDAY=1')],
    ['cada 2 semanas el viernes a las 12:00, 6 veces', from('0313', '1200', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;COUNT=6')],
    ['mañana a las 8:00', from('0312', '0800')],
  ])('is read in Spanish: %s', (text, when) => {
    expect(read(text, 'es').values.when).toBe(when);
  });

  it('leaves the other values to their fields', () => {
    const { values } = read('Every Monday at 9 am until June, amount 50, to Bob', 'en');
    expect(values).toMatchObject({ amount: 50, to: 'Bob' });
  });

  it.each([
    ['every Monday at 9', 'morning or in the afternoon'],
    ['every Monday', 'needs a day and a time'],
    ['monthly at 9 am', 'on which day'],
    ['every Monday at 9 am until whenever', 'needs one end'],
    ['every Monday at 9 am until June, 3 times', 'needs one end'],
    ['every day at 9 am until 1 March 2026', 'needs one end'],
    ['tomorrow', 'needs a day and a time'],
  ])('is asked again where it can be read in two ways, or says too little: %s', (text, reason) => {
    const { values, rejected } = read(text);
    expect(values.when).toBeUndefined();
    expect(rejected).toEqual([expect.objectContaining({ field: 'when', reason: expect.stringContaining(reason) })]);
  });

  it('is not there in what says no time', () => {
    const { values, rejected } = read('pay 50 to Bob');
    expect([values.when, rejected]).toEqual([undefined, []]);
  });

  it('is changed by another time or day alone', () => {
    const when = from('0316', '0900', 'FREQ=WEEKLY;BYDAY=MO;COUNT=5');
    expect(read('at 10 am', 'en', { when }).values.when).toBe(from('0316', '1000', 'FREQ=WEEKLY;BYDAY=MO;COUNT=5'));
    expect(read('on Tuesday', 'en', { when }).values.when).toBe(from('0317', '0900', 'FREQ=WEEKLY;BYDAY=TU;COUNT=5'));
  });
});
