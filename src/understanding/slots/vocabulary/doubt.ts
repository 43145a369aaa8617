import { alternatives, wholeWord } from '../../language/index.js';
import type { Span } from './spans.js';
import type { SlotWords } from './words.js';

const CLAUSE_END = /[,;!?\n]|\.(?=\s|$)/u;

/** Tells what in a message is denied or only asked about, and so gives no value. */
export class DoubtReader {
  private readonly sentence: RegExp;
  private readonly negator: RegExp;
  private readonly harmless: RegExp;
  private readonly contrast: RegExp;
  private readonly question: RegExp;
  private readonly statement: RegExp;
  private readonly enquiry: RegExp;
  private readonly request: RegExp;
  private readonly tag: RegExp;

  constructor({ doubt, names }: SlotWords) {
    const title = `(?<=(?<!\\p{L})(?:${alternatives(names.titles)}))\\.`;
    this.sentence = new RegExp(`(?:[^.!?\\n]|${title}|[.!?](?![\\s.!?]|$))+[.!?\\n]*`, 'giu');
    this.negator = new RegExp(wholeWord(doubt.negators), 'giu');
    this.harmless = new RegExp(wholeWord(doubt.harmless), 'giu');
    this.contrast = new RegExp(wholeWord(doubt.contrasts), 'iu');
    this.question = new RegExp(
      `(?:^\\s*|[,;]\\s*)(?:(?:\\p{L}+,?\\s+)?)(?<asks>${alternatives(doubt.questions)})(?![\\p{L}\\p{N}])`,
      'iu',
    );
    this.statement = new RegExp(`^(?:${alternatives(doubt.statements)})$`, 'iu');
    this.enquiry = new RegExp(wholeWord(doubt.enquiries), 'iu');
    this.request = new RegExp(wholeWord(doubt.requests), 'iu');
    this.tag = new RegExp(`[,;]\\s*(?:${alternatives(doubt.tags)})\\s*\\?*\\s*$`, 'iu');
  }

  /** What is said not to be: "not friday", "I can't do 7 pm", up to the end of the clause. */
  denied(text: string): Span[] {
    const plain = text.replace(this.harmless, (said) => ' '.repeat(said.length));
    const spans: Span[] = [];
    for (const { index, 0: negator } of plain.matchAll(this.negator)) {
      const from = index + negator.length;
      if ((spans.at(-1)?.end ?? 0) > index) continue;
      const rest = plain.slice(from, from + 400);
      const ends = [CLAUSE_END.exec(rest)?.index, this.contrast.exec(rest)?.index].map((end) => end ?? rest.length);
      spans.push({ start: index, end: from + Math.min(...ends) });
    }
    return spans;
  }

  /** What is only asked about: "is friday possible?", and not "can you make it friday?". */
  asked(text: string): Span[] {
    return [...text.matchAll(this.sentence)].flatMap(({ index, 0: sentence }) => {
      const from = this.questionStart(sentence);
      return from === undefined ? [] : [{ start: index + from, end: index + sentence.length }];
    });
  }

  private questionStart(sentence: string): number | undefined {
    const enquiry = this.enquiry.exec(sentence);
    if (enquiry) return enquiry.index;
    const isMarked = /\?[.!?\s]*$/.test(sentence);
    if (this.request.test(sentence) || this.tag.test(sentence)) return undefined;
    const match = this.question.exec(sentence);
    const asks = match?.groups?.asks;
    if (!match || asks === undefined) return isMarked ? 0 : undefined;
    if (isMarked) return match.index;
    const isFirst = match[0].trimStart().length === asks.length && match.index === 0;
    return isFirst && !this.statement.test(asks) ? 0 : undefined;
  }
}
