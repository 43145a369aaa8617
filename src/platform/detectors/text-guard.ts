import { isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';
import { LruCache } from '../common/lru-cache.js';
import { type Detected, type Found, findPersonal } from './find-personal.js';

/** What becomes of something that is found: it stays, its kind stands in its place, or its kind with a keyed hash. */
export type Treatment = 'off' | 'mask' | 'hash';

/** What `convengine.privacy` says of it. */
export interface GuardSettings {
  readonly detectors: Readonly<Record<Detected, Treatment>>;
  /** Whose national telephone numbers are known. */
  readonly phoneCountries: readonly string[];
}

/** What is said stands in a dozen events of its turn. */
const TEXTS_KEPT = 100;

/** How many digits of a hash stand in a text. */
const HASH_DIGITS = 12;

const NAMES: Readonly<Record<Detected, string>> = {
  card: 'card',
  email: 'email',
  phone: 'phone',
  iban: 'iban',
  nationalId: 'national id',
};

/** Texts as a model may read them. */
export interface ModelTexts {
  readonly texts: readonly string[];
  /** Puts what was taken out back into an answer. */
  readonly restore: (answer: string) => string;
}

/** Keeps out of texts what detectors find in them, as far as the settings say so. */
export class TextGuard {
  /** Finds nothing. */
  static readonly OFF = new TextGuard(
    { detectors: { card: 'off', email: 'off', phone: 'off', iban: 'off', nationalId: 'off' }, phoneCountries: [] },
    () => '',
  );

  /** Whether anything is looked for. */
  readonly isOn: boolean;
  readonly #kinds: ReadonlySet<Detected>;
  readonly #known = new LruCache<string>(TEXTS_KEPT);

  /** @param hash of a kind and a value, keyed, as hex */
  constructor(
    private readonly settings: GuardSettings,
    private readonly hash: (kind: string, value: string) => string,
  ) {
    const entries = Object.entries(settings.detectors) as [Detected, Treatment][];
    this.#kinds = new Set(entries.filter(([, treatment]) => treatment !== 'off').map(([kind]) => kind));
    this.isOn = this.#kinds.size > 0;
  }

  /** A text as it may be stored. */
  text(text: string): string {
    if (!this.isOn) return text;
    return this.#known.get(text, () => replaced(text, this.find(text), (found) => this.nameOf(found, text)));
  }

  /** The same for every text in a value; keys stay. */
  json<T extends JsonValue>(value: T): T {
    return this.isOn ? (mapTexts(value, (text) => this.text(text)) as T) : value;
  }

  /** Texts as a model may read them: each value has a number of its own, by which an answer can speak of it. */
  forModel(texts: readonly string[]): ModelTexts {
    if (!this.isOn) return { texts, restore: (answer) => answer };
    const names = new Map<string, string>();
    const guarded = texts.map((text) =>
      replaced(text, this.find(text), ({ kind, start, end }) => {
        const value = text.slice(start, end);
        const name = names.get(value) ?? `[${NAMES[kind]} ${names.size + 1}]`;
        names.set(value, name);
        return name;
      }),
    );
    const values = new Map([...names].map(([value, name]) => [name, value]));
    const restore = (answer: string) => answer.replace(/\[[a-z ]{4,11} \d{1,4}\]/g, (name) => values.get(name) ?? name);
    return { texts: guarded, restore };
  }

  private find(text: string): Found[] {
    return findPersonal(text, this.#kinds, this.settings.phoneCountries);
  }

  private nameOf({ kind, start, end }: Found, text: string): string {
    if (this.settings.detectors[kind] === 'mask') return `[${NAMES[kind]}]`;
    const value = kind === 'email' ? text.slice(start, end) : text.slice(start, end).replace(/[^\p{L}\p{N}+]/gu, '');
    return `[${NAMES[kind]} ${this.hash(kind, value.toLowerCase()).slice(0, HASH_DIGITS)}]`;
  }
}

function replaced(text: string, found: readonly Found[], nameOf: (found: Found) => string): string {
  let result = '';
  let at = 0;
  for (const one of found) {
    result += text.slice(at, one.start) + nameOf(one);
    at = one.end;
  }
  return result + text.slice(at);
}

function mapTexts(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, mapTexts(child, map)])) as JsonObject;
}
