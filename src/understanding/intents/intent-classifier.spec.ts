import { describe, expect, it } from 'vitest';
import { SENTENCES } from '../../../test/helpers/intent-sentences.js';
import { contentOf, type IntentExample, judge, train, trainingSteps } from './index.js';

function examples(sentences: Record<string, readonly string[]> = SENTENCES): IntentExample[] {
  return Object.entries(sentences).flatMap(([intent, all]) =>
    all.map((utterance) => ({ intent, state: null, utterance })),
  );
}

const model = train(examples());
const judged = (utterance: string) => judge(model.predict(utterance));

describe('a classifier learned from examples', () => {
  it.each([
    ['could you cancel the thing I ordered yesterday', 'CANCEL'],
    ['I need my money returned', 'REFUND'],
    ['where has my parcel been sent', 'TRACK'],
    ["the parcel hasn't arrived", 'TRACK'],
  ])('finds the intent of words in a new order: "%s"', (utterance, intent) => {
    expect(judged(utterance)).toMatchObject({ outcome: 'SURE', candidate: { intent, state: null } });
  });

  it.each(['I wnat a refunnd', 'REFUND!!!', 'cancelling my ordeer'])(
    'reads through misspellings: "%s"',
    (utterance) => {
      expect(judged(utterance).outcome).toBe('SURE');
    },
  );

  it.each(['purple monkey dishwasher', 'who wrote hamlet', '', '?!', '🙂', 'qué hora es'])(
    'knows that "%s" is about none of them',
    (utterance) => {
      expect(judged(utterance)).toEqual({ outcome: 'OUT_OF_SCOPE' });
    },
  );

  it('names the intents it wavers between, each once', () => {
    const judgement = judged('refund my order');
    expect(judgement).toMatchObject({ outcome: 'UNSURE' });
    const named = judgement.outcome === 'UNSURE' ? judgement.candidates.map(({ intent }) => intent) : [];
    expect(named.sort()).toEqual(['CANCEL', 'REFUND']);
  });

  it('gives probabilities that are 1 together, the likeliest first', () => {
    const { candidates } = model.predict('cancel or refund');
    const confidences = candidates.map(({ confidence }) => confidence);
    expect(confidences.reduce((sum, one) => sum + one)).toBeCloseTo(1);
    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
    expect(candidates).toHaveLength(3);
  });

  it('is the same for the same examples', () => {
    const again = train(examples());
    for (const utterance of ['my order and my refund', 'where is it', 'purple']) {
      expect(again.predict(utterance)).toEqual(model.predict(utterance));
    }
  });

  it('tells states of one intent apart, and counts them together', () => {
    const found = train([
      ...examples({ CANCEL: SENTENCES.CANCEL, REFUND: SENTENCES.REFUND }),
      ...SENTENCES.TRACK.map((utterance) => ({ intent: 'REFUND', state: 'PARCEL', utterance })),
    ]).predict('where is the parcel');
    expect(found.candidates.map(({ intent }) => intent).sort()).toEqual(['CANCEL', 'REFUND']);
    expect(found.candidates[0]).toMatchObject({ intent: 'REFUND', state: 'PARCEL' });
  });

  it('takes examples of UNKNOWN for what is out of scope', () => {
    const strange = ['can you order me a pizza', 'order a pizza for two', 'I am hungry, order pizza', 'pizza please'];
    const taught = train(examples({ ...SENTENCES, UNKNOWN: strange }));
    expect(judge(taught.predict('order pizza for me'))).toEqual({ outcome: 'OUT_OF_SCOPE' });
  });

  it('says how many of its examples it recognises when they are left out', () => {
    expect(model.accuracy).toBeGreaterThan(0.6);
    expect(model.accuracy).toBeLessThanOrEqual(1);
    const guessing = train(examples({ A: ['one', 'two', 'three'], B: ['four', 'five', 'six'] }));
    expect(guessing.accuracy).toBeLessThan(0.6);
  });

  it('works with one example each, and with one intent alone', () => {
    const few = train(examples({ CANCEL: ['cancel my order'], TRACK: ['where is my parcel'] }));
    expect(judge(few.predict('cancel my order'))).toMatchObject({ candidate: { intent: 'CANCEL' } });
    const single = train(examples({ CANCEL: SENTENCES.CANCEL }));
    expect(judge(single.predict('please cancel my order'))).toMatchObject({ candidate: { intent: 'CANCEL' } });
    expect(judge(single.predict('purple monkey'))).toEqual({ outcome: 'OUT_OF_SCOPE' });
  });

  it('is learned in steps, so that others can go on in between', () => {
    expect([...trainingSteps(examples())].length).toBeGreaterThan(10);
  });

  it('reads the beginning of a very long message', () => {
    expect(judged(`cancel my order ${'and so on '.repeat(2)}`)).toMatchObject({ candidate: { intent: 'CANCEL' } });
    const long = 'x y '.repeat(1_000);
    expect(model.predict(`${long} cancel my order`)).toEqual(model.predict(long));
  });
});

describe('the content of an utterance', () => {
  it.each([
    ['Cancel my orders!', 'cancel  my order'],
    ["I can't pay", 'i can not paying'],
    ['café', 'CAFE'],
  ])('is the same for "%s" and "%s"', (one, other) => {
    expect(contentOf(one)).toBe(contentOf(other));
  });

  it('differs by numbers, and is empty without words', () => {
    expect(contentOf('order 1')).not.toBe(contentOf('order 2'));
    expect(contentOf('?!')).toBe('');
  });
});
