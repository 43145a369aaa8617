import { z } from 'zod';

const entries = () => z.array(z.string().min(1));

/**
 * What a phrase does in a message: `consent` agrees, `explicit` is a consent that cannot be meant otherwise, `irony`
 * says the opposite of its words, `doubting` asks about the decision itself, `praise` likes without agreeing, `recap` opens a question that
 * repeats what was asked for, `offer` opens what the assistant would do, `approval` agrees as the whole answer to such a question, `filler` does nothing,
 * `refusal` declines, `objection` says that a detail is wrong, `idiom` holds a no-word without declining,
 * `correction` asks for something else, `desire` says what is wanted, `defer` puts off, `question` opens a question,
 * `inquiry` asks for information without the form of a question, `ellipsis` asks only where a question mark follows,
 * `information` tells something that the proposal may not provide for, `claim` is what somebody expects to be entitled to, `reason` leads into a reason why, `repetition` opens an order or a wish that may repeat the proposal, `choosing` opens an order that puts what was proposed in its place ("make it …"), `fitting` says behind it that it is to be so ("… it is", "… works for me"), `unfitting` says with what is left why ("I can't make …"), `reversing` ends in the part of a verb that goes the other way unless the question has it ("trag mich aus"), `selfDoing` says that the one who speaks does it ("I'll book it"), `spelled` says how a name is written ("with a k"), `handover` offers to put somebody through to a person, `report` and `feeling` open a remark that wants nothing, `ending` says that something is not wanted any more, `attending` that one comes, which is no yes to calling it off, `monthEnd` leads to a month whose last day is meant, `awareness` leads into what the question has said, `recalling` says what somebody knows, has seen or has done, which is no yes beside the bare word for it, `leadIn` says nothing yet before a wish,
 * `reset` starts over, `greeting` greets, `editCommand` names a field and its new value.
 */
const PHRASE_KINDS = [
  'consent',
  'explicit',
  'irony',
  'doubting',
  'praise',
  'recap',
  'offer',
  'approval',
  'filler',
  'refusal',
  'objection',
  'idiom',
  'correction',
  'desire',
  'defer',
  'question',
  'inquiry',
  'ellipsis',
  'information',
  'claim',
  'reason',
  'repetition',
  'choosing',
  'fitting',
  'unfitting',
  'replacing',
  'reversing',
  'handover',
  'spelled',
  'selfDoing',
  'report',
  'feeling',
  'ending',
  'attending',
  'monthEnd',
  'awareness',
  'recalling',
  'leadIn',
  'reset',
  'greeting',
  'editCommand',
] as const;
export type PhraseKind = (typeof PHRASE_KINDS)[number];

/** What single words do; the comments in `config/languages/en/dialogue-act.yaml` say it for each. */
const WORD_KINDS = [
  'yes',
  'answer',
  'politeRequest',
  'reservation',
  'statementReservation',
  'inquiryReservation',
  'determiner',
  'liking',
  'adverse',
  'wavering',
  'choosing',
  'hesitation',
  'unfinished',
  'dangling',
  'terms',
  'particular',
  'indefinite',
  'fresh',
  'contrast',
  'denial',
  'negation',
  'subject',
  'possessive',
  'object',
  'speech',
  'particle',
  'you',
  'self',
  'modal',
  'offerModal',
  'courtesy',
  'answering',
  'finding',
  'receiving',
  'receiver',
  'past',
  'evening',
  'pair',
  'whole',
  'thanking',
  'noting',
  'noted',
  'since',
  'command',
  'carrying',
  'imperative',
  'wishOpener',
  'clauseOpener',
  'refusalLeadIn',
  'glue',
  'formality',
  'direction',
  'dateLead',
  'route',
  'origin',
  'title',
  'former',
  'difference',
  'bareAssent',
  'verb',
  'factUnit',
  'decisive',
] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** Words for doing one thing: `verbs` in all their forms, `nouns` for the deed and for what comes of it. */
const deed = z.strictObject({
  verbs: entries(),
  nouns: entries(),
  /**
   * `usual`: also meant where the proposal has no word for what it does; `named`: only where it has such a word;
   * `grave`: likewise, and praise alone agrees to no such deed.
   */
  weight: z.enum(['usual', 'named', 'grave']),
  /** True where it does away with something: that this is not wanted any more is then a reason for it. */
  ends: z.boolean().optional(),
  /** True where somebody gets something by it, so that "send it to me" says who. */
  gives: z.boolean().optional(),
  /** Words that go with it and name nothing else: "my money back" with a refund. */
  beside: entries().optional(),
  /** The deed that this one is a kind of: "the change" then means it too. */
  kindOf: z.string().optional(),
  /** Deeds whose words mean it as well, where the question speaks of none of them: "move 250 to Bob" to a transfer. */
  sameAs: entries().optional(),
  /** Which way along `tiers` it goes: an upgrade up. */
  toward: z.enum(['up', 'down']).optional(),
});

