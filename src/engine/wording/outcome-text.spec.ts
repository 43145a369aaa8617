import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../understanding/language/index.js';
import { outcomeText, spokenChanges, spokenField, spokenValues } from './outcome-text.js';
import { readReplies } from './replies.js';

describe('the outcome of an action in words', () => {
  it('is its message, else its values', () => {
    expect(outcomeText({ message: 'Parcel on its way.', id: 7 })).toBe('Parcel on its way.');
    expect(outcomeText({ orderId: 7, state: 'sent' })).toBe('(order id: 7, state: sent)');
    expect(outcomeText(null)).toBe('');
  });

  it('is, of a playbook, what it gives', () => {
    const record = { steps_completed: ['a'], steps_skipped: [], steps_failed: [], errors: {}, duration_ms: 3 };
    expect(outcomeText({ output: { title: 'Paint' }, ...record })).toBe('(title: Paint)');
  });

  it('names the steps that failed', () => {
    const record = { output: {}, steps_failed: ['mail'], errors: { mail: 'no answer' } };
    expect(outcomeText(record)).toBe('(output: {}, steps failed: ["mail"], errors: {"mail":"no answer"})');
  });
});

it('brings no line breaks and no hidden marks of direction from the names of values into a question', () => {
  expect(spokenValues({ 'to\nNothing is paid.': 'Ann', '\u202Eeman': 'x\u2028y' })).toBe(
    '"to\\nNothing is paid." Ann, \\u202eeman x y',
  );
  expect(spokenChanges({}, { 'to\nme': 'Ann' }, readReplies(ENGLISH))).toBe('"to\\nme" Ann');
});

it('puts a value into quotes that could be read as another one, or as none', () => {
  expect(spokenValues({ to: 'Ann, amount 5', amount: 500, address: 'Main St 5, Berlin', memo: '' })).toBe(
    'to "Ann, amount 5", amount 500, address Main St 5, Berlin, memo ""',
  );
  expect(spokenChanges({ to: 'Ann', payAt: 1 }, { to: 'Ann,  Pay at 2', payAt: 1 }, readReplies(ENGLISH))).toBe(
    'to Ann → "Ann,  Pay at 2"',
  );
});

it('writes names as they are where two sound the same, or one could be read as a name and a value', () => {
  expect(spokenValues({ orderId: 1, order_id: 2, to: 'Ann', To: 'Bob' })).toBe(
    '"orderId" 1, "order_id" 2, "to" Ann, "To" Bob',
  );
  expect(spokenValues({ 'amount 5, to': 'Bob', amount: 500 })).toBe('"amount 5, to" Bob, amount 500');
  expect(spokenValues({ 'amount 5 to': 'Bob', amount: 500 })).toBe('"amount 5 to" Bob, amount 500');
  expect(spokenChanges({ orderId: 1, order_id: 2 }, { orderId: 1, order_id: 3 }, readReplies(ENGLISH))).toBe(
    '"order_id" 2 → 3',
  );
});

it('calls what has changed by its title, unless two have the same', () => {
  const titled = (title: string) => ({ properties: { starts_at: { title }, room: { title: 'Raum' } } });
  const changes = (title: string) =>
    spokenChanges({ starts_at: 9, room: 1 }, { starts_at: 10, room: 2 }, readReplies(ENGLISH), titled(title));
  expect(changes('Beginn')).toBe('Beginn 9 → 10, Raum 1 → 2');
  expect(changes('Raum')).toBe('"starts_at" 9 → 10, "room" 1 → 2');
});

it('puts a value into quotes whose blanks could not be seen', () => {
  const args = { a: 'a b', b: 'a  b', c: ' ', d: 'x.txt ', e: 'a\tb', f: 'a\u00a0b', g: 'a\n\nb ' };
  expect(spokenValues(args)).toBe('a a b, b "a  b", c " ", d "x.txt ", e "a\\tb", f "a\u00a0b", g a b');
});

describe('a field in words', () => {
  const schema = {
    properties: {
      orderId: { type: 'string', title: 'Bestellnummer' },
      phone: { type: 'string', title: ' ' },
      address: { type: 'object', title: 'Anschrift', properties: { city: { title: 'Ort\nund mehr' }, zipCode: {} } },
    },
  };

  it.each([
    ['orderId', 'Bestellnummer'],
    ['phone', 'phone'],
    ['address.city', 'Ort und mehr'],
    ['address.zipCode', 'address.zip code'],
    ['customerId', 'customer id'],
  ])('%s is %s: its title, on one line, or else its name', (field, words) =>
    expect(spokenField(field, schema)).toBe(words),
  );

  it('is its name where there is no schema', () => expect(spokenField('orderId', undefined)).toBe('order id'));
});
