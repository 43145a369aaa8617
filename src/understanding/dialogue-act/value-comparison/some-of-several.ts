import { isSame, type ProposalWords } from '../proposal/index.js';
import { heldIn } from './held-values.js';

/** "Cancel the 19th", "Anna's ticket" to a question about several days or people: it names some of them, not the others, and not all together. */
export function namesSomeOnly(words: readonly string[], proposal: ProposalWords): boolean {
  const { severals, language } = proposal;
  if (severals.length === 0 || words.some((word) => language.words.whole.has(word))) return false;
  const stems = new Set(words.map(language.stem));
  const held = heldIn(words, proposal);
  return severals.some((several) => {
    const named = several.filter(
      (one) =>
        [...one.words].some((word) => stems.has(word)) ||
        one.values.some((value) => held.some((said) => isSame(said, value))),
    );
    return named.length > 0 && named.length < several.length;
  });
}
