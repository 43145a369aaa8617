import { nameWords } from '../../language/index.js';
import type { SlotReading } from '../reading/index.js';
import { has, isMeaningful } from '../schema/index.js';
import { type Name, nameAt, nameBefore, occurrences } from './names.js';
import { type QuestionFrame, questionFrames } from './question-frames.js';

/** Where a name may begin, and the article before it. */
interface Lead {
  readonly at: number;
  readonly article: string;
}

/**
 * Reads names that replace a known value. The known value tells which field is meant where the schema cannot: "not
 * Pune but Goa"; "on the garden terrace" after "Shall I serve it on the roof?"; "Western Railway" for Northern
 * Railway; "make it Goa" where only one value is a text.
 */
export function readReplacements(reading: SlotReading): void {
  const frames = framesOf(reading);
  if (frames.length === 0) return;
  for (const rule of [byContrast, byFrame, byPlace, byLikeness, byWish]) rule(reading, frames);
}

function framesOf(reading: SlotReading): QuestionFrame[] {
  const known = reading.fields.flatMap((field) => {
    const value = reading.known(field);
    const isText = field.kind === 'text' && !field.prose && typeof value === 'string' && isMeaningful(value);
    return isText ? [{ field, value }] : [];
  });
  return reading.question === '' ? [] : questionFrames(reading.question, known, reading.language.names);
}

/** "not Pune but Goa", "Goa instead of Pune". */
function byContrast(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const { names } = reading.language;
  const text = reading.withDenied;
  for (const frame of frames) {
    for (const old of occurrences(text, frame.value)) {
      const against = names.against.exec(text.slice(0, old.start));
      if (!against) continue;
      const but = names.but.exec(text.slice(old.end))?.[0].length ?? 0;
      const lead = against.groups?.lead ?? '';
      const at = old.end + but + (occurrences(text.slice(old.end + but), lead)[0]?.start === 0 ? lead.length + 1 : 0);
      const behind = but > 0 ? nameAt(text, at, names) : undefined;
      const front = text.slice(0, against.index).replace(/[\s,]+$/, '');
      const name = behind ?? nameBefore(front, front.length, names);
      if (name && isLike(reading, frame, name, '')) take(reading, frame, name);
    }
  }
}

/** A name behind the word that stood before the known one in the question, when it stood before no other. */
function byFrame(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const { names } = reading.language;
  const text = reading.unusedText();
  for (const frame of frames) {
    if (frames.some((other) => other !== frame && other.before === frame.before)) continue;
    const leads = occurrences(text, frame.before).flatMap(({ start, end }) => {
      const match = isOfChange(reading, text.slice(0, start)) ? null : names.article.exec(text.slice(end));
      return match ? [leadOf(end + match[0].length, match[0], match.groups?.article)] : [];
    });
    const isBare = names.isPreposition(frame.before);
    takeOnly(reading, frame, leads, (name) => name.isProper || isBare);
  }
}

/** "change the seat", before "to 12": what follows is a value of what is named there. */
function isOfChange({ language }: SlotReading, before: string): boolean {
  return language.phrases.changing.test(before) && !language.phrases.changingIt.test(before);
}

/** "in Goa", for the only known place. */
function byPlace(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const { names, words } = reading.language;
  const [frame, ...others] = frames.filter(({ field }) => has(field.labels.flat(), words.names.place));
  if (!frame || others.length > 0 || frames.some(({ before }) => names.isIn(before))) return;
  takeOnly(reading, frame, leadsIn(reading, names.inside), isProper);
}

/** Another name with the same last word, such as a company or a kind of room; the words before it differ. */
function byLikeness(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const { names } = reading.language;
  const text = reading.unusedText();
  const heads = frames.map(({ value }) => nameWords(value).at(-1) ?? '');
  for (const [index, frame] of frames.entries()) {
    const head = heads[index] ?? '';
    if (head.length < 3 || names.isStop(head) || heads.filter((each) => each === head).length > 1) continue;
    const found = occurrences(text, head).flatMap(({ start, end }) => {
      const described = frame.isProper ? undefined : names.described.exec(text.slice(0, start))?.groups;
      const words = described && !names.isIndefinite(described.article ?? '') ? described.words : undefined;
      const from = words === undefined ? nameBefore(text, start, names)?.start : start - words.length;
      if (from === undefined) return [];
      return [{ text: text.slice(from, end), isProper: frame.isProper, start: from, end }];
    });
    takeSingle(
      reading,
      frame,
      found.filter((name) => isLike(reading, frame, name, 'the')),
    );
  }
}

