import { parseKnown, type TimeMention } from '../../values/index.js';
import { isTemporal, readMention, type SlotReading } from '../reading/index.js';
import { isMeaningful, type SlotField } from '../schema/index.js';

type Kind = 'date' | 'time' | 'date-time';

/** Characters before a date or time in which its label may stand. */
const MAX_LABEL_GAP = 30;
/** Characters before a date or time in which a word such as "until" may stand. */
const MAX_BESIDE = 60;

/** Dates and times, each for the field that is named beside it, or that it alone can be for. */
export function readTimes(reading: SlotReading): void {
  const mentions = completed(reading.unusedTimes);
  const meant = new Map<SlotField, TimeMention[]>();
  for (const mention of mentions) {
    for (const field of fieldsFor(reading, mention)) meant.set(field, [...(meant.get(field) ?? []), mention]);
  }
  for (const [field, said] of meant) {
    const mention = oneOf(reading, said);
    if (mention) offer(reading, field, mention);
  }
  for (const mention of mentions) reading.use(mention);
}

/** A day and a time that are said apart belong together when there is one of each: "7 pm, for two, on friday". */
function completed(mentions: readonly TimeMention[]): TimeMention[] {
  const days = mentions.filter(({ day, time }) => day && !time);
  const times = mentions.filter(({ day, time }) => time && !day);
  const [day, time] = [days[0]?.day, times[0]?.time];
  if (days.length !== 1 || times.length !== 1 || mentions.length !== 2 || !day || !time) return [...mentions];
  return mentions.map((mention) => ({ ...mention, ...(mention.day ? { withTime: time } : { withDay: day }) }));
}

/** A field for the day and one for the time, or one for both. */
function fieldsFor(reading: SlotReading, mention: TimeMention): SlotField[] {
  const both = mention.day || mention.time ? choose(reading, mention, 'date-time') : undefined;
  if (both) return [both];
  const date = mention.day ? choose(reading, mention, 'date') : undefined;
  const time = mention.time ? choose(reading, mention, 'time') : undefined;
  return [date, time].filter((field) => field !== undefined);
}

/** The field that is named beside the mention, that its side of a span or the question tells, or the only one. */
function choose(reading: SlotReading, mention: TimeMention, kind: Kind): SlotField | undefined {
  const fields = reading.fields.filter((field) => field.kind === kind && reading.isOpen(field));
  const named = namedBeside(reading, mention, fields);
  if (named) return named;
  const sided = fields.filter((field) => mention.side !== undefined && field.side === mention.side);
  if (sided.length === 1) return sided[0];
  const names = namesBefore(reading, mention);
  const meant = fields.filter((field) => field.labels.flat().some((word) => names?.includes(word)));
  if (meant.length === 1) return meant[0];
  const asked = reading.askedField;
  if (asked && fields.includes(asked)) return asked;
  if (fields.length === 1) return names !== undefined && fields[0]?.side !== undefined ? undefined : fields[0];
  const areNew = fields.every((field) => !isMeaningful(reading.known(field)));
  return areNew ? reading.onlyMissing((field) => fields.includes(field)) : undefined;
}

/** "leaving on", "until": the words in the names of the properties that are meant by what stands before. */
function namesBefore({ text, language }: SlotReading, mention: TimeMention): readonly string[] | undefined {
  const before = text.slice(Math.max(0, mention.start - MAX_BESIDE), mention.start);
  const [match] = [...before.matchAll(language.phrases.beside)].slice(-1);
  if (!match || /[.;!?\n]/.test(before.slice(match.index))) return undefined;
  const said = match[0].toLowerCase().replace(/[\s-]+/g, ' ');
  return language.words.beside.find((each) => each.said.some((word) => word.replace('-', ' ') === said))?.names;
}

function namedBeside(reading: SlotReading, mention: TimeMention, fields: readonly SlotField[]): SlotField | undefined {
  const { phrases } = reading.language;
  const labels = reading.labels.filter((label) => isTemporal(label.field));
  const before = labels.findLast((label) => label.end <= mention.start && mention.start - label.end <= MAX_LABEL_GAP);
  const gap = before ? reading.text.slice(before.end, mention.start) : '';
  const another = reading.times.some(({ start, end }) => before && start >= before.end && end <= mention.start);
  if (before && !another && !/[;!?\n]|\.\s/.test(gap) && fields.includes(before.field)) return before.field;
  const behind = labels.find((label) => label.start >= mention.end);
  if (!behind || !fields.includes(behind.field)) return undefined;
  return phrases.joiner.test(reading.text.slice(mention.end, behind.start)) ? behind.field : undefined;
}

/** The only mention, or the last where it repairs the others; none of two that differ. */
function oneOf(reading: SlotReading, mentions: readonly TimeMention[]): TimeMention | undefined {
  const [first, ...others] = mentions;
  if (first?.withDay || first?.withTime) return first;
  return others.reduce<TimeMention | undefined>((kept, next) => {
    if (kept === undefined) return undefined;
    const between = reading.text.slice(kept.end, next.start);
    return reading.language.phrases.repair.test(between) ? next : undefined;
  }, first);
}

function offer(reading: SlotReading, field: SlotField, mention: TimeMention): void {
  const value = readMention(field, full(reading, field, mention), reading.language, reading.now);
  if ('problem' in value) {
    if (mention.ambiguous || field === reading.askedField) reading.refuse(field, mention.text, value.problem, mention);
    return;
  }
  const isRefused = reading.problem(field, value.value) !== undefined;
  // A day and a time of one mention go to two fields, so that neither may use it up.
  const point = { start: mention.start, end: mention.start };
  reading.take(
    field,
    isRefused && reading.problem(field, mention.text) === undefined ? mention.text : value.value,
    point,
    mention,
  );
}

/** "make it 8 pm" keeps the known day, "friday instead" the known time. */
function full(reading: SlotReading, field: SlotField, mention: TimeMention): TimeMention {
  if (field.kind !== 'date-time') return mention;
  const known = parseKnown(reading.known(field), reading.now.timeZone);
  const day = mention.day ?? mention.withDay ?? known?.day;
  const time = mention.time ?? mention.withTime ?? known?.time;
  return { ...mention, ...(day ? { day } : {}), ...(time ? { time } : {}) };
}
