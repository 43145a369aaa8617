import type { ts } from '@ts-morph/common';
import type { LibraryProgram } from '../library-program.js';
import { CodeReader, type Direct } from './code-reader.js';
import { Freshness } from './freshness.js';
import { ImpliedUses } from './implied-uses.js';
import type { Effect } from './known-effects.js';
import { Members } from './members.js';
import { Sources } from './sources.js';

/**
 * Tells from the scripts of a library what its functions do. A function that is named is taken for one that is called, and
 * so is each that it names; nothing is run. What other packages do is not known.
 */
export class Effects {
  private readonly sources: Sources;
  private readonly freshness: Freshness;
  private readonly implied: ImpliedUses;
  private readonly known = new Map<ts.Node, Direct>();

  constructor(program: LibraryProgram) {
    this.sources = new Sources(program);
    this.freshness = new Freshness(this.sources);
    this.implied = new ImpliedUses(this.sources, new Members(program));
  }

  /** What a function does, with all that it uses. */
  of(declared: ts.Node): Effect {
    const root = this.sources.functionOf(declared);
    if (!root || !this.sources.isScript(root)) return 'unknown';
    const seen = new Set<ts.Node>([root]);
    const found = new Set<Effect>();
    for (const node of seen) {
      const { effect, uses } = this.directOf(node);
      found.add(effect);
      if (effect === 'some') return 'some';
      for (const one of uses) seen.add(one);
    }
    return found.has('unknown') ? 'unknown' : 'none';
  }

  private directOf(node: ts.Node): Direct {
    const known = this.known.get(node) ?? new CodeReader(node, this.sources, this.freshness, this.implied).read();
    this.known.set(node, known);
    return known;
  }
}
