import { type Recurrence, readRecurrence, weekdayOf, writeRecurrence } from '../../../platform/common/recurrence.js';
import { onceAt, type TimeMention } from '../../values/index.js';
import { isTemporal, type SlotReading } from '../reading/index.js';
import type { SlotField } from '../schema/index.js';

/** When something is to be done, once or again and again, for the one field that says so. */
export function readSchedules(reading: SlotReading): void {
  const fields = reading.fields.filter((field) => field.kind === 'schedule' && reading.isOpen(field));
  const field = fields.length === 1 ? fields[0] : fields.find((one) => one === reading.askedField);
  if (!field) return;
  const { values, words } = reading.language;
  const text = reading.unusedText();
  const said = values.schedules.find(text, reading.now);
  if (!said) {
    readOnce(reading, field, values.times.find(text, reading.now));
    return;
  }
  const [first = { start: 0, end: 0 }, ...others] = said.parts;
  const shown = said.parts.map(({ start, end }) => text.slice(start, end)).join(' … ');
  if ('problem' in said) reading.refuse(field, shown, words.reasons[said.problem], first);
  else reading.take(field, writeRecurrence(said.recurrence), first);
  for (const part of others) reading.use(part);
}

/** A day and a time for what is done once; another time or day for what is known. */
function readOnce(reading: SlotReading, field: SlotField, mentions: readonly TimeMention[]): void {
  const isAsked = reading.askedField === field;
  // Where the schema has dates of its own, a date is for them.
  if (mentions.length === 0 || (!isAsked && reading.fields.some(isTemporal))) return;
  const mention = Object.assign({}, ...mentions) as TimeMention;
  const span = { start: mentions[0]?.start ?? 0, end: mentions.at(-1)?.end ?? 0 };
  const { reasons } = reading.language.words;
  const ambiguous = mentions.find((one) => one.ambiguous)?.ambiguous;
  const known = reading.known(field);
  const recurrence = changed(typeof known === 'string' ? readRecurrence(known) : undefined, mention);
  const once = recurrence ?? onceAt(mention, reading.now);
  if (ambiguous) reading.refuse(field, mention.text, reasons[ambiguous], span);
  else if (once) reading.take(field, writeRecurrence(once), span);
  else reading.refuse(field, mention.text, reasons.schedule, span);
}

/** "at 10", or "on Tuesday", of what is known already. */
function changed(known: Recurrence | undefined, { day, time }: TimeMention): Recurrence | undefined {
  if (!known || (day && time && !known.rule)) return undefined;
  const at = time ? { hour: time.hour, minute: time.minute } : {};
  const { start, rule } = known;
  if (!day) return { ...known, start: { ...start, ...at } };
  if (!rule) return { ...known, start: { ...start, ...day, ...at } };
  if (rule.unit !== 'WEEKLY') return undefined;
  return { ...known, start: { ...start, ...day, ...at }, rule: { ...rule, weekdays: [weekdayOf(day)] } };
}
