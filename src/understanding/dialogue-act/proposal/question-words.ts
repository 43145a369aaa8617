import type { ValueInWords } from '../../values/index.js';
import type { ActLanguage } from '../words/index.js';

/** One argument of a proposal as words and values that a reply can be compared with. */
export interface ProposedArgument {
  readonly nameWords: readonly string[];
  readonly words: readonly string[];
  readonly isNumber: boolean;
  readonly mentions: readonly ValueInWords[];
  /** Set when the argument is a yes-or-no matter. */
  readonly flag?: boolean;
  /** Set when the argument is one of a list: the words of each of its values. */
  readonly list?: readonly (readonly string[])[];
}

/** What is asked, before anything is compared with it. */
export interface QuestionWords {
  readonly language: ActLanguage;
  readonly question: readonly string[];
  /** By the language's names. */
  readonly deeds: ReadonlySet<string>;
  readonly arguments: readonly ProposedArgument[];
  /** The values in the question. */
  readonly asked: readonly ValueInWords[];
  /** True when something is put in the place of something else. */
  readonly replaces: boolean;
}
