import { normalizeCode, ScopeIndex } from './scope.js';
import type { Tool } from './tool.js';

/** The tools of all sources at one moment, by scope and by code. */
export class ToolSet {
  private readonly inScope: ScopeIndex<Tool>;
  private readonly byCode: ReadonlyMap<string, Tool>;

  /** @param list of definitions with one code the last one is the tool of that code */
  constructor(readonly list: readonly Tool[]) {
    this.inScope = new ScopeIndex(list.filter(({ treatment }) => treatment.offered === 'everywhere'));
    this.byCode = new Map(list.map((tool) => [normalizeCode(tool.code), tool]));
  }

  /** What conversations of an intent and a state may use, the narrowest scope first. */
  toolsFor(intent: string, state: string): readonly Tool[] {
    return this.inScope.lookup(intent, state);
  }

  /** Every tool once, whatever its scope, in the order of their codes. */
  get all(): readonly Tool[] {
    return [...this.byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  tool(code: string): Tool | undefined {
    return this.byCode.get(normalizeCode(code));
  }
}
