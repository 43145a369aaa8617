/** Upper case before a capitalised word, a capitalised or plain word, other letters, digits: `HTTPCode2` is three. */
const PARTS = /\p{Lu}+(?=\p{Lu}[\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|[\p{Lm}\p{Lo}\p{M}]+|\p{N}+/gu;
const RUNS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that put no space between words: their runs are read two characters at a time. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{3,}$/u;

/** The words of a text or an identifier: split at `_`, spaces, punctuation and changes of case; any script. */
export function splitWords(text: string): string[] {
  return [...text.normalize('NFKC').matchAll(RUNS)].flatMap(([run]) => partsOf(run));
}

/** Letters with digits at their end stay together, since `api3` and `api4` are two things. */
function partsOf(run: string): string[] {
  const parts = run.match(PARTS) ?? [];
  const joined: string[] = [];
  for (const part of parts) {
    const previous = joined.at(-1);
    if (/^\p{N}/u.test(part) && previous !== undefined && !/\p{N}$/u.test(previous)) joined[joined.length - 1] += part;
    else joined.push(...(UNSPACED.test(part) ? pairsOf(part) : [part]));
  }
  return joined;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
