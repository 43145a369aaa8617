import { escapeRegex } from '../../platform/common/regex.js';
import type { PhraseKind } from './act-file.js';

/** A phrase found at a place in a list of words. */
export interface PhraseMatch {
  readonly kind: PhraseKind;
  /** How many words it covers; at least 1. */
  readonly length: number;
}

/** The longest phrase in words; bounds the work per word of a long message. */
const WINDOW = 16;

type Sets = Readonly<Record<string, readonly string[]>>;

/** The phrase templates of a language, ready to be looked for. */
export class PhraseMatcher {
  /** By kind, then by the first word a phrase may start with; under '' the patterns that may start with any. */
  private readonly patterns = new Map<PhraseKind, Map<string, RegExp[]>>();

  /** @throws Error when a template names a set that is not there */
  constructor(phrases: Readonly<Record<PhraseKind, readonly string[]>>, sets: Sets) {
    for (const [kind, templates] of Object.entries(phrases)) {
      const byFirstWord = new Map<string, RegExp[]>();
      for (const template of templates) {
        const pattern = compileTemplate(template, sets);
        for (const word of firstWords(template, sets)) {
          byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), pattern]);
        }
      }
      this.patterns.set(kind as PhraseKind, byFirstWord);
    }
  }

  /** The longest phrase of one of the kinds that starts exactly at `index`; on a draw the kind named first. */
  at(words: readonly string[], index: number, kinds: readonly PhraseKind[]): PhraseMatch | undefined {
    let text: string | undefined;
    let best: PhraseMatch | undefined;
    for (const kind of kinds) {
      const patterns = this.patterns.get(kind);
      for (const pattern of [...(patterns?.get(words[index] ?? '') ?? []), ...(patterns?.get('') ?? [])]) {
        text ??= `${words.slice(index, index + WINDOW).join(' ')} `;
        const found = pattern.exec(text)?.[0];
        const length = found === undefined ? 0 : found.trim().split(' ').length;
        if (found?.trim() && length > (best?.length ?? 0)) best = { kind, length };
      }
    }
    return best;
  }

  /** The first place where a phrase of the kind starts outside longer phrases of the `shadowing` kinds, or -1. */
  indexOf(words: readonly string[], kind: PhraseKind, shadowing: readonly PhraseKind[] = []): number {
    for (let index = 0; index < words.length; ) {
      const match = this.at(words, index, [kind, ...shadowing]);
      if (match?.kind === kind) return index;
      index += match?.length ?? 1;
    }
    return -1;
  }
}

function compileTemplate(template: string, sets: Sets): RegExp {
  const elements = template.split(' ').map((element) => {
    if (element === '$') return '(?=, |$)';
    const quantifier = /[?*+]$/.exec(element)?.[0] ?? '';
    const body = quantifier ? element.slice(0, -1) : element;
    const alternatives = longestFirst(body.split('|').flatMap((word) => expand(word, sets)));
    return `(?:(?:${alternatives.join('|')}) )${quantifier}`;
  });
  return new RegExp(`^${elements.join('')}`);
}

/** The words a phrase of the template may start with; '' stands for any. */
function firstWords(template: string, sets: Sets): Set<string> {
  const words = new Set<string>();
  for (const element of template.split(' ')) {
    const isOptional = /[?*]$/.test(element);
    for (const word of element.replace(/[?*+]$/, '').split('|')) {
      for (const entry of word.startsWith('[') ? (sets[word.slice(1, -1)] ?? ['']) : [word]) {
        words.add(entry.split(/[_ ]/)[0] ?? '');
      }
    }
    if (!isOptional) break;
  }
  return words;
}

function expand(word: string, sets: Sets): readonly string[] {
  if (word === '[any]') return ['[^ ,]+'];
  if (!word.startsWith('[')) return [literal(word)];
  const set = sets[word.slice(1, -1)];
  if (!set) throw new Error(`There is no set ${word}.`);
  return set.map(literal);
}

/** Of two alternatives that both fit, a regular expression takes the one named first: "that" would hide "that one". */
function longestFirst(alternatives: readonly string[]): string[] {
  return alternatives.toSorted((one, other) => other.length - one.length);
}

function literal(word: string): string {
  return escapeRegex(word).replaceAll('_', ' ');
}
