import { ENGLISH, type LanguageChoice, readLanguageFile } from '../language/index.js';
import { DoubtReader } from './doubt.js';
import { NameWords } from './name-words.js';
import { NumberReader } from './numbers.js';
import { Phrases } from './phrases.js';
import { TimeReader } from './time-reader.js';
import { type SlotWords, slotWords } from './words.js';

/** A language as the rules that read messages use it: its words, and what is made from them once. */
export interface SlotLanguage {
  readonly code: string;
  readonly words: SlotWords;
  readonly numbers: NumberReader;
  readonly times: TimeReader;
  readonly phrases: Phrases;
  readonly names: NameWords;
  readonly doubts: DoubtReader;
}

/**
 * Reads the words of a language from `slots.yaml`, and prepares them.
 * @throws EngineError CONFIGURATION_INVALID where the file is missing or wrong
 */
export function readSlotLanguage(choice: LanguageChoice): SlotLanguage {
  const words = readLanguageFile(choice, 'slots', slotWords);
  return {
    code: choice.language,
    words,
    numbers: new NumberReader(words),
    times: new TimeReader(choice.language, words),
    phrases: new Phrases(words),
    names: new NameWords(words),
    doubts: new DoubtReader(words),
  };
}

let english: SlotLanguage | undefined;

/** English as packaged, read when it is needed first. */
export function englishSlots(): SlotLanguage {
  english ??= readSlotLanguage(ENGLISH);
  return english;
}
