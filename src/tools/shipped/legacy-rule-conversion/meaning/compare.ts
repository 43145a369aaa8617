import { expressionsOf, type Statement } from '../rule.js';
import { Interpreter, isOpaque } from './interpreter.js';
import { sliceFor } from './slice.js';
import { keyOf } from './value.js';
import { inEveryWorld, TooManyWorlds } from './world.js';

/** Expressions that are evaluated for one comparison, at most: well below a second of work. */
const MOST_WORK = 400_000;

/** Whether two programs leave the same in a field, whatever the inputs are. */
export type Comparison =
  | { readonly verdict: 'same' }
  | { readonly verdict: 'different'; readonly example: string }
  | { readonly verdict: 'undecided'; readonly reason: string };

/**
 * Compares what `legacy` leaves in `legacyField` with what `proposed` leaves in `proposedField`, in every case.
 * @param work expressions to evaluate at most; with more cases than that the comparison is undecided
 */
export function compareMeaning(
  legacy: readonly Statement[],
  proposed: readonly Statement[],
  legacyField: string,
  proposedField = legacyField,
  work = MOST_WORK,
): Comparison {
  let result: Comparison = { verdict: 'same' };
  const programs = [sliceFor(legacyField, legacy), sliceFor(proposedField, proposed)] as const;
  const length = programs.reduce((sum, program) => sum + expressionsOf(program).length, 1);
  try {
    inEveryWorld(work / length, (world) => {
      // The first run asks all there is to ask; in the second, both know the answers from the start.
      for (const program of programs) new Interpreter(world).run(program);
      const before = new Interpreter(world);
      const after = new Interpreter(world);
      before.run(programs[0]);
      after.run(programs[1]);
      const [left, right] = [keyOf(before.valueOf(legacyField)), keyOf(after.valueOf(proposedField))];
      const isUnchanged = left === `<${legacyField}>` && right === `<${proposedField}>`;
      if (left === right || isUnchanged) return true;
      const isUnclear = isOpaque(left) || isOpaque(right) || before.askedOpaque || after.askedOpaque;
      result = isUnclear
        ? { verdict: 'undecided', reason: 'a part of the rule or of the template is not understood' }
        : { verdict: 'different', example: `the rule gives ${left || 'nothing'}, the template ${right || 'nothing'}` };
      return isUnclear;
    });
  } catch (error) {
    if (!(error instanceof TooManyWorlds)) throw error;
    return { verdict: 'undecided', reason: error.message };
  }
  return result;
}
