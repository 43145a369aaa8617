import type { ActLanguage } from './act-language.js';

/** A value named in words: a time of day, a day, or a number. */
export type Mention = Value & {
  /** Index of its first word. */
  readonly at: number;
  /** How many words it covers. */
  readonly length: number;
};

type Value =
  | { readonly kind: 'time'; readonly minutes: number; readonly half?: Half }
  | { readonly kind: 'day'; readonly month?: number; readonly day?: number; readonly name?: string }
  | { readonly kind: 'number'; readonly value: number; readonly unit?: string };

/** The values named in canonical words, in order. */
export function readMentions(words: readonly string[], language: ActLanguage): Mention[] {
  const reader = new MentionReader(words, language.values);
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length; ) {
    const [value, length] = reader.at(at) ?? [undefined, 1];
    if (value) mentions.push({ ...value, at, length });
    at += length;
  }
  return mentions;
}

type Values = ActLanguage['values'];
type Found = readonly [Value, length: number];
type Half = 'am' | 'pm';

class MentionReader {
  constructor(
    private readonly words: readonly string[],
    private readonly values: Values,
  ) {}

  at(at: number): Found | undefined {
    return this.timeAt(at) ?? this.dayAt(at) ?? this.numberAt(at);
  }

  private word(at: number): string {
    return this.words[at] ?? '';
  }

  /** How many words the longest of these phrases covers where it stands at `at`; 0 for none. */
  private lengthOf(phrases: readonly string[], at: number): number {
    const lengths = phrases.map((phrase) => phrase.split(' ')).filter((parts) => this.stands(parts, at));
    return Math.max(0, ...lengths.map((parts) => parts.length));
  }

  private stands(parts: readonly string[], at: number): boolean {
    return parts.every((part, index) => this.word(at + index) === part);
  }

  private timeAt(at: number): Found | undefined {
    const named = this.values.namedTimes[this.word(at)];
    if (named) {
      const hour = Number(named.slice(0, 2));
      return [time(hour, Number(named.slice(3)), hour < 12 ? 'am' : 'pm'), 1];
    }
    return this.spokenTime(at) ?? this.clockAt(at);
  }

  /** "half past 12", "quarter to five". */
  private spokenTime(at: number): Found | undefined {
    for (const [phrase, shift] of Object.entries(this.values.spokenTimes)) {
      const parts = phrase.split(' ');
      const hour = this.stands(parts, at) ? this.smallNumber(this.word(at + parts.length)) : undefined;
      if (hour === undefined) continue;
      const [half] = this.halfOfDay(at + parts.length + 1);
      return [time(hour, shift, half ?? this.halfBefore(at)), parts.length + 1];
    }
    return undefined;
  }