/** "make it Goa", "I meant Goa", for the only text that the message leaves open, or the only one that is like the name. */
function byWish(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const { names, phrases } = reading.language;
  const isCorrection = phrases.changeCue.test(reading.original);
  for (const said of isCorrection ? [names.wish, names.request] : [names.wish]) {
    const open = frames.filter(({ field }) => reading.isOpen(field));
    for (const frame of open) {
      const fits = (name: Name) => name.isProper && (open.length === 1 || isAlike(frame, open, name));
      takeOnly(reading, frame, leadsIn(reading, said), fits);
    }
  }
}

/** True when the known value of a frame has a word of the name, and no other frame's has. */
function isAlike(frame: QuestionFrame, frames: readonly QuestionFrame[], name: Name): boolean {
  const words = nameWords(name.text);
  const alike = frames.filter(({ value }) => nameWords(value).some((word) => words.includes(word)));
  return alike.length === 1 && alike[0] === frame;
}

function leadsIn(reading: SlotReading, pattern: RegExp): Lead[] {
  return [...reading.unusedText().matchAll(pattern)].flatMap(({ index, 0: said, groups }) => {
    // The verb of "can you book" is no name.
    const isVerb = !startsUpper(groups?.doing ?? '');
    return isVerb ? [leadOf(index + said.length, said, groups?.article)] : [];
  });
}

/** "The Tempest" begins with its article. */
function leadOf(at: number, said: string, article = ''): Lead {
  return { at: startsUpper(article) ? at - said.length + said.lastIndexOf(article) : at, article };
}

/** Takes the name behind the leads where there is just one that fits. */
function takeOnly(
  reading: SlotReading,
  frame: QuestionFrame,
  leads: readonly Lead[],
  fits: (name: Name) => boolean,
): void {
  const text = reading.unusedText();
  const found = leads.flatMap(({ at, article }) => {
    const name = nameAt(text, at, reading.language.names);
    return name && fits(name) && isLike(reading, frame, name, article) ? [name] : [];
  });
  takeSingle(reading, frame, found);
}

/** A name in small letters is one where the known value has none either, and it is no "another one". */
function isLike({ language, fields }: SlotReading, frame: QuestionFrame, name: Name, article: string): boolean {
  const { names, values } = language;
  const words = nameWords(name.text);
  if (words.some((word) => names.isVague(word)) || (words.length === 1 && names.isAnswer(name.text))) return false;
  const others = fields.filter((field) => field !== frame.field);
  if (others.some(({ ownWords }) => ownWords.some((word) => words.includes(word)))) return false;
  if (name.isProper) return true;
  const isPlace = others.some(({ labels }) => has(labels.flat(), language.words.names.place));
  if (isPlace && words.some((word) => names.isIn(word))) return false;
  return !frame.isProper && values.numbers.find(name.text)[0]?.start !== 0 && !names.isIndefinite(article);
}

function takeSingle(reading: SlotReading, frame: QuestionFrame, names: readonly Name[]): void {
  const [name] = names;
  if (name && names.length === 1) take(reading, frame, name);
}

/** Takes the name without what stood behind the known one too: "the Mill hotel", "garden view room". */
function take(reading: SlotReading, { field, behind }: QuestionFrame, name: Name): void {
  if (!reading.isOpen(field)) return;
  const words = name.text.split(/\s+/);
  const ends = new Set([...field.labels.flat(), behind]);
  while (name.isProper && words.length > 1 && ends.has(words.at(-1) ?? '')) words.pop();
  const text = words.join(' ');
  const isSame = nameWords(text).join(' ') === nameWords(String(reading.known(field))).join(' ');
  if (!isSame) reading.offer(field, text, { start: name.start, end: name.end }, false);
}

function isProper(name: Name): boolean {
  return name.isProper;
}

function startsUpper(text: string): boolean {
  return /^\p{Lu}/u.test(text);
}
