import { type Expression, literal, type Statement } from '../rule.js';
import { changedIn } from './elements.js';

/** What stands for a constant until it is known what it is. */
const MARK = 'constant ';
const ONE = /\buse\s+constant\s+(\w+)\s*(?:=>|,)\s*(-?\d+(?:\.\d+)?|'[^'\\]*'|"[^"\\$@]*")\s*;/g;
const SEVERAL = /\buse\s+constant\s*\{([^{}]*)\}/g;
const ENTRY = /(\w+)\s*=>\s*(-?\d+(?:\.\d+)?|'[^'\\]*'|"[^"\\$@]*")\s*(?:,|$)/g;

/** The name of a constant in an expression: nothing is known of it until its value is put in its place. */
export function constantNamed(name: string): Expression {
  return { kind: 'opaque', text: `${MARK}${name}` };
}

/** The fixed values that `use constant` names in a rule. */
export function constantsOf(text: string): ReadonlyMap<string, Expression> {
  const entries = [...text.matchAll(SEVERAL)].flatMap(([, inside = '']) => [...inside.matchAll(ENTRY)]);
  return new Map(
    [...text.matchAll(ONE), ...entries].map(([, name = '', value = '']) => [
      `${MARK}${name}`,
      literal(value.replace(/^['"]|['"]$/g, '')),
    ]),
  );
}

/** A program with the constants that are known as their values. */
export function withConstants(
  statements: readonly Statement[],
  constants: ReadonlyMap<string, Expression>,
): readonly Statement[] {
  if (constants.size === 0) return statements;
  return changedIn(statements, (one) => (one.kind === 'opaque' ? constants.get(one.text) : undefined));
}
