import type { ActLanguage, Sentence } from '../words/index.js';

/**
 * A question without what it says of the answer's form: "Please answer yes or no.", "Reply YES to book it or NO to leave it.",
 * "…, yes or no?". These words propose nothing, so a reply that holds them ("yes and no") does not say the proposal again.
 */
export function withoutAnswerForm(question: readonly Sentence[], language: ActLanguage): readonly Sentence[] {
  const asked = question.flatMap((sentence) => {
    const form = formIn(sentence, language);
    if (!form) return [sentence];
    const { words, spans } = sentence;
    const cut = <T>(list: readonly T[]) => [...list.slice(0, form.start), ...list.slice(form.end)];
    return sentence.question ? [{ ...sentence, words: cut(words), spans: cut(spans) }] : [];
  });
  return asked.some(({ words }) => words.length > 0) ? asked : question;
}

/** Where a sentence offers both the plain yes and a no. */
function formIn({ words }: Sentence, language: ActLanguage): { start: number; end: number } | undefined {
  const yes = words.findIndex((word) => language.words.yes.has(word));
  const no = words.findIndex((word, at) => {
    return !language.deeds.has(word) && language.phrases.at(words, at, ['refusal'])?.length === 1;
  });
  return yes < 0 || no < 0 ? undefined : { start: Math.min(yes, no), end: Math.max(yes, no) + 1 };
}
