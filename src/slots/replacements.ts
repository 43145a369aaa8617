import { wholeWord } from './alternatives.js';
import { isMeaningful } from './field-check.js';
import { has } from './field-kind.js';
import { type Name, nameAt } from './names.js';
import type { Phrases } from './phrases.js';
import { type QuestionFrame, questionFrames } from './question-frames.js';
import { nameWords } from './schema-fields.js';
import type { SlotReading } from './slot-reading.js';

/**
 * Names that stand in the place of a known one. The known value tells what is meant, where a schema cannot: "not Pune but
 * Goa", "on the kitchen speaker" after "Shall I play it on the TV?", "American Airlines" for Delta Airlines, and "make
 * it Goa" where the values hold one text alone.
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
  return reading.question === '' ? [] : questionFrames(reading.question, known, reading.language.phrases);
}

/** "not Pune but Goa", "Goa instead of Pune". */
function byContrast(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const { phrases } = reading.language;
  for (const frame of frames) {
    const { before, behind } = phrases.contrastOf(frame.value);
    const behindIt = behind.exec(reading.original);
    const name = behindIt && nameAt(reading.original, behindIt.index + behindIt[0].length, phrases);
    if (name && isLike(reading, frame, name, '')) take(reading, frame, name);
    const beforeIt = before.exec(reading.original);
    const other = beforeIt && nameBefore(reading, beforeIt.index);
    if (other && isLike(reading, frame, other, '')) take(reading, frame, other);
  }
}

/** The name in capital letters right before a place of the text. */
function nameBefore(reading: SlotReading, end: number): Name | undefined {
  const match = /(?:\p{Lu}[\p{L}\p{N}.'’&-]*\s+){0,4}\p{Lu}[\p{L}\p{N}.'’&-]*$/u.exec(reading.original.slice(0, end));
  if (!match) return undefined;
  const name = nameAt(reading.original, match.index, reading.language.phrases);
  return name?.isProper && name.end === end ? name : undefined;
}

/** A name behind the word that stood before the known one in the question, when it stood before no other. */
function byFrame(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  for (const frame of frames) {
    const isShared = frames.some((other) => other !== frame && other.before === frame.before);
    if (frame.before !== '' && !isShared)
      takeOnly(reading, frame, reading.language.phrases.leadOf(frame.before), false);
  }
}

/** A name in small letters is one where the known value has none either, and it is no "another one". */
function isLike({ language, fields }: SlotReading, frame: QuestionFrame, name: Name, article: string): boolean {
  const { phrases, numbers } = language;
  const places = language.words.names.place;
  const words = nameWords(name.text);
  if (words.some((word) => phrases.isVague(word))) return false;
  if (words.length === 1 && phrases.startsElsewhere(name.text)) return false;
  const others = fields.filter((field) => field !== frame.field);
  if (others.some(({ ownWords }) => ownWords.some((word) => words.includes(word)))) return false;
  if (name.isProper) return true;
  if (words.some((word) => phrases.isIn(word)) && others.some(({ labels }) => has(labels.flat(), places))) return false;
  if (/^\p{Lu}\p{Ll}/u.test(frame.value) || numbers.find(name.text)[0]?.start === 0) return false;
  return article === '' ? !phrases.isTo(frame.before) : !phrases.isIndefinite(article);
}

/** "in Goa", for the only known place. */
function byPlace(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const { phrases, words } = reading.language;
  const [frame, ...others] = frames.filter(({ field }) => has(field.labels.flat(), words.names.place));
  if (!frame || others.length > 0 || frames.some(({ before }) => words.places.in.includes(before))) return;
  takeOnly(reading, frame, phrases.inside, true);
}

/** Takes the name behind a lead where there is just one. */
function takeOnly(reading: SlotReading, frame: QuestionFrame, lead: RegExp, properOnly: boolean): void {
  const text = reading.unusedText();
  const names = [...text.matchAll(lead)].flatMap(({ index, 0: said, groups }) => {
    // "The Aftermath" begins with its article; "watch" is no name.
    const article = groups?.article ?? '';
    const start = index + said.length - (/^\p{Lu}/u.test(article) ? said.length - said.lastIndexOf(article) : 0);
    const name = /^\p{Lu}/u.test(groups?.doing ?? '') ? undefined : nameAt(text, start, reading.language.phrases);
    const fits = name && (name.isProper || !properOnly) && isLike(reading, frame, name, article);
    return fits ? [name] : [];
  });
  const [name] = names;
  if (names.length === 1) take(reading, frame, name);
}

/** Another name with the same last word, such as a company or a kind of room; the words before it differ. */
function byLikeness(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const heads = frames.map(({ value }) => nameWords(value).at(-1) ?? '');
  for (const [index, frame] of frames.entries()) {
    const head = heads[index] ?? '';
    if (head.length < 3 || heads.filter((each) => each === head).length > 1) continue;
    const isProper = /^\p{Lu}\p{Ll}/u.test(frame.value);
    const pattern = isProper ? properWith(head) : reading.language.phrases.plainWith(head);
    const names = [...reading.unusedText().matchAll(pattern)]
      .map((match) => namedIn(match, isProper, reading.language.phrases))
      .filter((name) => name !== undefined && isLike(reading, frame, name, ''));
    const [name] = names;
    if (names.length === 1) take(reading, frame, name);
  }
}

function properWith(head: string): RegExp {
  const capital = head.slice(0, 1).toUpperCase() + head.slice(1);
  return new RegExp(`(?<name>(?:\\p{Lu}[\\p{L}\\p{N}.'’&-]*\\s+){1,4}${wholeWord([head, capital])})`, 'gu');
}

/** Without the words at the start of a sentence that are no part of a name: "Actually American Airlines". */
function namedIn({ 0: all, index, groups }: RegExpExecArray, isProper: boolean, phrases: Phrases): Name | undefined {
  const said = groups?.name ?? '';
  const words = said.split(/\s+/);
  const from = words.findLastIndex((word) => phrases.isStop(word)) + 1;
  const text = words.slice(from).join(' ');
  const end = index + all.length;
  return words.length - from < 2 ? undefined : { text, isProper, start: end - text.length, end };
}

/** "make it Goa", "I meant Goa", for the only text that the message leaves open. */
function byWish(reading: SlotReading, frames: readonly QuestionFrame[]): void {
  const { phrases } = reading.language;
  const [frame, ...others] = frames.filter(({ field }) => reading.isOpen(field));
  if (!frame || others.length > 0) return;
  takeOnly(reading, frame, phrases.wish, true);
  if (phrases.changeCue.test(reading.original)) takeOnly(reading, frame, phrases.request, true);
}

/** Takes the name without what stood behind the known one too: "the Krua restaurant", "premium economy class". */
function take(reading: SlotReading, { field, behind }: QuestionFrame, name: Name | undefined): void {
  if (!name || !reading.isOpen(field)) return;
  const words = name.text.split(/\s+/);
  const ends = new Set([...field.labels.flat(), behind]);
  while (name.isProper && words.length > 1 && ends.has(words.at(-1) ?? '')) words.pop();
  const text = words.join(' ');
  const isSame = nameWords(text).join(' ') === nameWords(String(reading.known(field))).join(' ');
  if (!isSame) reading.offer(field, text, { start: name.start, end: name.end }, false);
}
