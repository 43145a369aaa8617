import { spaced } from '../../language/index.js';
import type { LabelMatch, SlotField } from '../schema/index.js';
import type { SlotLanguage } from '../vocabulary/index.js';

const ID_AT_START = /^#?\s*([\p{L}\p{N}][\p{L}\p{N}_/-]*)/u;
/** Words of a name that follows its label without "is". */
const MAX_NAME = 4;
/** Characters behind a label in which its number is looked for. */
const MAX_NUMBER = 200;
const WORD = /^[\p{L}\p{N}][^\s,;!?]*/u;

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
  /** True when the field has a value already. */
  readonly isKnown: boolean;
}

/** The text of the value behind a label, by what the field takes; undefined when none stands there. */
export function valueAt(tail: LabelTail, language: SlotLanguage): string | undefined {
  const { rest, label } = tail;
  switch (label.field.kind) {
    case 'number':
      return numberAt(tail, language);
    case 'email':
      return /^[^\s,;]+@[^\s,;]+/.exec(rest)?.[0];
    case 'phone':
      return /^\+?[\d(][\d\s().-]*/.exec(rest)?.[0];
    case 'uri':
      return /^[a-z][a-z0-9+.-]*:\/\/[^\s<>"']+/i.exec(rest)?.[0];
    case 'currency':
      return /^(?:\p{L}+|[^\s\d])/u.exec(rest)?.[0];
    case 'boolean':
      return language.phrases.yesOrNo.exec(rest)?.[0];
    case 'enum':
      return optionAt(label.field, rest);
    case 'identifier':
      return identifierAt(tail, language);
    case 'list':
      return tail.copula === '' ? undefined : rest.replace(/[.!?](?:\s.*)?$/su, '').trim() || undefined;
    case 'text':
      return textAt(tail, language);
    default:
      return undefined;
  }
}

/** A number, or after a colon whatever stands there, so that it can be reported. */
function numberAt({ rest, copula }: LabelTail, { values: { numbers }, phrases }: SlotLanguage): string | undefined {
  const [number] = numbers.find(rest.slice(0, MAX_NUMBER));
  if (number && phrases.approximate.test(rest.slice(0, number.start))) return rest.slice(number.start, number.end);
  return [':', '='].includes(copula) ? WORD.exec(rest)?.[0] : undefined;
}

function optionAt(field: SlotField, rest: string): string | undefined {
  const said = field.options
    .map((option) => new RegExp(`^${spaced(String(option))}(?![\\p{L}\\p{N}])`, 'iu').exec(rest)?.[0] ?? '')
    .sort((a, b) => b.length - a.length);
  return said[0] || (/^\p{L}/u.test(rest) ? undefined : WORD.exec(rest)?.[0]);
}

/** A token with a digit; without one only after "is" and the like. */
function identifierAt(tail: LabelTail, { words }: SlotLanguage): string | undefined {
  const token = ID_AT_START.exec(tail.rest)?.[1];
  if (token === undefined) return undefined;
  if (/\d/.test(token)) return token;
  const isMeant = tail.label.whole && words.label.assigning.includes(tail.copula);
  const isCode = /^[\p{Lu}\d_-]+$/u.test(token) && token.length > 1;
  return isCode && (isMeant || token.includes('-')) ? token : undefined;
}

function textAt(tail: LabelTail, { phrases, words }: SlotLanguage): string | undefined {
  const { rest, label, copula } = tail;
  if (label.field.prose)
    return copula === '' ? undefined : prune(rest.split(/[;\n]|[.!?](?=\s+\p{Lu})/u)[0], phrases.trails);
  const chunk = (rest.split(phrases.textEnd)[0] ?? '').replace(phrases.fillers, '');
  const first = WORD.exec(chunk)?.[0] ?? '';
  const looksNamed = /^\p{Lu}|\d/u.test(first);
  if (words.label.firm.includes(copula)) {
    const isSaid = looksNamed || label.whole || [':', '='].includes(copula) || !tail.isKnown;
    return isSaid ? prune(chunk, phrases.trails) : undefined;
  }
  if (!looksNamed && !(label.whole && label.words > 1)) return undefined;
  const name = chunk.split(/\s+/).slice(0, MAX_NAME);
  const end = name.findIndex((word) => phrases.isStop(word));
  return prune((end < 0 ? name : name.slice(0, end)).join(' '), phrases.trails);
}

function prune(text: string | undefined, trails: RegExp): string | undefined {
  return text?.replace(trails, '').trim() || undefined;
}
