import { PROPOSED, type ProposalWords } from '../proposal/index.js';
import { type ActLanguage, betweenCommas, type Sentence, typed, type WordKind } from '../words/index.js';

/** A name has so many letters. */
const NAME = /^\p{L}{3,}$/u;

/** So many words may be said of one somebody: "Frau Maria Lopez". */
const NAMED = 3;

/** Words that tell something: what leads to a name beside them may lead there in what is told. */
const TELLING: readonly WordKind[] = ['verb', 'self', 'subject', 'possessive', 'modal'];

/** Words that lead to others, and those among them that lead to no name. */
const LEADING: readonly WordKind[] = ['glue', 'route', 'direction', 'dateLead'];
const NOT_LEADING: readonly WordKind[] = ['determiner', 'clauseOpener', 'you', 'negation', 'object', ...TELLING];

/** "Mobil M" to the plan "Mobil L": another short name behind the same word. */
export function namesRival(words: readonly string[], { question, language }: ProposalWords): boolean {
  const isShort = (word = '') => /^(?:\p{L}{1,2}|x+[sl])$/u.test(word) && !language.spelling.known.has(word);
  const behind = (word: string) => question.flatMap((each, at) => (each === word ? [question[at + 1] ?? ''] : []));
  return words.some((word, at) => {
    const next = words[at + 1] ?? '';
    if (!isShort(next) || question.includes(next)) return false;
    const asked = behind(word);
    return asked.length > 0 && asked.every(isShort);
  });
}

/** "An Frau Meier" to "Soll ich 400 Euro an Maria Lopez überweisen?": what leads to a proposed name leads to another one. */
export function leadsToRival(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, language } = proposal;
  const leadsTo = (text: readonly string[], at: number, isOne: (named: readonly string[]) => boolean) =>
    isLead(text[at] ?? '', language) && isOne(namedBehind(text, at, language));
  const leads = new Set(
    question.filter((_, at) => leadsTo(question, at, (named) => named.some((word) => isProposed(word, proposal)))),
  );
  return betweenCommas(words).some(
    (part) =>
      (part.includes(PROPOSED) || !part.some((word) => isAny(word, TELLING, language))) &&
      part.some((word, at) => leads.has(word) && leadsTo(part, at, (named) => isRival(named, proposal))),
  );
}

/** "Frau Dr. Huber" to an appointment with Dr. Wiesner: a person whom the question does not name, where it names one. */
export function namesPerson(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, language } = proposal;
  const { title, possessive } = language.words;
  if (!question.some((word, at) => title.has(word) && isProposed(question[at + 1], proposal))) return false;
  return words.some((word, at) => {
    if (!title.has(word) || possessive.has(words[at - 1] ?? '')) return false;
    const named = words.slice(at + 1, at + 1 + NAMED).filter((each) => !title.has(each));
    return isNew(named[0], proposal) && !named.some((each) => isProposed(each, proposal));
  });
}

/** "Tom Harper" to a transfer to Tom Baker: a name goes on in another way. */
export function endsNameOtherwise(sentence: Sentence, proposal: ProposalWords): boolean {
  const { words } = sentence;
  const { question } = proposal;
  return words.some((word, at) => {
    const asked = question[question.indexOf(word) + 1] ?? '';
    if (!isProposed(word, proposal) || !isProposed(asked, proposal) || words.includes(asked)) return false;
    const isCapital = /^\p{Lu}/u.test(typed(sentence, at + 1, at + 2));
    return isCapital && isNew(words[at + 1], proposal);
  });
}

/** The words behind one that leads to somebody or something, to the next one that leads on. */
function namedBehind(words: readonly string[], lead: number, language: ActLanguage): readonly string[] {
  const { determiner } = language.words;
  const behind = words.slice(determiner.has(words[lead + 1] ?? '') ? lead + 2 : lead + 1);
  const end = behind.findIndex((word) => isLead(word, language) || determiner.has(word));
  return behind.slice(0, end < 0 ? NAMED : Math.min(end, NAMED));
}

/** A name of its own ("Frau Meier"), or one that goes on in another way ("Maria Wagner"). */
function isRival(named: readonly string[], proposal: ProposalWords): boolean {
  const [first, second] = named;
  // "At half past seven" is no name.
  if (proposal.language.values.said.inWords(named).some(({ at }) => at === 0)) return false;
  if (isProposed(first, proposal)) return isNew(second, proposal);
  return [first, second].some((word) => isNew(word, proposal)) && !named.some((word) => isProposed(word, proposal));
}

function isLead(word: string, language: ActLanguage): boolean {
  return isAny(word, LEADING, language) && !isAny(word, NOT_LEADING, language);
}

function isProposed(word = '', { argumentWords, language }: ProposalWords): boolean {
  return NAME.test(word) && argumentWords.includes(word) && !language.words.glue.has(word);
}

/** True for a word that neither the language nor the proposal has; "Freitagvormittag" has the proposed "Freitag". */
function isNew(word = '', proposal: ProposalWords): boolean {
  const { argumentWords, question, language } = proposal;
  if (!NAME.test(word) || language.spelling.known.has(word) || proposal.isAbout(word) || question.includes(word))
    return false;
  const isCompound = argumentWords.some((own) => NAME.test(own) && word.startsWith(own));
  return !isCompound && language.values.said.inWords([word]).length === 0;
}

function isAny(word: string, kinds: readonly WordKind[], { words }: ActLanguage): boolean {
  return kinds.some((kind) => words[kind].has(word));
}
