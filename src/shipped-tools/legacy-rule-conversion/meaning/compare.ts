import type { Statement } from '../rule.js';
import { Interpreter, isOpaque } from './interpreter.js';
import { keyOf } from './value.js';
import { inEveryWorld, TooManyWorlds } from './world.js';

/** Whether two programs leave the same in a field, whatever the inputs are. */
export type Comparison =
  | { readonly verdict: 'same' }
  | { readonly verdict: 'different'; readonly example: string }
  | { readonly verdict: 'undecided'; readonly reason: string };

/** Compares what `legacy` leaves in `legacyField` with what `proposed` leaves in `proposedField`, in every case. */
export function compareMeaning(
  legacy: readonly Statement[],
  proposed: readonly Statement[],
  legacyField: string,
  proposedField = legacyField,
): Comparison {
  let result: Comparison = { verdict: 'same' };
  try {
    inEveryWorld((world) => {
      if (result.verdict === 'different') return;
      // The first run asks all there is to ask; in the second, both know the answers from the start.
      for (const program of [legacy, proposed]) new Interpreter(world).run(program);
      const before = new Interpreter(world);
      const after = new Interpreter(world);
      before.run(legacy);
      after.run(proposed);
      const [left, right] = [keyOf(before.valueOf(legacyField)), keyOf(after.valueOf(proposedField))];
      const isUnchanged = left === `<${legacyField}>` && right === `<${proposedField}>`;
      if (left === right || isUnchanged) return;
      const isUnclear = isOpaque(left) || isOpaque(right) || before.askedOpaque || after.askedOpaque;
      if (isUnclear)
        result = { verdict: 'undecided', reason: 'a part of the rule or of the template is not understood' };
      else
        result = {
          verdict: 'different',
          example: `the rule gives ${left || 'nothing'}, the template ${right || 'nothing'}`,
        };
    });
  } catch (error) {
    if (!(error instanceof TooManyWorlds)) throw error;
    return { verdict: 'undecided', reason: error.message };
  }
  return result;
}