  private clockAt(at: number): Found | undefined {
    const word = this.word(at);
    const clock = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h)?$/.exec(word);
    const hour = clock ? Number(clock[1]) : this.smallNumber(word);
    if (hour === undefined || hour > 24) return undefined;
    const minutes = Number(clock?.[2] ?? 0);
    if (clock?.[3] && clock[3] !== 'h') return [time(hour, minutes, clock[3] as Half), 1];
    const late = hour > 12 ? 'pm' : undefined;
    if (this.values.hourMarks.includes(this.word(at + 1))) {
      const past = /^[0-5]?\d$/.test(this.word(at + 2)) ? Number(this.word(at + 2)) : undefined;
      const length = past === undefined ? 2 : 3;
      const half = this.halfOfDay(at + length)[0] ?? this.halfBefore(at) ?? late;
      return [time(hour, past ?? minutes, half), length];
    }
    const [half, length] = this.halfOfDay(at + 1);
    if (half) return [time(hour, minutes, half), 1 + length];
    const before = this.halfBefore(at);
    if (before) return [time(hour, minutes, before), 1];
    const isDotted = this.values.decimalMark === ',' && clock?.[2] !== undefined && !this.dateIn(word);
    return word.includes(':') || isDotted ? [time(hour, minutes, late), 1] : undefined;
  }

  private halfOfDay(at: number): readonly [half: Half | undefined, length: number] {
    const { am, pm, morning, evening, halfLeads } = this.values;
    const lead = this.lengthOf(halfLeads, at);
    const word = this.word(at + lead);
    if (am.includes(word) || morning.includes(word)) return ['am', lead + 1];
    if (pm.includes(word) || evening.includes(word)) return ['pm', lead + 1];
    return [undefined, 0];
  }

  private halfBefore(at: number): Half | undefined {
    const { morning, evening, halfLeads } = this.values;
    const word = this.word(halfLeads.includes(this.word(at - 1)) ? at - 2 : at - 1);
    return morning.includes(word) ? 'am' : evening.includes(word) ? 'pm' : undefined;
  }

  private dayAt(at: number): Found | undefined {
    const { months, weekdays, relativeDays, dayLinks } = this.values;
    const word = this.word(at);
    const relative = this.lengthOf(relativeDays, at);
    if (relative > 0) return [{ kind: 'day', name: this.words.slice(at, at + relative).join(' ') }, relative];
    if (weekdays.includes(word)) return [{ kind: 'day', name: word }, 1];
    const date = this.dateIn(word);
    if (date) return [{ kind: 'day', ...date }, 1];
    const month = months.indexOf(word) + 1;
    const dayAfter = this.dayNumber(this.word(at + 1), true);
    if (month > 0 && dayAfter) return [{ kind: 'day', month, day: dayAfter }, 2];
    const day = this.dayNumber(word, false);
    if (!day) return undefined;
    const link = this.lengthOf(dayLinks, at + 1);
    const named = months.indexOf(this.word(at + 1 + link)) + 1;
    return named > 0 ? [{ kind: 'day', month: named, day }, 2 + link] : [{ kind: 'day', day }, 1];
  }

  /** "2019-03-13", and "13.3." where the decimal mark is a comma. */
  private dateIn(word: string): { month: number; day: number } | undefined {
    const iso = /^\d{4}-(\d{2})-(\d{2})$/.exec(word);
    if (iso) return { month: Number(iso[1]), day: Number(iso[2]) };
    const dotted = this.values.decimalMark === ',' ? /^(\d{1,2})\.(\d{1,2})(?:\.\d{2,4})?$/.exec(word) : null;
    const [day, month] = [Number(dotted?.[1]), Number(dotted?.[2])];
    return day >= 1 && day <= 31 && month >= 1 && month <= 12 ? { month, day } : undefined;
  }

  private dayNumber(word: string, plain: boolean): number | undefined {
    const digits = /^(\d{1,2})(\p{L}*)$/u.exec(word);
    if (digits && !(digits[2] ? this.values.ordinalSuffixes.includes(digits[2]) : plain)) return undefined;
    const day = digits ? Number(digits[1]) : this.values.ordinals[word];
    return day !== undefined && day >= 1 && day <= 31 ? day : undefined;
  }

  private numberAt(at: number): Found | undefined {
    const word = this.word(at);
    if (this.isPronoun(at)) return undefined;
    const digits = /^[$€£₹#]?(\d[\d.,]*)(%|k)?$/.exec(word);
    const small = this.values.numbers[word];
    const value = digits ? this.amount(digits[1] ?? '') * (digits[2] === 'k' ? 1000 : 1) : small;
    if (value === undefined || Number.isNaN(value)) return undefined;
    const ones = value >= 20 && value < 100 && !digits ? (this.values.numbers[this.word(at + 1)] ?? 0) : 0;
    const length = ones >= 1 && ones <= 9 ? 2 : 1;
    const unit = this.word(at + length);
    const named = /^\p{L}+$/u.test(unit) ? { unit } : {};
    return [{ kind: 'number', value: length === 2 ? value + ones : value, ...named }, length];
  }

  private amount(digits: string): number {
    const isComma = this.values.decimalMark === ',';
    const plain = isComma ? digits.replace(/\.(?=\d{3})/g, '').replace(',', '.') : digits.replaceAll(',', '');
    return Number(plain.replace(/\.$/, ''));
  }

  private isPronoun(at: number): boolean {
    const { pronounNumbers, pronounBefore, pronounAfter } = this.values;
    if (!pronounNumbers.includes(this.word(at))) return false;
    return pronounBefore.includes(this.word(at - 1)) || pronounAfter.includes(this.word(at + 1));
  }

  private smallNumber(word: string): number | undefined {
    const value = /^\d{1,2}$/.test(word) ? Number(word) : (this.values.numbers[word] ?? 0);
    return value > 0 ? value : undefined;
  }
}

function time(hour: number, minutes: number, half: Half | undefined): Value {
  const total = ((hour % 12) * 60 + minutes + 720) % 720;
  return { kind: 'time', minutes: total, ...(half ? { half } : {}) };
}
