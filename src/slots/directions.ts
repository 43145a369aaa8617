import { ENGLISH } from './english.js';
import type { SlotField } from './schema-fields.js';
import type { SlotReading, Span } from './slot-reading.js';

const STOP = new Set([...ENGLISH.boundary, ...ENGLISH.calendar]);
/** Characters in which a place is looked for. */
const MAX_PLACE = 120;
const LEAD = /\b(from|to)\s+(?=\S)/giu;

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
  const places = findPlaces(reading.unusedText());
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
  return gap <= ' from '.length;
}

function findPlaces(text: string): Place[] {
  return [...text.matchAll(LEAD)].flatMap((match) => {
    const start = match.index + match[0].length;
    const place = placeAt(text.slice(start, start + MAX_PLACE));
    if (place === '') return [];
    const preposition = match[1]?.toLowerCase() === 'from' ? ('from' as const) : ('to' as const);
    return [{ preposition, text: place, isName: /^\p{Lu}/u.test(place), start, end: start + place.length }];
  });
}

/** Up to four words that may name a place. */
function placeAt(rest: string): string {
  const clause = /^[^,;!?\n]*/.exec(rest)?.[0] ?? '';
  const words: string[] = [];
  for (const word of clause.split(/\s+/)) {
    const plain = word.replace(/\.$/, '');
    if (words.length === 4 || STOP.has(plain.toLowerCase()) || !/^\p{L}[\p{L}\p{N}.'’-]*$/u.test(plain)) break;
    words.push(plain);
    if (plain !== word && plain.length > 3) break;
  }
  return words.join(' ');
}
