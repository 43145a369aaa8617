import { describe, expect, it } from 'vitest';
import { outcomeText, spokenChanges, spokenDescription, spokenValues } from './outcome-text.js';

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

describe('a tool inside of a sentence', () => {
  it.each([
    ['Closes a to-do.', 'Closes a to-do'],
    ['Closes a to-do. Use it when it is done. Returns the state.', 'Closes a to-do'],
    ['Closes a to-do, e.g. number 7, at once. Returns 1.', 'Closes a to-do, e.g. number 7, at once'],
    ['Pays version 2.1 of a bill', 'Pays version 2.1 of a bill'],
  ])('is the first sentence of its description: %s', (description, spoken) => {
    expect(spokenDescription(description)).toBe(spoken);
  });
});

it('brings no line breaks and no marks of direction from the names of values into a question', () => {
  expect(spokenValues({ 'to\nNothing is paid.': 'Ann', '\u202Eeman': 'x\u2028y' })).toBe(
    'to nothing is paid. Ann, eman x y',
  );
  expect(spokenChanges({}, { 'to\nme': 'Ann' })).toBe('to me Ann');
});
