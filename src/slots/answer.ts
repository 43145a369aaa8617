import { ENGLISH } from './english.js';
import type { SlotField } from './schema-fields.js';
import type { SlotReading } from './slot-reading.js';

const MAX_ANSWER = 80;
const MAX_WORDS = 6;
const MAX_PROSE = 500;
const LEAD = new RegExp(`^${ENGLISH.answerLead}`, 'i');

/** The whole message as the value of the one field that was asked for, when it can be nothing else. */
export function readAnswer(reading: SlotReading): void {
  const field = reading.askedField;
  const text = reading.text.trim();
  if (!field || !reading.isOpen(field) || text === '' || text.includes('?')) return;
  if (Object.keys(reading.values).length > 0) return;
  const span = { start: 0, end: reading.text.length };
  const bare = text.replace(LEAD, '');
  for (const raw of [bare, text]) {
    if (isPlausible(field, raw) && reading.fits(field, raw)) reading.offer(field, raw, span, false);
  }
  if (isPlausible(field, bare)) reading.offer(field, bare, span, isMeantAsValue(field, bare));
}

/** A bad answer is reported when it looks like a value and not like another request. */
function isMeantAsValue(field: SlotField, text: string): boolean {
  if (field.kind === 'enum') return text.split(/\s+/).length <= 3 && !startsElsewhere(text);
  return /[\d@]/.test(text) && field.kind !== 'number';
}

function startsElsewhere(text: string): boolean {
  return ENGLISH.noAnswer.includes(
    text
      .split(/\s+/)[0]
      ?.toLowerCase()
      .replace(/[^\p{L}']/gu, '') ?? '',
  );
}

function isPlausible(field: SlotField, text: string): boolean {
  if (field.kind === 'boolean' || field.kind === 'enum') return text.length <= MAX_ANSWER;
  const words = text.split(/\s+/);
  if (startsElsewhere(text)) return false;
  if (ENGLISH.prose.some((word) => field.labels.flat().includes(word))) return text.length <= MAX_PROSE;
  if (field.kind === 'identifier') return words.length === 1;
  return text.length <= MAX_ANSWER && (field.kind !== 'text' || words.length <= MAX_WORDS);
}
