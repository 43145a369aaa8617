import { ENGLISH } from './english.js';
import { findLabels, type LabelMatch } from './labels.js';
import { findNumbers } from './numbers.js';
import type { SlotField } from './schema-fields.js';
import type { SlotReading } from './slot-reading.js';

const TAIL = new RegExp(`^(?:'s)?(?:\\s*(?:${ENGLISH.labelTail})(?![\\p{L}]))*`, 'iu');
const COPULA = new RegExp(`^\\s*(${ENGLISH.copula})(?![\\p{L}])\\s*`, 'iu');
const VALUE_BEFORE = /(\S+)\s+(?:is|was|as|for)\s+(?:my|the|our|your|a|an)?\s*$/i;
const ID_AT_START = /^#?\s*([\p{L}\p{N}][\p{L}\p{N}_/-]*)/u;
const WORD = /^[\p{L}\p{N}][^\s,;!?]*/u;

/** What follows a label. */
interface LabelTail {
  readonly label: LabelMatch;
  /** Where the value starts. */
  readonly start: number;
  /** The text up to the next label. */
  readonly rest: string;
  /** The word between label and value: "is", ":" and so on. */
  readonly copula: string;
  /** True when a word such as "number" or "#" stands behind the label. */
  readonly hasTail: boolean;
}

/** Values that stand behind the name of their field: "phone is 99…", "order #7017", "source city Pune". */
export function readLabelled(reading: SlotReading): void {
  const labels = findLabels(reading.text, reading.fields);
  for (const [index, label] of labels.entries()) {
    if (!reading.isUnused(label)) continue;
    const tail = tailOf(reading.text, label, labels[index + 1]?.start ?? reading.text.length);
    const raw = valueAt(tail);
    const span = raw === undefined ? undefined : spanOf(reading.text, tail.start, raw);
    if (
      raw !== undefined &&
      span &&
      !countsSomething(tail, reading.text.slice(span.start)) &&
      reading.offer(label.field, raw, span, insists(tail, raw))
    )
      continue;
    readBefore(reading, label);
  }
}

function tailOf(text: string, label: LabelMatch, until: number): LabelTail {
  const after = text.slice(label.end, until);
  const tail = TAIL.exec(after)?.[0] ?? '';
  const copula = COPULA.exec(after.slice(tail.length));
  const blank = /^\s*/.exec(after.slice(tail.length))?.[0].length ?? 0;
  const skipped = tail.length + (copula?.[0].length ?? blank);
  return {
    label,
    start: label.end + skipped,
    rest: after.slice(skipped),
    copula: copula?.[1]?.toLowerCase() ?? '',
    hasTail: tail.trim() !== '',
  };
}

/** A bad value is reported when it looks meant: it holds a digit or an @, or follows a colon or an equals sign. */
function insists(tail: LabelTail, raw: string): boolean {
  return (
    /[\d@]/.test(raw) ||
    [':', '='].includes(tail.copula) ||
    (tail.label.whole && tail.copula !== '' && tail.label.field.kind === 'text')
  );
}

/** "order 2 pizzas": the number belongs to the noun behind it, not to the verb before it. */
function countsSomething(tail: LabelTail, textFromValue: string): boolean {
  if (tail.label.whole || tail.hasTail || tail.copula !== '') return false;
  const noun = /^#?\s*(?:\d[\d,.]*)?\d\s+(\p{L}+)/u.exec(textFromValue)?.[1]?.toLowerCase();
  return (
    noun !== undefined &&
    ![...ENGLISH.boundary, ...ENGLISH.currencies, ...Object.keys(ENGLISH.multipliers)].includes(noun)
  );
}

