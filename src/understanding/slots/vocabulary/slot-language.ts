import { ENGLISH, type LanguageChoice, readLanguageFile } from '../../language/index.js';
import { readValueLanguage, type ValueLanguage } from '../../values/index.js';
import { DoubtReader } from './doubt.js';
import { NameWords } from './name-words.js';
import { Phrases } from './phrases.js';
import { type SlotWords, slotWords } from './words.js';

/** A language as the rules that read messages use it: its words, and what is made from them once. */
export interface SlotLanguage {
  readonly code: string;
  readonly words: SlotWords;
  readonly values: ValueLanguage;
  readonly phrases: Phrases;
  readonly names: NameWords;
  readonly doubts: DoubtReader;
}

/** What slots.yaml had before values had a file of their own. */
const MOVED = {
  numbers: 'to values.yaml',
  currencies: 'to values.yaml',
  units: 'to values.yaml',
  plurals: 'to values.yaml',
  times: 'to days, clock and passing of values.yaml, and times.beside to beside',
};

/**
 * Reads the words of a language from `slots.yaml`, and prepares them.
 * @param values those of its `values.yaml`, which are read where left out
 * @throws EngineError CONFIGURATION_INVALID where a file is missing or wrong
 */
export function readSlotLanguage(choice: LanguageChoice, values = readValueLanguage(choice)): SlotLanguage {
  const words = readLanguageFile(choice, 'slots', slotWords, MOVED);
  return {
    code: choice.language,
    words,
    values,
    phrases: new Phrases(words, values.words),
    names: new NameWords(words, values.words),
    doubts: new DoubtReader(words),
  };
}

let english: SlotLanguage | undefined;

/** English as packaged, read when it is needed first. */
export function englishSlots(): SlotLanguage {
  english ??= readSlotLanguage(ENGLISH);
  return english;
}
