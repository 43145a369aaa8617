import { ENGLISH } from './english.js';

/** A value named in words: a time of day, a day, or a number. */
export type Mention =
  | { readonly kind: 'time'; readonly minutes: number; readonly half?: 'am' | 'pm'; readonly at: number }
  | {
      readonly kind: 'day';
      readonly month?: number;
      readonly day?: number;
      readonly name?: string;
      readonly at: number;
    }
  | { readonly kind: 'number'; readonly value: number; readonly unit?: string; readonly at: number };

const NUMBER_WORDS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen twenty'
).split(' ');
const TENS: Readonly<Record<string, number>> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  hundred: 100,
};
const ORDINAL_WORDS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const { weekday, month, morning, evening, relativeDay, countOwner } = ENGLISH.words;

/** The values named in canonical words, in order; `at` is the index of the first word. */
export function readMentions(words: readonly string[]): Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length; ) {
    const [mention, length] = timeAt(words, at) ?? dayAt(words, at) ?? numberAt(words, at) ?? [undefined, 1];
    if (mention) mentions.push(mention);
    at += length;
  }
  return mentions;
}

type Found = readonly [Mention, number];

function timeAt(words: readonly string[], at: number): Found | undefined {
  const word = words[at] ?? '';
  if (word === 'noon' || word === 'midday') return [{ kind: 'time', minutes: 0, half: 'pm', at }, 1];
  if (word === 'midnight') return [{ kind: 'time', minutes: 0, half: 'am', at }, 1];
  const spoken = spokenTime(words, at);
  if (spoken) return spoken;
  const clock = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h)?$/.exec(word);
  const hour = clock ? Number(clock[1]) : smallNumber(word);
  if (hour === undefined || hour > 24) return undefined;
  const minutes = (hour % 12) * 60 + Number(clock?.[2] ?? 0);
  if (clock?.[3] && clock[3] !== 'h') return [{ kind: 'time', minutes, half: clock[3] as 'am' | 'pm', at }, 1];
  const [half, length] = halfOfDay(words, at + 1);
  if (half) return [{ kind: 'time', minutes, half, at }, 1 + length];
  if (words[at + 1] === "o'clock") return [{ kind: 'time', minutes, ...halfAfter(words, at + 2), at }, 2];
  const before = halfBefore(words, at);
  if (before) return [{ kind: 'time', minutes, half: before, at }, 1];
  if (!clock?.[2] || !word.includes(':')) return undefined;
  return [{ kind: 'time', minutes, ...(hour > 12 ? { half: 'pm' } : {}), at }, 1];
}

/** "half past 12", "quarter to five". */
function spokenTime(words: readonly string[], at: number): Found | undefined {
  const shift = words[at] === 'half' ? 30 : words[at] === 'quarter' ? 15 : undefined;
  const hour = smallNumber(words[at + 2] ?? '');
  if (shift === undefined || hour === undefined || !['past', 'to', 'after'].includes(words[at + 1] ?? ''))
    return undefined;
  const minutes = (hour % 12) * 60 + (words[at + 1] === 'to' ? -shift : shift);
  const half = halfAfter(words, at + 3).half ?? halfBefore(words, at);
  return [{ kind: 'time', minutes: (minutes + 720) % 720, ...(half ? { half } : {}), at }, 3];
}

function halfAfter(words: readonly string[], at: number): { half?: 'am' | 'pm' } {
  const [half] = halfOfDay(words, at);
  return half ? { half } : {};
}

function halfOfDay(words: readonly string[], at: number): ['am' | 'pm' | undefined, number] {
  const lead = words[at] === 'in' && words[at + 1] === 'the' ? 2 : words[at] === 'at' ? 1 : 0;
  const word = words[at + lead] ?? '';
  if (morning.includes(word)) return ['am', lead + 1];
  if (evening.includes(word)) return ['pm', lead + 1];
  return [undefined, 0];
}

function halfBefore(words: readonly string[], at: number): 'am' | 'pm' | undefined {
  const word = (words[at - 1] === 'at' ? words[at - 2] : words[at - 1]) ?? '';
  return morning.includes(word) && word !== 'am' ? 'am' : evening.includes(word) && word !== 'pm' ? 'pm' : undefined;
}

function dayAt(words: readonly string[], at: number): Found | undefined {
  const word = words[at] ?? '';
  if (word === 'day' && words[at + 1] === 'after' && words[at + 2] === 'tomorrow') {
    return [{ kind: 'day', name: 'day after tomorrow', at }, 3];
  }
  if (relativeDay.includes(word)) return [{ kind: 'day', name: word, at }, 1];
  if (weekday.includes(word)) return [{ kind: 'day', name: word, at }, 1];
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word);
  if (iso) return [{ kind: 'day', month: Number(iso[2]), day: Number(iso[3]), at }, 1];
  const monthNumber = month.indexOf(word) + 1;
  const dayAfter = dayNumber(words[at + 1] ?? '', true);
  if (monthNumber > 0 && dayAfter) return [{ kind: 'day', month: monthNumber, day: dayAfter, at }, 2];
  const day = dayNumber(word, false);
  if (!day) return undefined;
  const named = month.indexOf(words[at + (words[at + 1] === 'of' ? 2 : 1)] ?? '') + 1;
  if (named > 0) return [{ kind: 'day', month: named, day, at }, words[at + 1] === 'of' ? 3 : 2];
  return [{ kind: 'day', day, at }, 1];
}

function dayNumber(word: string, plain: boolean): number | undefined {
  const digits = (plain ? /^(\d{1,2})(?:st|nd|rd|th)?$/ : /^(\d{1,2})(?:st|nd|rd|th)$/).exec(word);
  const day = digits ? Number(digits[1]) : ORDINAL_WORDS.indexOf(word);
  return day >= 1 && day <= 31 && (digits !== null || day > 2) ? day : undefined;
}

function numberAt(words: readonly string[], at: number): Found | undefined {
  const word = words[at] ?? '';
  const digits = /^[$€£₹#]?(\d[\d,]*(?:\.\d+)?)(%|k)?$/.exec(word);
  const value = digits ? Number(digits[1]?.replaceAll(',', '')) * (digits[2] === 'k' ? 1000 : 1) : spelledNumber(word);
  if (value === undefined) return undefined;
  if (word === 'one' && isPronoun(words, at)) return undefined;
  const unit = words[at + 1];
  return [{ kind: 'number', value, ...(unit && /^\p{L}+$/u.test(unit) ? { unit } : {}), at }, 1];
}

function isPronoun(words: readonly string[], at: number): boolean {
  const next = words[at + 1];
  return countOwner.includes(words[at - 1] ?? '') || (next !== undefined && ['of', 'that', 'is', 'i'].includes(next));
}

function smallNumber(word: string): number | undefined {
  const value = /^\d{1,2}$/.test(word) ? Number(word) : NUMBER_WORDS.indexOf(word);
  return value > 0 ? value : undefined;
}

function spelledNumber(word: string): number | undefined {
  const small = NUMBER_WORDS.indexOf(word);
  return small >= 0 ? small : TENS[word];
}
