import type { HelpValue } from '../help-usage.js';
import { type Hazard, wordSet, wordsOf } from './hazard.js';

const NAMES: readonly (readonly [Hazard, ReadonlySet<string>])[] = [
  ['command', wordSet('command commands cmd cmdline commandline program prog executable exe')],
  ['code', wordSet('script scripts code expression expr javascript program-text')],
  ['plugin', wordSet('plugin plugins')],
];
const TEXT =
  /\b(?:command|program|script|code|expression)s? (?:line )?(?:to|that will|which will) (?:be )?(?:run|execute|evaluate|launch|start)|\b(?:run|execute)s? (?:the |this |an? )?(?:command|program|script|code)\b/i;

/** What makes a value without a flag one that no model should fill; undefined where nothing does. */
export function valueHazard({ name, description = '', choices }: HelpValue): Hazard | undefined {
  if (choices) return undefined;
  const words = wordsOf(name);
  // What is looked up by it is no code.
  const isQuery = words.some((word) => /^expr(?:ession)?$/.test(word)) && /\bquery\b/i.test(description);
  const found = isQuery ? undefined : NAMES.find(([, hazardous]) => words.some((word) => hazardous.has(word)));
  return found?.[0] ?? (TEXT.test(description) ? 'command' : undefined);
}
