import type { JsonValue } from '../../platform/common/json.js';
import { nameWords } from '../language/index.js';
import type { ValueInWords } from '../values/index.js';
import type { ActLanguage } from './act-language.js';
import type { OpenProposal } from './dialogue-act.js';
import { scalarsOf } from './leaves.js';
import { readMessage, type Sentence, wordsIn, wordsOf } from './message.js';
import { isGrave, proposedDeeds } from './proposed-deeds.js';
import { isRecap } from './recap.js';

/** One argument of a proposal as words and values that a reply can be compared with. */
interface ProposedArgument {
  readonly nameWords: readonly string[];
  readonly words: readonly string[];
  readonly mentions: readonly ValueInWords[];
  /** Set when the argument is a yes-or-no matter. */
  readonly flag?: boolean;
  /** Set when the argument is one of a list: the words of each of its values. */
  readonly list?: readonly (readonly string[])[];
}

/** What a proposal says, in the words and values of a reply. A plain yes is compared with little of it, so most is read when it is asked for. */
export class ProposalWords {
  readonly question: readonly string[];
  /** What it proposes to do, by the language's names for it; empty where the words for it are unknown. */
  readonly deeds: ReadonlySet<string>;
  /** True when praise is no answer to it: it undoes something, or cannot be undone. */
  readonly isGrave: boolean;
  private readonly sentences: readonly Sentence[];
  private readArguments: readonly ProposedArgument[] | undefined;
  private readMentions: readonly ValueInWords[] | undefined;
  private readTopic: ReadonlySet<string> | undefined;

  constructor(
    private readonly proposal: OpenProposal,
    readonly language: ActLanguage,
  ) {
    this.sentences = readMessage(proposal.question, language.spelling);
    this.question = wordsIn(this.sentences);
    this.deeds = proposedDeeds(proposal, this.sentences, language);
    this.isGrave = proposal.irreversible === true || isGrave(this.deeds, language);
  }

  /** True when the question repeats what the user asked for, to have it checked. */
  get isRecap(): boolean {
    return isRecap(this.sentences, this.language);
  }

  get arguments(): readonly ProposedArgument[] {
    this.readArguments ??= scalarsOf(this.proposal.arguments).map(({ name, value, list }) => {
      const words = valueWords(value, this.language);
      const flag = flagOf(value);
      return {
        nameWords: nameWords(name),
        words,
        mentions: this.language.values.said.inWords(words),
        ...(flag === undefined ? {} : { flag }),
        ...(list && list.length > 1 ? { list: list.map((each) => valueWords(each, this.language)) } : {}),
      };
    });
    return this.readArguments;
  }

  /** The names and values of the arguments, one argument after the other. */
  get argumentWords(): readonly string[] {
    return this.arguments.flatMap((argument) => [...argument.nameWords, ...argument.words]);
  }

  /** The values of the arguments; where there are none, those that the question names. */
  get mentions(): readonly ValueInWords[] {
    this.readMentions ??=
      this.arguments.length > 0
        ? this.arguments.flatMap(({ mentions }) => mentions)
        : this.language.values.said.inWords(this.question);
    return this.readMentions;
  }

  /** The stems of all its words: those of the question, and of the names and values of the arguments. */
  get topic(): ReadonlySet<string> {
    this.readTopic ??= new Set([...this.question, ...this.argumentWords].map(this.language.stem));
    return this.readTopic;
  }
}

function flagOf(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return text === 'true' || text === 'yes' ? true : text === 'false' || text === 'no' ? false : undefined;
}

function valueWords(value: JsonValue, { spelling }: ActLanguage): string[] {
  return wordsOf(String(value).replace(/(?<=\d)T(?=\d)/g, ' '), spelling);
}
