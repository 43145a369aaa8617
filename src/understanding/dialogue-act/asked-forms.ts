import { amountOf, type Form } from './asked-amounts.js';
import type { ProposalWords } from './proposal-words.js';
import type { Sentence } from './sentence.js';

/** So many places of the question are between what a reply says in one word. */
const PARTED = 2;
/** A common year and a leap year, by the last days of their months. */
const YEARS = [2023, 2024];
const MONTHS = 12;
/** One o'clock in digits alone, "100". */
const LEAST_CLOCK = 100;
/** Letters and digits without a sign between them. */
const CODE = /^\p{L}+\d+$/u;
const SLASH_DATE = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/;

/** A sentence with the values of the proposal written as the proposal writes them; another value stays as it is. */
export function withAskedForms(sentence: Sentence, proposal: ProposalWords): Sentence {
  const words: string[] = [];
  const spans: (readonly [number, number])[] = [];
  let isOther = false;
  for (let at = 0; at < sentence.words.length; ) {
    const form = formAt(sentence.words, at, proposal);
    const { to, words: meant } = form ?? { to: at + 1, words: sentence.words.slice(at, at + 1) };
    const span = [sentence.spans[at]?.[0] ?? 0, sentence.spans[to - 1]?.[1] ?? 0] as const;
    words.push(...meant);
    spans.push(...meant.map(() => span));
    isOther ||= form !== undefined;
    at = to;
  }
  return isOther ? { ...sentence, words, spans } : sentence;
}

function formAt(words: readonly string[], at: number, proposal: ProposalWords): Form | undefined {
  return (
    partsOf(words, at, proposal) ??
    codeOf(words, at, proposal) ??
    digitsOf(words, at, proposal) ??
    amountOf(words, at, proposal) ??
    clockOf(words, at, proposal) ??
    slashDateOf(words, at, proposal) ??
    monthEndOf(words, at, proposal)
  );
}

/** "LX318" and "Zurich-London" are what the question says as "LX 318" and "Zurich to London". */
function partsOf(words: readonly string[], at: number, { question }: ProposalWords): Form | undefined {
  const word = words[at] ?? '';
  const [first = '', last = '', ...more] = word.split(/-|(?<=\p{L})(?=\d)/u);
  const [from, to] = [question.indexOf(first), question.indexOf(last)];
  const isAsked = first !== '' && more.length === 0 && from >= 0 && from < to && to <= from + PARTED;
  return isAsked && !question.includes(word) ? { to: at + 1, words: question.slice(from, to + 1) } : undefined;
}

/** "B 14" and "C218" are the B14 and the C-218 that the question or an argument holds. */
function codeOf(words: readonly string[], at: number, { question, argumentWords }: ProposalWords): Form | undefined {
  const lengths = /^\p{L}{1,3}$/u.test(words[at] ?? '') ? [2, 1] : [1];
  for (const length of lengths) {
    const said = words.slice(at, at + length).join('');
    if (!CODE.test(said)) continue;
    const [asked] = [...question, ...argumentWords].filter((own) => own.replaceAll('-', '') === said);
    if (asked !== undefined && asked !== words[at]) return { to: at + length, words: [asked] };
  }
  return undefined;
}

/** "Seven zero one seven" is the 7017 that the proposal holds. */
function digitsOf(
  words: readonly string[],
  at: number,
  { language, argumentWords, question }: ProposalWords,
): Form | undefined {
  const { units } = language.values.words.numbers;
  const others = words.slice(at).findIndex((word) => (units[word] ?? 10) > 9);
  const digits = words.slice(at, others < 0 ? words.length : at + others).map((word) => units[word]);
  const number = digits.join('');
  const isAsked = digits.length > 2 && [...argumentWords, ...question].includes(number);
  return isAsked ? { to: at + digits.length, words: [number] } : undefined;
}

/** "330", "three thirty", "three-thirty" and "3 30" are the 3:30 pm that the proposal holds; "three fifteen" is another time. */
function clockOf(
  words: readonly string[],
  at: number,
  { language, mentions, argumentWords, question }: ProposalWords,
): Form | undefined {
  const { units, tens } = language.values.words.numbers;
  const spelled = (word = '') => units[word] ?? tens[word] ?? Number.NaN;
  const numberOf = (word = '') => (/^\d{1,4}$/.test(word) ? Number(word) : spelled(word));
  const isHeld = (word = '') => argumentWords.includes(word) || question.includes(word);
  const isMinute = (value: number) => value >= 10 && value < 60;
  const joined = (words[at] ?? '').split('-');
  const [hourWord, minuteWord] = joined.length === 2 ? joined : words.slice(at, at + 2);
  const [first, second] = [numberOf(hourWord), numberOf(minuteWord)];
  const alone = first >= LEAST_CLOCK && !isHeld(words[at]) ? [Math.floor(first / 100), first % 100, 1] : [];
  const both = first <= 24 && isMinute(second) ? [first, second, joined.length === 2 ? 1 : 2] : alone;
  const [hour = 0, minute = 0, length = 0] = both;
  const times = mentions.filter(({ kind }) => kind === 'time');
  const isAsked = times.some((value) => value.kind === 'time' && value.minutes === (hour % 12) * 60 + minute);
  const isOther = times.length > 0 && spelled(hourWord) <= 12 && isMinute(spelled(minuteWord));
  const clock = `${hour}:${`${minute}`.padStart(2, '0')}`;
  return length > 0 && (isAsked || isOther) ? { to: at + length, words: [clock] } : undefined;
}

/** "19/5" and "5/19" are the 19 May that the proposal holds; "5/6" may be one of two days, and is none. */
function slashDateOf(
  words: readonly string[],
  at: number,
  { language, mentions, argumentWords }: ProposalWords,
): Form | undefined {
  const [, one = 0, other = 0, year] = SLASH_DATE.exec(words[at] ?? '')?.map(Number) ?? [];
  if (one !== other && Math.max(one, other) <= MONTHS) return undefined;
  if (year && !argumentWords.some((word) => word.startsWith(`${year}`))) return undefined;
  const { months } = language.values.words.days;
  const [meant] = mentions.flatMap((value) => {
    if (value.kind !== 'day' || value.day === undefined || value.month === undefined) return [];
    const isDay = [one, other].includes(value.day) && [one, other].includes(value.month);
    return isDay ? [[`${value.day}`, months[value.month - 1] ?? '']] : [];
  });
  return meant && { to: at + 1, words: meant };
}

/** "The end of June" is the 30 June that the proposal holds. */
function monthEndOf(words: readonly string[], at: number, { language, mentions }: ProposalWords): Form | undefined {
  const end = at + (language.phrases.at(words, at, ['monthEnd'])?.length ?? 0);
  const month = end === at ? 0 : language.values.words.days.months.indexOf(words[end] ?? '') + 1;
  if (month === 0) return undefined;
  const lastDays = YEARS.map((year) => new Date(Date.UTC(year, month, 0)).getUTCDate());
  const [meant] = mentions.flatMap((value) =>
    value.kind === 'day' && value.month === month && lastDays.includes(value.day ?? 0) ? [`${value.day}`] : [],
  );
  return meant === undefined ? undefined : { to: end, words: [meant] };
}