function valueAt(tail: LabelTail): string | undefined {
  const { rest, label } = tail;
  switch (label.field.kind) {
    case 'number': {
      const [number] = findNumbers(rest);
      if (number && /^(?:about|around|of|approx\.?|roughly)?\s*$/i.test(rest.slice(0, number.start)))
        return rest.slice(0, number.end).replace(/^[a-z.]+\s+(?=\S*\d)/i, '');
      return [':', '='].includes(tail.copula) ? WORD.exec(rest)?.[0] : undefined;
    }
    case 'email':
      return /^[^\s,;]+@[^\s,;]+/.exec(rest)?.[0];
    case 'phone':
      return /^\+?[\d(][\d\s().-]*/.exec(rest)?.[0];
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.exec(rest)?.[0];
    case 'boolean':
      return /^(?:yes|no|true|false|on|off)\b/i.exec(rest)?.[0];
    case 'enum':
      return optionAt(label.field, rest);
    case 'identifier':
      return identifierAt(tail);
    case 'list':
      return tail.copula === '' ? undefined : rest.replace(/[.!?](?:\s.*)?$/su, '').trim() || undefined;
    case 'text':
      return textAt(tail);
    default:
      return undefined;
  }
}

function optionAt(field: SlotField, rest: string): string | undefined {
  const said = field.options
    .map((option) => new RegExp(`^${spaced(String(option))}(?![\\p{L}\\p{N}])`, 'iu').exec(rest)?.[0] ?? '')
    .sort((a, b) => b.length - a.length);
  return said[0] || (/^\p{L}/u.test(rest) ? undefined : WORD.exec(rest)?.[0]);
}

/** An option as a pattern that lets spaces, hyphens and underscores stand for one another. */
export function spaced(option: string): string {
  return option.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[\s_-]+/g, '[\\s_-]+');
}

/** A token with a digit; without one only after "is" and the like. */
function identifierAt(tail: LabelTail): string | undefined {
  const token = ID_AT_START.exec(tail.rest)?.[1];
  if (token === undefined) return undefined;
  if (/\d/.test(token)) return token;
  const isMeant = tail.label.whole && ['is', ':', '=', 'was'].includes(tail.copula);
  const isCode = /^[\p{Lu}\d_-]+$/u.test(token) && token.length > 1;
  return isCode && (isMeant || token.includes('-')) ? token : undefined;
}

function textAt(tail: LabelTail): string | undefined {
  const { rest, label, copula } = tail;
  if (ENGLISH.prose.some((word) => label.field.labels.flat().includes(word))) {
    return copula === '' ? undefined : prune(rest.split(/[;\n]|[.!?](?=\s+\p{Lu})/u)[0]);
  }
  const chunk = rest.split(/[,;\n?!]|\.(?=\s|$)|\s+(?:and|but|because|for|from|with)\s/iu)[0];
  if (copula !== '' && copula !== 'to' && copula !== 'as') return prune(chunk);
  const first = WORD.exec(chunk ?? '')?.[0] ?? '';
  const looksNamed = /^\p{Lu}|\d/u.test(first) || (label.whole && label.words > 1);
  if (!looksNamed || ENGLISH.boundary.includes(first.toLowerCase())) return undefined;
  return prune(chunk?.split(/\s+/).slice(0, 4).join(' '));
}

function prune(text: string | undefined): string | undefined {
  return text?.replace(/\s+(?:and|my|the|with|for|also)\s*$/i, '').trim() || undefined;
}

/** "7017 is my order number". */
function readBefore(reading: SlotReading, label: LabelMatch): void {
  if (!['number', 'phone', 'identifier', 'email'].includes(label.field.kind)) return;
  const match = VALUE_BEFORE.exec(reading.text.slice(0, label.start));
  const raw = match?.[1];
  if (!match || raw === undefined || !/[\d@]/.test(raw)) return;
  reading.offer(label.field, raw, { start: match.index, end: match.index + raw.length }, false);
}

function spanOf(text: string, from: number, raw: string): { start: number; end: number } {
  const start = text.indexOf(raw, from);
  return { start, end: start + raw.length };
}
