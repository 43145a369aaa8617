import { createHmac, randomBytes } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../../platform/common/json.js';
import { escapeRegex } from '../../platform/common/regex.js';

/** Dates, times and years say when, and not who; other runs of three digits and more may be somebody's. */
const MAY_BE_SOMEBODYS =
  /(?<when>\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./](?:\d{2}){1,2}\b|\b\d{1,2}:\d\d\b|\b(?:19|20)\d\d\b(?![\d-]))|(?<address>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)|(?<number>\d{3,})/g;

const CONSONANTS = 'bdfgklmnprstv';
const VOWELS = 'aeiou';

/**
 * Puts other names, numbers and addresses in the place of those in texts: always the same for the same, in the same form, and
 * nobody finds the first by the second without the key, which is not kept.
 */
export class Pseudonyms {
  readonly #key = randomBytes(32);
  readonly #names: readonly (readonly [pattern: RegExp, name: string])[];

  /** @param names words that name somebody or something of theirs; longer ones go first */
  constructor(names: Iterable<string>) {
    const sorted = [...new Set(names)].sort((one, other) => other.length - one.length);
    this.#names = sorted.map((name) => [
      new RegExp(`(?<![\\p{L}\\d])${escapeRegex(name)}(?![\\p{L}\\d])`, 'giu'),
      name,
    ]);
  }

  /** All texts within a value; its keys stay. */
  in<T extends JsonValue>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T;
    if (typeof value === 'number') return this.number(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.in(item)) as T;
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, this.in(child)])) as T;
  }

  text(text: string): string {
    const named = this.#names.reduce((so, [pattern, name]) => so.replaceAll(pattern, () => this.name(name)), text);
    return named.replaceAll(MAY_BE_SOMEBODYS, (found, ...rest) => {
      const { address, number } = rest.at(-1) as { address?: string; number?: string };
      if (address !== undefined)
        return `person${this.bytes(address.toLowerCase()).readUInt32BE() % 1_000_000}@example.org`;
      return number === undefined ? found : this.digits(number);
    });
  }

  private number(value: number): number {
    return Number.isInteger(value) && Math.abs(value) >= 100 ? Number(this.text(String(value))) : value;
  }

  /** As many, and beginning with a zero where the others do. */
  private digits(number: string): string {
    const bytes = this.bytes(number);
    return [...number]
      .map((digit, place) => {
        const byte = bytes[place % bytes.length] ?? 0;
        if (place > 0) return byte % 10;
        return digit === '0' ? 0 : 1 + (byte % 9);
      })
      .join('');
  }

  /** Each word of the name is another word, with a capital where it has one. */
  private name(name: string): string {
    return name.replaceAll(/\p{L}+/gu, (word) => {
      const bytes = this.bytes(word.toLowerCase());
      const letters = Array.from({ length: 6 }, (_, place) => {
        const from = place % 2 === 0 ? CONSONANTS : VOWELS;
        return from[(bytes[place] ?? 0) % from.length];
      });
      const other = letters.join('');
      return /^\p{Lu}/u.test(word) ? `${other.charAt(0).toUpperCase()}${other.slice(1)}` : other;
    });
  }

  private bytes(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
