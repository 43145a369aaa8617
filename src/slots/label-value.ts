import { ENGLISH } from './english.js';
import type { LabelMatch } from './labels.js';
import { findNumbers } from './numbers.js';
import type { SlotField } from './schema-fields.js';

const ID_AT_START = /^#?\s*([\p{L}\p{N}][\p{L}\p{N}_/-]*)/u;
const WORD = /^[\p{L}\p{N}][^\s,;!?]*/u;
const APPROXIMATELY = /^(?:about|around|of|approx\.?|roughly)?\s*$/i;

/** What follows a label. */
export interface LabelTail {
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

/** The text of the value behind a label, by what the field takes; undefined when none stands there. */
export function valueAt(tail: LabelTail): string | undefined {
  const { rest, label } = tail;
  switch (label.field.kind) {
    case 'number':
      return numberAt(tail);
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

/** A number, or after a colon whatever stands there, so that it can be reported. */
function numberAt({ rest, copula }: LabelTail): string | undefined {
  const [number] = findNumbers(rest);
  if (number && APPROXIMATELY.test(rest.slice(0, number.start))) return rest.slice(number.start, number.end);
  return [':', '='].includes(copula) ? WORD.exec(rest)?.[0] : undefined;
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
