import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../language/index.js';
import { readCommands } from './index.js';

const english = readCommands(ENGLISH);
const german = readCommands({ ...ENGLISH, language: 'de' });

describe('commands', () => {
  it.each(['reset', ' Start over! ', '/restart'])('start over where nothing else is said: %s', (message) => {
    expect(english.isReset(message)).toBe(true);
  });

  it.each(['reset my password', 'please do not restart'])('are not found inside of a message: %s', (message) => {
    expect(english.isReset(message)).toBe(false);
  });

  it('tell a greeting from a message that begins with one', () => {
    expect(['Good morning!', 'hello .'].map((message) => english.isGreeting(message))).toEqual([true, true]);
    expect(english.isGreeting('hello, cancel my order')).toBe(false);
  });

  it('ask for something else at the beginning or in the middle, by their own words', () => {
    expect(english.asksToSwitch('switch to billing')).toBe(true);
    expect(english.asksToSwitch('I want to change mode now')).toBe(true);
    expect(english.asksToSwitch('can I switch to a cheaper plan')).toBe(false);
  });

  it('are those of the language', () => {
    expect(german.isGreeting('Guten Tag!')).toBe(true);
    expect(german.isReset('Neustart')).toBe(true);
    expect(german.asksToSwitch('Wechsle zu Rechnungen')).toBe(true);
    expect(english.isGreeting('Guten Tag!')).toBe(false);
  });

  describe('to stop what is at work', () => {
    const spanish = readCommands({ ...ENGLISH, language: 'es' });
    const means = (commands: typeof english, message: string) =>
      commands.asksToStop(message)?.mayMean('paid journey') ?? false;

    it.each(['stop that', 'Cancel it, please.', 'please stop', 'no, cancel the journey!', 'abort the booking run'])(
      'are understood: %s',
      (message) => {
        expect(means(english, message)).toBe(true);
      },
    );

    it.each(['Brich das bitte ab', 'Den Vorgang abbrechen', 'stopp!', 'Bitte stornieren'])(
      'are understood in German: %s',
      (message) => {
        expect(means(german, message)).toBe(true);
      },
    );

    it.each(['para eso', 'Cancélalo, por favor', 'cancela el proceso'])('are understood in Spanish: %s', (message) => {
      expect(means(spanish, message)).toBe(true);
    });

    it.each([
      'cancel my order 7017',
      'cancel the hotel',
      'stop it?',
      'do not stop that',
      'do not cancel the run',
      'what is a bus stop',
      'cancel it and book another',
      'cancel the big red booking run',
    ])('are not seen in what means something else: %s', (message) => {
      expect(means(english, message)).toBe(false);
    });
  });
});
