/** One thing the user can pick. */
export interface Option {
  readonly name: string;
  readonly description: string;
}

/** The words by which an answer picks an option by its place. */
export interface PlaceWords {
  readonly places: readonly (readonly string[])[];
  readonly last: readonly string[];
}

/**
 * Which option an answer such as "refund_order", "the refund one", "2" or "the second" means, by its place in the
 * list; undefined when it means none of them or more than one.
 */
export function chooseOption(answer: string, options: readonly Option[], placeWords: PlaceWords): number | undefined {
  const words = wordsOf(answer);
  const byPlace = placeOf(words, options.length, placeWords);
  if (byPlace !== undefined) return byPlace;
  const scores = options.map((option) => scoreOf(words, option, options));
  const best = Math.max(...scores);
  const winners = scores.flatMap((score, index) => (score === best && best > 0 ? [index] : []));
  return winners.length === 1 ? winners[0] : undefined;
}

function placeOf(words: readonly string[], count: number, { places: names, last }: PlaceWords): number | undefined {
  const places = words.flatMap((word) => {
    if (last.includes(word)) return [count - 1];
    const place = names.findIndex((name, index) => name.includes(word) || word === `${index + 1}`);
    return place >= 0 ? [place] : [];
  });
  const [place] = places;
  return new Set(places).size === 1 && place !== undefined && place < count ? place : undefined;
}

/** All words by which an answer can name one of the options, or its place. */
export function wordsForOption({ name, description }: Option, { places, last }: PlaceWords): string[] {
  return [...wordsOf(name), ...wordsOf(description), ...places.flat(), ...last, ...places.map((_, at) => `${at + 1}`)];
}

/** How many words of the answer belong to this option and to no other. */
function scoreOf(words: readonly string[], option: Option, options: readonly Option[]): number {
  const others = new Set(options.filter((other) => other !== option).flatMap(vocabularyOf));
  const own = vocabularyOf(option);
  return words.filter((word) => own.includes(word) && !others.has(word)).length;
}

function vocabularyOf(option: Option): string[] {
  return [...wordsOf(option.name), ...wordsOf(option.description)].filter((word) => word.length > 2);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
