import { isIdentity } from '../references.js';
import { type Expression, expressionsOf, literal, type Statement } from '../rule.js';
import { sliceFor } from './slice.js';

/*
 * Rules of many objects begin with a choice of the object (`if ($specific == 7) { … }`), and a template is that of one
 * object, for which the choice has been made before it runs. So a rule is compared as it is for each object by itself.
 */

/** One choice of the object. */
export interface ObjectCase {
  /** `specific 7` */
  readonly label: string;
  /** What is known of the trap then, in front of the rule. */
  readonly assumed: readonly Statement[];
  /** How often the rule names the object where it makes this choice: in a comment, a text or a condition. */
  readonly named: number;
}

const MOST_CASES = 300;

/** The choices that a rule makes for a field; none where it makes no such choice, or one that is not by equality alone. */
export function objectCases(statements: readonly Statement[], target: string, objectName: string): ObjectCase[] {
  const branches = branchesOf(sliceFor(target, statements));
  const fields = [...Map.groupBy(branches.flatMap(comparedIn), ({ field }) => field)].filter(([field]) =>
    branches.every(({ when }) => isComparedOnly(field, when)),
  );
  const choices = fields.map(([field, compared]) => valuesOf(field, compared, objectName));
  if (choices.length === 0 || choices.reduce((count, one) => count * one.length, 1) > MOST_CASES) return [];
  return combined(choices);
}

/** Of several choices those of the object, where the rule says so; what stands everywhere says nothing. */
export function namedCases<Case extends ObjectCase>(cases: readonly Case[]): Case[] {
  const most = Math.max(...cases.map(({ named }) => named), 1);
  const named = cases.filter((one) => one.named === most);
  return named.length < cases.length || cases.length === 1 ? named : [];
}

/** Whether a program decides by what the object is. */
export function choosesObject(statements: readonly Statement[]): boolean {
  return expressionsOf(branchesOf(statements).map((one) => ({ ...one, body: [], otherwise: [] }))).some(
    (one) => one.kind === 'reference' && isIdentity(one.name),
  );
}

type Branch = Extract<Statement, { kind: 'if' }>;

function branchesOf(statements: readonly Statement[]): Branch[] {
  return statements.flatMap((one) => (one.kind === 'if' ? [one, ...branchesOf([...one.body, ...one.otherwise])] : []));
}

/** A comparison of what the object is with a fixed value, and the branch that it decides on. */
interface Compared {
  readonly field: string;
  readonly text: string;
  readonly written: string;
}

function comparedIn({ when, written = '' }: Branch): Compared[] {
  return expressionsOf([{ kind: 'if', when, body: [], otherwise: [] }]).flatMap((one) => {
    const fixed = fixedComparison(one);
    // What is named in a branch for all others is not named by this value.
    return fixed ? [{ ...fixed, written: fixed.isEqual ? written : '' }] : [];
  });
}

function fixedComparison(one: Expression): { field: string; text: string; isEqual: boolean } | undefined {
  if (one.kind !== 'compare' || (one.operator !== '==' && one.operator !== '!=')) return undefined;
  const { left, right } = one;
  if (left.kind !== 'reference' || !isIdentity(left.name) || right.kind !== 'literal' || right.text === null)
    return undefined;
  return { field: left.name, text: right.text, isEqual: one.operator === '==' };
}

function isComparedOnly(field: string, when: Expression): boolean {
  const all = expressionsOf([{ kind: 'if', when, body: [], otherwise: [] }]);
  const uses = all.filter((one) => one.kind === 'reference' && one.name === field).length;
  return uses === all.filter((one) => fixedComparison(one)?.field === field).length;
}

function valuesOf(field: string, compared: readonly Compared[], objectName: string): ObjectCase[] {
  const name = field.replace(/^trap\./, '');
  const known = [...Map.groupBy(compared, ({ text }) => text)].map(([text, uses]) => ({
    label: `${name} ${text}`,
    assumed: [{ kind: 'assign', target: field, value: literal(text) } as const],
    named: Number(isNumberOf(objectName, name, text) || uses.some(({ written }) => mentions(written, objectName))),
  }));
  const value = literal(`none of ${known.map(({ label }) => label).join(', ')}`);
  return [...known, { label: `any other ${name}`, assumed: [{ kind: 'assign', target: field, value }], named: 0 }];
}

function combined(choices: readonly (readonly ObjectCase[])[]): ObjectCase[] {
  return choices.reduce<ObjectCase[]>(
    (all, next) =>
      all.flatMap((one) =>
        next.map((other) => ({
          label: one.label === '' ? other.label : `${one.label}, ${other.label}`,
          assumed: [...one.assumed, ...other.assumed],
          named: one.named + other.named,
        })),
      ),
    [{ label: '', assumed: [], named: 0 }],
  );
}

/** The traps that every device knows, by their number (RFC 1157). */
const GENERIC_TRAPS = ['coldstart', 'warmstart', 'linkdown', 'linkup', 'authenticationfailure', 'egpneighborloss'];

function isNumberOf(objectName: string, field: string, text: string): boolean {
  const name = shortObjectName(objectName);
  if (field.startsWith('generic')) return GENERIC_TRAPS.indexOf(name) === Number(text);
  return field.startsWith('specific') && /^\.?\d+(?:\.\d+){3,}$/.test(name) && name.endsWith(`.${text}`);
}

/** `ifOperStatus` of `IF-MIB::ifOperStatus` */
function shortObjectName(objectName: string): string {
  return (objectName.split('::').at(-1) ?? '').trim().toLowerCase();
}

function mentions(text: string, objectName: string): boolean {
  const name = shortObjectName(objectName);
  return (
    name.length > 2 &&
    text
      .toLowerCase()
      .split(/[^\w.-]+/)
      .some((word) => word.replace(/[.-]+$/, '') === name)
  );
}
