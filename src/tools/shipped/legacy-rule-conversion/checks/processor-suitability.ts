import type { Expression } from '../rule.js';
import { isProcessor, MANUAL } from '../template/processors.js';
import { type CheckResult, failed, type Proposal, passed } from './check.js';

const NAME = 'processor_suitability';

/** Processors that can give a value of each kind; those that only choose between others suit all. */
const SUITABLE: Partial<Readonly<Record<Expression['kind'], readonly string[]>>> = {
  literal: ['set', 'convert', 'eval'],
  text: ['set', 'interpolate', 'append', 'eval'],
  lookup: ['lookup', 'set', 'copy'],
  capture: ['regex', 'grok', 'set', 'copy'],
  substitution: ['replace', 'regex', 'set', 'copy'],
};
const CHOOSING = ['if', 'switch', 'foreach'];

/** Whether the processor can do what the expression needs. */
export function processorSuitability({ item, rule, template }: Proposal): CheckResult {
  const { suggestedProcessor } = item;
  if (suggestedProcessor === MANUAL) {
    return template
      ? failed(NAME, 'The item says manual and yet has a template.')
      : passed(NAME, 'People are to convert it.');
  }
  if (!isProcessor(suggestedProcessor)) return failed(NAME, `There is no processor "${suggestedProcessor}".`);
  const suitable = SUITABLE[rule.value.kind];
  if (!suitable) return passed(NAME, `${suggestedProcessor} can be right.`);
  const used = (template?.findings.assigning ?? [])
    .filter(({ target, processor }) => target === rule.target && isProcessor(processor))
    .map(({ processor }) => processor);
  const named = CHOOSING.includes(suggestedProcessor) ? used : [...used, suggestedProcessor];
  const wrong = named.find((processor) => !suitable.includes(processor) && isAlone(processor, used));
  if (wrong === undefined) return passed(NAME, `${suggestedProcessor} suits.`);
  return failed(NAME, `${wrong} cannot give ${DESCRIPTIONS[rule.value.kind] ?? 'this'}; ${suitable.join(' or ')} can.`);
}

/** A branch may copy what another puts together. */
function isAlone(processor: string, used: readonly string[]): boolean {
  return used.every((other) => other === processor) || used.length === 0;
}

const DESCRIPTIONS: Partial<Readonly<Record<Expression['kind'], string>>> = {
  literal: 'a fixed value',
  text: 'a text of several parts',
  lookup: 'the value of a table',
  capture: 'a part of a text',
  substitution: 'a text with parts replaced',
};
