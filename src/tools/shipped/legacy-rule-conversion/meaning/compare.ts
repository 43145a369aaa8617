import { expressionsOf, type Statement } from '../rule.js';
import { Interpreter, isOpaque } from './interpreter.js';
import { sliceFor } from './slice.js';
import { keyOf } from './value.js';
import { inEveryWorld, TooManyWorlds, type World } from './world.js';

/** Expressions that are evaluated for one comparison, at most: well below a second of work. */
const MOST_WORK = 400_000;

/** Whether two programs leave the same in a field, whatever the inputs are. */
export type Comparison =
  | { readonly verdict: 'same' }
  | { readonly verdict: 'different'; readonly example: string }
  | { readonly verdict: 'undecided'; readonly reason: string };

/** Two programs, each with the field that counts. */
interface Compared {
  readonly legacy: readonly Statement[];
  readonly proposed: readonly Statement[];
  readonly legacyField: string;
  readonly proposedField: string;
}

/** What both leave in one case of the inputs. */
interface Case {
  readonly left: string;
  readonly right: string;
  /** `open`: at least one of them is not understood. */
  readonly outcome: 'same' | 'different' | 'open';
  readonly isUnchanged: boolean;
  /** Whether what was not understood was asked for. */
  readonly isUnclear: boolean;
  /** What else was asked, and the answers. */
  readonly told: ReadonlyMap<string, string>;
}

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
  let clear: Case | undefined;
  const unclear: Case[] = [];
  const isComplete = inEveryCase({ legacy, proposed, legacyField, proposedField }, work, (one) => {
    if (one.isUnclear) unclear.push(one);
    else if (one.outcome === 'different') clear = one;
    return clear === undefined;
  });
  const different = clear ?? (isComplete ? certainlyDifferent(unclear) : undefined);
  if (different) {
    const { left, right } = different;
    return { verdict: 'different', example: `the rule gives ${left || 'nothing'}, the template ${right || 'nothing'}` };
  }
  if (!isComplete) return { verdict: 'undecided', reason: 'there are too many cases to look at them all' };
  if (unclear.every(({ outcome }) => outcome === 'same')) return { verdict: 'same' };
  return { verdict: 'undecided', reason: 'a part of the rule or of the template is not understood' };
}

/** Whether `proposed` may in some case leave in its field what `legacy` gives to its own; true where that is not known. */
export function canAgree(
  legacy: readonly Statement[],
  proposed: readonly Statement[],
  legacyField: string,
  proposedField: string,
): boolean {
  let agrees = false;
  const isComplete = inEveryCase({ legacy, proposed, legacyField, proposedField }, MOST_WORK, (one) => {
    agrees = one.outcome === 'open' || (one.outcome === 'same' && !one.isUnchanged);
    return !agrees;
  });
  return agrees || !isComplete;
}

/** Comparing each with each. */
const MOST_UNCLEAR = 400;

/** A case of the inputs in which both differ, whatever the answers are to what was not understood. */
function certainlyDifferent(unclear: readonly Case[]): Case | undefined {
  if (unclear.length > MOST_UNCLEAR) return undefined;
  const others = unclear.filter(({ outcome }) => outcome !== 'different');
  return unclear.find(
    ({ outcome, told }) => outcome === 'different' && others.every((other) => !isCompatible(told, other.told)),
  );
}

function isCompatible(one: Case['told'], other: Case['told']): boolean {
  return [...one].every(([question, answer]) => (other.get(question) ?? answer) === answer);
}

/** @returns false where there are too many cases to look at them all */
function inEveryCase(
  { legacy, proposed, legacyField, proposedField }: Compared,
  work: number,
  look: (one: Case) => boolean,
): boolean {
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
      const isOpen = isOpaque(left) || isOpaque(right);
      return look({
        left,
        right,
        isUnchanged,
        outcome: left === right || isUnchanged ? 'same' : isOpen ? 'open' : 'different',
        isUnclear: isOpen || before.askedOpaque || after.askedOpaque,
        told: toldClearly(world),
      });
    });
    return true;
  } catch (error) {
    if (!(error instanceof TooManyWorlds)) throw error;
    return false;
  }
}

function toldClearly({ told }: World): Map<string, string> {
  return new Map([...told].filter(([question]) => !isOpaque(question)));
}
