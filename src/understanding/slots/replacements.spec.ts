import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../platform/common/json.js';
import { readSlots } from './read-slots.js';
import { slotSettings } from './vocabulary/index.js';

const text = { type: 'string' };
const PROPERTIES = { hall: text, play: text, city: text, seats: { type: 'integer' }, supper: { type: 'boolean' } };

/** What the answer to a question changes of the values that the question said. */
function answer(said: string, question: string, values: JsonObject, language = 'en'): JsonObject {
  const settings = slotSettings({ language, languageDirectory: '', timeZone: 'UTC' }, { now: () => 0 });
  const properties = Object.fromEntries(Object.entries(PROPERTIES).filter(([name]) => name in values));
  return readSlots({ text: said, question, values, schema: { type: 'object', properties }, settings }).values;
}

describe('a name that stands where the question said another', () => {
  const question = 'Shall I book 2 tickets for Hamlet at the Old Mill in Leeds?';
  const values = { play: 'Hamlet', hall: 'Old Mill', city: 'Leeds', seats: 2 };

  it.each<[string, JsonObject]>([
    ['no, at the Corn Exchange please', { hall: 'Corn Exchange' }],
    ['No, I want to see it in York', { city: 'York' }],
    ['for Much Ado About Nothing instead', { play: 'Much Ado About Nothing' }],
    ['No, at the Corn Exchange in York', { hall: 'Corn Exchange', city: 'York' }],
    ['at St. Mary’s Hall, sorry', { hall: 'St. Mary’s Hall' }],
    ['No, in Reading, Berkshire.', { city: 'Reading, Berkshire' }],
    ['sorry, in York and 3 tickets', { city: 'York', seats: 3 }],
    ['No, at The Lowry', { hall: 'The Lowry' }],
    ['at 21 Albert Square', { hall: '21 Albert Square' }],
    ['for Henry V', { play: 'Henry V' }],
    ['for Macbeth I’d say', { play: 'Macbeth' }],
  ])('is read by the word before it: %j', (said, changed) => {
    expect(answer(said, question, values)).toEqual(changed);
  });

  it.each<[string, JsonObject]>([
    ['not Hamlet but Macbeth', { play: 'Macbeth' }],
    ['Not in Leeds, but in York', { city: 'York' }],
    ['Macbeth instead of Hamlet', { play: 'Macbeth' }],
    ['York, not Leeds', { city: 'York' }],
    ['change Hamlet to Macbeth', {}],
  ])('is read from what is given up: %j', (said, changed) => {
    expect(answer(said, question, values)).toEqual(changed);
  });

  it.each([
    ['No, Macbeth'],
    ['I prefer York'],
    ['No, at another hall'],
    ['in a different city'],
    ['no, at a later time'],
    ['at Ann and Bob'],
    ['Can you call Ravi first?'],
    ['Is it in York?'],
    ['is it Macbeth, not Hamlet?'],
    ['Yes, in Leeds'],
    ['No, at seven people'],
    ['not in York'],
    ['at the moment I cannot say'],
  ])('is left open where two could be meant, or none is: %j', (said) => {
    expect(answer(said, question, values)).toEqual({});
  });

  it('is not read without a question', () => {
    expect(answer('no, at the Corn Exchange', '', values)).toEqual({});
  });

  it('is not read where the same word stood before two', () => {
    expect(answer('at the Corn Exchange', 'Hamlet at the Old Mill at Leeds?', values)).toEqual({});
  });
});

describe('the only name among the values', () => {
  const question = 'You want to see Hamlet, 2 seats, without supper?';
  const values = { play: 'Hamlet', seats: 2, supper: false };

  it.each<[string, JsonObject]>([
    ['make it Macbeth', { play: 'Macbeth' }],
    ['No, I meant The Tempest', { play: 'The Tempest' }],
    ['I would rather watch King Lear, actually', { play: 'King Lear' }],
    ['I changed my mind, can you book King Lear with supper?', { play: 'King Lear', supper: true }],
    ['No, let’s do King Lear instead', { play: 'King Lear' }],
  ])('is what %j replaces', (said, changed) => expect(answer(said, question, values)).toEqual(changed));

  it.each([
    ['Can you book a taxi?'],
    ['can you ask Ravi?'],
    ['make it better'],
    ['I want to see something else'],
    ['I want it tomorrow'],
    ['No, I want to go with my wife'],
  ])('is not what %j is about', (said) => expect(answer(said, question, values)).toEqual({}));
});

describe('a name of the same kind', () => {
  it.each<[string, string, JsonObject]>([
    ['Northern Railway', 'No, please book Western Railway', { play: 'Western Railway' }],
    ['garden room', 'make it the music room', { play: 'music room' }],
    ['garden room', 'make it a bigger room', {}],
    ['garden room', 'I need another room', {}],
  ])('as %j is told by its last word: %j', (known, said, changed) => {
    const values = { play: known, city: 'Leeds' };
    expect(answer(said, `In Leeds, ${known}: is that right?`, values)).toEqual(changed);
  });

  it.each<[string, JsonObject]>([
    ['on the music room', { hall: 'music room' }],
    ['no, on my terrace please', { hall: 'terrace' }],
    ['on a terrace', {}],
    ['on second thought, no', {}],
  ])('in small letters takes the place of one in small letters: %j', (said, changed) => {
    expect(answer(said, 'Shall it be shown on the old wall?', { hall: 'old wall', play: 'Hamlet' })).toEqual(changed);
  });
});

describe('a number of what the question counted', () => {
  it.each<[string, JsonObject]>([
    ['I need 4 tickets', { seats: 4 }],
    ['make that three tickets', { seats: 3 }],
    ['I have 3 bags', {}],
  ])('is read by the same noun: %j', (said, changed) => {
    expect(answer(said, 'So 2 tickets for Hamlet?', { play: 'Hamlet', seats: 2 })).toEqual(changed);
  });
});

describe('in German', () => {
  const question = 'Soll ich 2 Karten für Hamlet in Bremen buchen?';
  const values = { play: 'Hamlet', city: 'Bremen', seats: 2 };

  it.each<[string, JsonObject]>([
    ['Nein, in Kiel bitte', { city: 'Kiel' }],
    ['nicht Hamlet, sondern Faust', { play: 'Faust' }],
    ['Faust statt Hamlet', { play: 'Faust' }],
    ['Nein, drei Karten', { seats: 3 }],
    ['nein, in Ruhe', {}],
    ['in einer anderen Stadt', {}],
  ])('%j', (said, changed) => expect(answer(said, question, values, 'de')).toEqual(changed));
});
