import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../language/index.js';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

const language = readActLanguage(ENGLISH);
const PROPOSAL: OpenProposal = {
  question: 'Shall I reserve the red car for 2 days from Monday at 9 am?',
  arguments: { car_type: 'red', days: 2, pickup_day: 'Monday', pickup_time: '09:00', insurance: false },
};

function actOf(text: string, proposal: OpenProposal = PROPOSAL) {
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act;
}

describe('families of consent, and what only resembles them', () => {
  it.each<[string, string[], string[]]>([
    [
      'a wish that says nothing but what was proposed',
      [
        'Yes. Could you reserve it from Monday?',
        'Yes, please use the red car for 2 days',
        'Yes, can you reserve it for me?',
      ],
      ['Yes. Could you reserve the garage?', 'Yes, please use the blue car for 2 days', 'Yes, can you wash it for me?'],
    ],
    [
      'a yes beside a feeling or small talk',
      [
        "Yes. I'm so nervous about my interview.",
        'Yes! This company has never let me down.',
        "Yes. It's going to be a blast",
      ],
      [
        'Yes. It depends on the price.',
        'Yes. That is a test.',
        'Yes. My brother typed that.',
        'Yes. I am paying in cash.',
      ],
    ],
    [
      'a yes after words of understanding',
      ['Got it! Thank you. Yes, go ahead.', 'Yes, please. Thanks for the summary!', 'Yes—please go ahead'],
      ['Got that wrong. Yes', 'Yes, please. Thanks for the trailer!', 'Yes—please wait'],
    ],
    [
      'a yes before a question with a tag',
      ['Yes. I will get a receipt, right?', 'Yes, reserve it. We are insured then, correct?'],
      ['Yes. I can have a trailer, right?', 'Yes. The blue one, right?'],
    ],
    [
      'a yes with a courtesy behind it',
      ['okay thanks', 'alright then', 'sure, thanks', 'okay please'],
      ['okay for three', 'okay thanks but no', 'okay then cancel'],
    ],
    [
      'an order for what was proposed',
      ['Reserve the red car', 'Please reserve the car', "Let's go with the red car"],
      ['Reserve a car', 'Reserve the blue car', 'Reserve the car at 10', 'Reserve the red car and a trailer'],
    ],
    [
      'what was proposed, called right',
      [
        'Yes, 9 am works for me',
        'Yes, Monday is fine',
        'yes, the red car is perfect',
        '9 am works for me',
        'The red car it is',
        'The red car, please',
        'Make it the red car',
        "I'll take the red car",
      ],
      [
        '10 am works for me',
        'the red car is good',
        'The blue car it is',
        'The blue car, please',
        'Make it Tuesday',
        'make it cheaper',
        "I'd take the red car",
        'Yes, 10 am is fine',
        'Yes, 9 am is fine but on Sunday',
      ],
    ],
    [
      'the details, called right',
      ['The details you gave are correct', 'Your understanding is correct', 'You have my details right'],
      ['The details you gave are wrong', 'You have my name wrong', 'the date is right'],
    ],
    [
      'what the user wanted',
      ["That's where I want to go", 'That is the car I want', 'Those are my plans'],
      ['That is the last thing I want', 'That is what I want to know', 'That is not the car I want'],
    ],
    [
      'a wish with a pronoun',
      ['I want you to reserve it', "Yes, I'd love to go there", 'Yes, I want to drive it'],
      ['I want you to wait', "Yes, I'd love to go there by bus", 'Yes, I want to drive it first'],
    ],
    [
      'a permission, a choice, a readiness',
      ['I give you my permission', 'I choose this one', "I'm down for that", 'Consider it done'],
      ['I choose another', 'I am down with a cold', 'consider it', 'I give my consent only for Monday'],
    ],
    [
      'politeness in the form of a condition',
      ['Yes, if you would', 'please do if you can', "yes, if it's no trouble"],
      ['Yes if you could do it for less', 'yes, if you can get insurance', 'if you would wait'],
    ],
    [
      'an idiom that says nothing',
      ['no problem, go ahead', "I don't see why not", 'Yes, no rush', 'Nothing else, go ahead'],
      ['no problem', 'no problem, later', 'I do not see why', 'nothing else', "I don't mind waiting"],
    ],
    [
      'a remark that drops a doubt',
      ['A little expensive, but please reserve it', "It's a bit late, but go ahead", 'do it, before we miss it'],
      ['A little expensive', 'A little expensive, but I will think about it', 'before we do it, what is the price'],
    ],
  ])('%s', (_, consents, others) => {
    expect(consents.filter((text) => actOf(text) !== 'AFFIRM')).toEqual([]);
    expect(others.filter((text) => actOf(text) === 'AFFIRM')).toEqual([]);
  });

  it('takes the longer of two words that fit', () => {
    expect(actOf("let's go with that one")).toBe('AFFIRM');
    expect(actOf('please make that one day')).not.toBe('AFFIRM');
  });
});

