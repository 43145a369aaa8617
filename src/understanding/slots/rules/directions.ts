import type { SlotReading } from '../reading/index.js';
import type { SlotField } from '../schema/index.js';
import type { Phrases, Span } from '../vocabulary/index.js';

/** Characters between two places that stand beside each other: room for "from" between them. */
const MAX_GAP = 6;
/** Characters in which a place is looked for. */
const MAX_PLACE = 120;
const MAX_WORDS = 5;
const NAME_WORD = /^(?:\p{L}[\p{L}\p{N}.'’-]*|&|#\d+)$/u;

/** A place said after "from" or "to". */
interface Place extends Span {
  readonly preposition: 'from' | 'to';
  readonly text: string;
  readonly isName: boolean;
}

/** "from Pune to Delhi", in either order, for the one source and the one target field of the schema. */
export function readDirections(reading: SlotReading): void {
  const source = single(reading.fields, 'source');
  const target = single(reading.fields, 'target');
  if (!source && !target) return;
  const places = findPlaces(reading.unusedText(), reading.language.phrases);
  const from = places.find((place) => place.preposition === 'from');
  const to = places.find((place) => place.preposition === 'to' && (place.isName || isBeside(place, from)));
  if (source && from) reading.offer(source, from.text, from, false);
  if (target && to) reading.offer(target, to.text, to, false);
}

function single(fields: readonly SlotField[], direction: 'source' | 'target'): SlotField | undefined {
  const matching = fields.filter((field) => field.direction === direction && field.kind === 'text');
  return matching.length === 1 ? matching[0] : undefined;
}

/** A place in small letters after "to" counts only right beside a "from", since "to" mostly leads a verb. */
function isBeside(place: Place, other: Place | undefined): boolean {
  if (!other) return false;
  const gap = place.start > other.end ? place.start - other.end : other.start - place.end;
  return gap <= MAX_GAP;
}

function findPlaces(text: string, phrases: Phrases): Place[] {
  return [...text.matchAll(phrases.place)].flatMap((match) => {
    const start = match.index + match[0].length;
    const place = placeAt(text.slice(start, start + MAX_PLACE), phrases);
    if (place === '' || isChange(text.slice(Math.max(0, match.index - MAX_PLACE), match.index), phrases)) return [];
    const preposition = phrases.from.test(match[1] ?? '') ? ('from' as const) : ('to' as const);
    return [{ preposition, text: place, isName: /^\p{Lu}/u.test(place), start, end: start + place.length }];
  });
}

/** "change the seat to …": what follows is a value of what is named before. */
function isChange(before: string, phrases: Phrases): boolean {
  return phrases.changing.test(before);
}

/** Up to five words that may name a place, a house number before them: "12 Elm Street", "Portland, OR". */
function placeAt(rest: string, phrases: Phrases): string {
  const clause = /^(?:[^,;!?\n]|,(?= \p{Lu}{2}(?!\p{L})| \p{Lu}\p{L}*\s*(?:[.;!?\n]|$)))*/u.exec(rest)?.[0] ?? '';
  const house = /^\d{1,5}\p{L}?\s+(?=\p{Lu})/u.exec(clause)?.[0] ?? '';
  const words: string[] = [];
  for (const word of clause.slice(house.length).split(/\s+/)) {
    const plain = word.replace(/[.,]$/, '');
    const isState = (words.at(-1)?.endsWith(',') ?? false) && /^\p{Lu}{2}$/u.test(plain);
    if (words.length === MAX_WORDS || (!isState && phrases.isStop(plain)) || !NAME_WORD.test(plain)) break;
    words.push(word.endsWith(',') ? word : plain);
    if (plain !== word && !word.endsWith(',') && plain.length > 3) break;
  }
  while (words.at(-1) === '&') words.pop();
  const place = house + words.join(' ');
  return words.length > 0 && rest.startsWith(place) ? place.replace(/,$/, '') : '';
}
