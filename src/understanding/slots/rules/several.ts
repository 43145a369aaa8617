import type { SlotReading } from '../reading/index.js';
import type { Span } from '../vocabulary/index.js';

interface Token extends Span {
  readonly text: string;
}

const TOKEN = /(?<![\p{L}\p{N}_/-])[\p{L}\p{N}][\p{L}\p{N}_/-]{0,63}(?![\p{L}\p{N}_/-])/gu;
/** Fewer digits may count something. */
const CODE = /^(?=.*\d{3})[\p{L}\p{N}_/-]+$/u;

/** "Orders 7017 and 7018" for a field that takes one of them: none is chosen, and the user is told. */
export function readSeveral(reading: SlotReading): void {
  const fields = reading.fields.filter(({ kind }) => kind === 'identifier');
  if (fields.length === 0) return;
  for (const run of runsOf(reading)) {
    const taking = fields.filter(
      (field) => reading.isOpen(field) && run.every(({ text }) => reading.fits(field, text)),
    );
    const [field] = taking;
    const [first, last] = [run[0], run.at(-1)];
    if (!field || taking.length > 1 || !first || !last) continue;
    const span = { start: first.start, end: last.end };
    reading.refuse(field, reading.text.slice(span.start, span.end), reading.language.words.reasons.onlyOne, span);
  }
}

/** Codes of one form with no more than "and", "or", a comma or the name of a field between them, two or more. */
function runsOf(reading: SlotReading): Token[][] {
  const runs: Token[][] = [];
  for (const match of reading.unusedText().matchAll(TOKEN)) {
    if (!CODE.test(match[0])) continue;
    const token = { text: match[0], start: match.index, end: match.index + match[0].length };
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && formOf(before.text) === formOf(token.text) && isJoined(reading, before.end, token.start)) {
      if (run.every(({ text }) => text !== token.text)) run.push(token);
    } else runs.push([token]);
  }
  return runs.filter((run) => run.length > 1);
}

function isJoined(reading: SlotReading, from: number, to: number): boolean {
  const { listSeparator, or } = reading.language.phrases;
  const label = reading.labels.find(({ start, end }) => start >= from && end <= to);
  const between = label
    ? reading.text.slice(from, label.start) + reading.text.slice(label.end, to)
    : reading.text.slice(from, to);
  const rest = ` ${between.replaceAll('#', ' ').trim()} `.replace(listSeparator, ' ').replace(or, ' ');
  return between.trim() !== '' && rest.trim() === '';
}

/** "7017" and "7018" have one form, "ORD-12" and "ORD-13" another. */
function formOf(code: string): string {
  return code
    .replace(/\p{L}/gu, 'a')
    .replace(/\d/g, '0')
    .replace(/^0+$/, (digits) => `${digits.length}`);
}
