import type { SlotReading } from '../reading/index.js';
import type { SlotField } from '../schema/index.js';

const MAX_ANSWER = 80;
const MAX_WORDS = 6;
const MAX_PROSE = 500;

/** The whole message as the value of the one field that was asked for, when it can be nothing else. */
export function readAnswer(reading: SlotReading): void {
  const field = reading.askedField;
  if (!field || !reading.isOpen(field) || !reading.isEmpty) return;
  const text = wholeText(reading, field);
  if (text === '' || text.includes('?')) return;
  const span = { start: 0, end: reading.text.length };
  const bare = text.replace(reading.language.phrases.answerLead, '');
  const clause = field.kind === 'boolean' ? [text.split(/[,.;!]/)[0] ?? ''] : [];
  for (const raw of [bare, text, ...clause]) {
    if (isPlausible(reading, field, raw) && reading.fits(field, raw)) reading.offer(field, raw, span, false);
  }
  if (isPlausible(reading, field, bare)) reading.offer(field, bare, span, isMeantAsValue(reading, field, bare));
}

/** "not really" and "don't ring the bell" answer; elsewhere a denial leaves no value. */
function wholeText(reading: SlotReading, field: SlotField): string {
  const takesDenial = field.kind === 'boolean' || field.prose;
  return takesDenial || reading.text === reading.original ? reading.original.trim() : '';
}

/** A bad answer is reported when it looks like a value and not like another request. */
function isMeantAsValue({ language }: SlotReading, field: SlotField, text: string): boolean {
  if (field.kind === 'enum') return text.split(/\s+/).length <= 3 && !language.phrases.startsElsewhere(text);
  return /[\d@]/.test(text) && field.kind !== 'number';
}

function isPlausible({ language }: SlotReading, field: SlotField, text: string): boolean {
  if (field.kind === 'boolean' || field.kind === 'enum') return text.length <= MAX_ANSWER;
  const words = text.split(/\s+/);
  if (language.phrases.startsElsewhere(text) && !(field.prose && words.length > 3)) return false;
  if (field.prose) return text.length <= MAX_PROSE;
  if (field.kind === 'identifier') return words.length === 1;
  return text.length <= MAX_ANSWER && (field.kind !== 'text' || words.length <= MAX_WORDS);
}