/**
 * `dialogue-act.yaml` of a language: the words and phrases that the rules read by, in canonical
 * spelling and lower case.
 *
 * A phrase template is a list of words. `[set]` stands for any entry of `sets.set`, `a|b` for either word, `a_b` for
 * two words in a row; the suffixes `?`, `*` and `+` mean once or not at all, any number of times, at least once.
 * `[any]` is any one word, `$` the end of a clause, `<deed>` any word for what was proposed ("cancelling" and
 * "cancellation", where the question asks whether to cancel).
 */
export const actFileSchema = z
  .strictObject({
    /** Signs that stand for a word. */
    signs: z.record(z.string(), z.string()),
    /** Canonical words, each with the spelling variants and short forms that mean it. */
    spellings: z.record(z.string(), entries()),
    /** What the things of a question are called as well, by their names there: a dinner is a table. */
    calledAlso: z.record(z.string(), entries()),
    /** Names of plans and classes, the least first; those of one list are not compared. */
    tiers: z.array(entries()),
    /** Words, or several in a row, that exclude each other, in pairs of lists: the whole, and a part. */
    opposites: z.array(z.tuple([entries(), entries()])),
    /** Orders, in pairs of lists: those of one mean the same, and exclude those of the other. Each is a verb and, behind a space, its part: `add` and `put on`, and `remove`. */
    orders: z.array(z.tuple([entries(), entries()])),
    /** Parts of verbs that go two ways, in pairs of lists: on, off. */
    ways: z.array(z.tuple([entries(), entries()])),
    /** Canonical words, each with several words that mean them; `…` stands for what is kept, `$` for the end of a clause: `cancel: [call … off]`. */
    expressions: z.record(z.string(), entries()),
    /** Endings of short forms with the word they stand for, tried when no spelling fits; the first hit wins. */
    contractions: z.record(z.string(), z.string()),
    /** How letters are typed where the keyboard lacks them: `ä: ae`. */
    transliterations: z.record(z.string(), z.string()),
    /** Ends of words that are written short, with or without a full stop, each with the whole: `str: straße`. */
    shortEnds: z.record(z.string(), z.string()),
    /** Ends of words as they are spoken, each with the end of the word that is meant, where it is a known one: `in: ing`. */
    slurs: z.record(z.string(), z.string()),
    /** Long words that may be misspelled by one letter and are still understood. */
    forgivenWords: entries(),
    /** Abbreviations whose full stop ends no sentence. */
    abbreviations: entries(),
    /** True where the verb of a request stands at its end ("können Sie mir die Adresse sagen"). */
    verbLast: z.boolean(),
    /** True where every noun is written with a capital letter, so that it tells no name. */
    nounsAreCapitalized: z.boolean(),
    /** Endings of words that change no meaning: "reserv" + "e", "ation", "ing". */
    endings: entries(),
    /** Words that hold an article, each with the word without it: `zum: zu`. */
    mergedWords: z.record(z.string(), z.string()),
    /** True where nouns are joined to one word: an address may then be called so where the question says "Lieferadresse". */
    joinsNouns: z.boolean(),
    /** Whole sentences, as they are typed, that say the opposite of their words: "yeah right", but not "yes, right". */
    mockery: entries(),
    /** What actions do, by any name. */
    deeds: z.record(z.string(), deed),
    sets: z.record(z.string(), entries()),
    phrases: z.record(z.enum(PHRASE_KINDS), entries()),
    words: z.record(
      z.enum(WORD_KINDS),
      entries().transform((list): ReadonlySet<string> => new Set(list)),
    ),
  })
  .superRefine(({ phrases, sets }, context) => {
    for (const [kind, templates] of Object.entries(phrases)) {
      for (const [index, template] of templates.entries()) {
        const unknown = [...template.matchAll(/\[(\w+)\]/g)].find(([, set]) => set !== 'any' && !sets[set ?? '']);
        if (!unknown) continue;
        context.addIssue({ code: 'custom', path: ['phrases', kind, index], message: `there is no set ${unknown[0]}` });
      }
    }
  });

export type ActFile = z.infer<typeof actFileSchema>;
