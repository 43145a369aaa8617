/**
 * The words and phrases of one language that the rules of this folder read by. A second language is a second value
 * of this type.
 *
 * A phrase template is a list of words in canonical spelling. `[set]` stands for any entry of `sets[set]`, `a|b` for
 * either word, `a_b` for two words in a row; the suffixes `?`, `*` and `+` mean once or not at all, any number of
 * times, at least once. `[any]` is any one word, `$` the end of a clause.
 */
export interface ActLexicon {
  /** Signs that stand for a word. */
  readonly signs: Readonly<Record<string, string>>;
  /** Spelling variants and short forms, each with its canonical words. */
  readonly spellings: Readonly<Record<string, string>>;
  /** Endings of short forms, tried when the whole word is not in `spellings`; the first hit wins. */
  readonly contractions: readonly (readonly [ending: string, words: string])[];
  /** Long words that may be misspelled by one letter and are still understood. */
  readonly forgivenWords: readonly string[];
  /** Abbreviations whose full stop ends no sentence. */
  readonly abbreviations: readonly string[];
  readonly sets: Readonly<Record<string, readonly string[]>>;
  readonly phrases: Readonly<Record<PhraseKind, readonly string[]>>;
  readonly words: Readonly<Record<WordKind, readonly string[]>>;
}

/**
 * What a phrase does in a message: `consent` agrees, `praise` likes without agreeing, `filler` does nothing,
 * `refusal` declines, `objection` says that a detail is wrong, `idiom` holds a no-word without declining,
 * `correction` asks for something else, `desire` says what is wanted, `defer` puts off, `question` opens a question,
 * `inquiry` asks for information without the form of a question, `leadIn` says nothing yet before a wish,
 * `reset` starts over, `greeting` greets,
 * `editCommand` names a field and its new value.
 */
export type PhraseKind =
  | 'consent'
  | 'praise'
  | 'filler'
  | 'refusal'
  | 'objection'
  | 'idiom'
  | 'correction'
  | 'desire'
  | 'defer'
  | 'question'
  | 'inquiry'
  | 'leadIn'
  | 'reset'
  | 'greeting'
  | 'editCommand';

/**
 * What single words do.
 *
 * - `reservation`: take a yes back wherever they stand; `statementReservation`: unless in a question;
 *   `inquiryReservation`: in an inquiry too
 * - `contrast`: take nothing back when they lead into a question
 * - `answer`: agree on their own, also right before a question; `command`: end an order, which a question right
 *   behind them turns into part of the question ("confirm what?")
 * - `subject`: open a remark; `imperative`: open an order; `wishOpener`: open a wish after a no
 * - `refusalLeadIn`: may stand before a no; `clauseOpener`: a new clause starts behind them
 * - `modal`, `courtesy`: in requests such as "could you please"; `answering`: what the assistant does to answer one,
 *   `finding`: what the user does with an answer; `politeRequest`: a bare plea
 * - `glue`: without content; `countOwner`: make "one" a pronoun; `factUnit`: units of facts that nobody books
 * - `negation`, `weekday`, `month`, `morning`, `evening`, `relativeDay`: as named
 */
type WordKind =
  | 'reservation'
  | 'statementReservation'
  | 'imperative'
  | 'glue'
  | 'countOwner'
  | 'negation'
  | 'weekday'
  | 'month'
  | 'morning'
  | 'evening'
  | 'relativeDay'
  | 'inquiryReservation'
  | 'contrast'
  | 'subject'
  | 'command'
  | 'answer'
  | 'modal'
  | 'courtesy'
  | 'clauseOpener'
  | 'wishOpener'
  | 'refusalLeadIn'
  | 'politeRequest'
  | 'factUnit'
  | 'answering'
  | 'finding';
