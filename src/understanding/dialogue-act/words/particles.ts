import type { ActLanguage } from './act-language.js';
import type { Sentence } from './sentence.js';

/** What a verb may lack without its ending: "stufe … herab" is "herabstufen". */
const ENDINGS = ['', 'n', 'en'];

/**
 * The sentence with the parts of a deed's verb joined: "stellen Sie mein Abo bitte um" speaks of "umstellen", as does "stellen Sie es,
 * wie besprochen, um", and "buchen Sie um 20 Uhr" of no "umbuchen". Between the parts of a question's verb its values may have commas.
 */
export function joinParticles(
  sentence: Sentence,
  { words: { particle }, deeds, phrases }: ActLanguage,
  { acrossCommas = false } = {},
): Sentence {
  const { words, spans, source } = sentence;
  const endsClause = (at: number) => {
    const next = words[at + 1];
    const isBeforeBracket = source.slice(spans[at]?.[1], spans[at + 1]?.[0]).includes('(');
    return next === undefined || next === ',' || isBeforeBracket || phrases.at(words, at + 1, ['filler']) !== undefined;
  };
  for (const [at, part] of words.entries()) {
    if (!particle.has(part) || !endsClause(at)) continue;
    const goesOn = acrossCommas || words[at - 1] === ',';
    for (let verb = at - 1; verb >= 0 && (goesOn || words[verb] !== ','); verb--) {
      const joined = ENDINGS.map((ending) => `${part}${words[verb]}${ending}`).find(
        (word) => deeds.get(word)?.isNoun === false,
      );
      if (joined !== undefined) return withoutPart(sentence, at, verb, joined);
    }
  }
  return sentence;
}

function withoutPart(sentence: Sentence, at: number, verb: number, joined: string): Sentence {
  return {
    ...sentence,
    words: sentence.words.with(verb, joined).toSpliced(at, 1),
    spans: [...sentence.spans].toSpliced(at, 1),
  };
}