describe('a yes is not heard', () => {
  it.each([
    ...['Yes, they are so happy, give me the blue one', 'Yes, my wife loves it, with a trailer please'],
    ...['Yes, I have never driven one, can I have insurance', 'Yes, she is excited, so get the blue one'],
    ...['Yes, they said it is nice, and bring a child seat', 'Yes, we are so excited, we want the blue one'],
  ])('where a remark leads to a request: %j', (text) => expect(actOf(text)).not.toBe('AFFIRM'));

  it.each([
    'Yes, they are so happy, thank you.',
    "Yes. And then let's talk about my dog.",
    'Yes, hopefully it is sunny',
    'Yes, I read about it, they loved it, and my wife will love it',
  ])('but a remark may lead to another: %j', (text) => expect(actOf(text)).toBe('AFFIRM'));

  it.each([
    ...['Yes. The car is a Fiat.', 'Yes. In my garage.', 'Yes. On my street, please', 'yes, my other garage'],
    ...['Yes. I am looking for a van', 'Yes. I will be leaving from Oslo', 'Yes. I am interested in the blue one'],
    ...[
      'Yes. Please can you drop it at Oslo',
      'Yes. Can you check for vans?',
      'Yes. Did you say Monday?',
      'Yes. You have to bring it here',
    ],
    ...[
      'Yes. I wonder if we should wait',
      'Yes. I would love a trailer',
      'Yes, hopefully with a view',
      'Yes. One thing: make it 3 days',
    ],
  ])('beside news about the proposal or a wish for more: %j', (text) => expect(actOf(text)).not.toBe('AFFIRM'));

  it('where something is to be undone, in an order to make or keep it', () => {
    const cancel = { question: 'Shall I cancel your reservation?', arguments: { reservation: 'R-7' } };
    const consents = ['yes', 'go ahead', 'do it', 'Yes, cancel it', 'go ahead and cancel the reservation'];
    expect(consents.filter((text) => actOf(text, cancel) !== 'AFFIRM')).toEqual([]);
    const others = ['book it', 'please reserve it', 'keep it', 'yes, keep it', 'confirm the reservation'];
    expect(others.filter((text) => actOf(text, cancel) === 'AFFIRM')).toEqual([]);
    expect(actOf('I confirm the cancellation', { ...cancel, question: 'Confirm the cancellation?' })).toBe('AFFIRM');
    expect(actOf('book it', { ...cancel, question: 'You can cancel until noon. Shall I book it?' })).toBe('AFFIRM');
  });

  it('a wish for what the question only leaves behind is no consent', () => {
    const proposal: OpenProposal = {
      question: 'Shall I move your evening reservation from the terrace to the garden?',
      arguments: { reservation: 'R1', place: 'garden' },
    };
    expect(actOf('Yes, please use the evening garden reservation', proposal)).toBe('AFFIRM');
    expect(actOf('Yes, please use the evening terrace', proposal)).not.toBe('AFFIRM');
  });
});
