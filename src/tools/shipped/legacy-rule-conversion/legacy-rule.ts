import { canonicalJson, type JsonValue } from '../../../platform/common/json.js';
import type { ConversionItem } from './item.js';
import { withConstants } from './legacy/constants.js';
import { withChoices, withElements } from './legacy/elements.js';
import { type LegacyProgram, parseProgram, parseValue } from './legacy/statement-parser.js';
import { sliceFor } from './meaning/slice.js';
import { templatePath } from './references.js';
import {
  assignments,
  assignmentsTo,
  type Expression,
  expressionsOf,
  isUnderstood,
  literal,
  opaque,
  type Statement,
} from './rule.js';

/** What the legacy rule does to the target field, as far as it was understood. */
export interface LegacyRule {
  /** Canonical name of the field. */
  readonly target: string;
  readonly statements: readonly Statement[];
  /**
   * The statements with each look-up in a table of the rule's own written out as a choice between the values of the
   * table: first with nothing for any other key, then with something unknown. Empty where the rule looks nothing up.
   */
  readonly spelledOut: readonly (readonly Statement[])[];
  /** What the expression gives, without conditions; variables that the rule sets are followed once. */
  readonly value: Expression;
  /** Why its meaning is not certain; absent where it is. */
  readonly doubt?: string;
  /** The expression alone, with what the snippet says of its variables, as a program that sets the target. */
  readonly alone: readonly Statement[];
  /** What matters to the target and could not be read, as it is written. */
  readonly unread: readonly string[];
}

/** Inside of what was not understood, such as a loop. */
const LEAVES_EARLY = /\b(return|exit|die)\b/;

/** Reads the expression of an item, in the light of its snippet. Text of either is data, and nothing else. */
export function readLegacyRule(item: ConversionItem): LegacyRule {
  const target = templatePath(item.targetField);
  const snippet = parseProgram(item.sourceSnippet ?? '');
  const read = withConstants(readExpression(item.expression, target), snippet.constants);
  const own = withElements(read, [...snippet.statements, ...read]);
  const values = assignmentsTo(target, own);
  const fromSnippet = assignmentsTo(target, snippet.statements);
  const added = fromSnippet.find((other) => values.some((value) => isAddition(other, target, value)));
  const isInSnippet = added !== undefined || values.some((value) => fromSnippet.some((other) => isSame(value, other)));
  const isAddedTo = isInSnippet && fromSnippet.some((other) => isAddition(other, target));
  const others = withoutFields(snippet.statements, (field) => field === target);
  const statements = isInSnippet ? snippet.statements : [...others, ...own];
  const doubt = doubtOf(snippet, values, isInSnippet ? [] : fromSnippet);
  return {
    target,
    statements,
    spelledOut: spelledOut(statements),
    value: followed(added ?? values[0] ?? opaque(item.expression), snippet.statements),
    ...(doubt !== undefined && { doubt }),
    // A text that is added to is all that it is made of.
    alone: openly(isAddedTo ? withoutEnds(statements) : [...withoutEnds(others), ...own]),
    unread: unreadIn(target, [...snippet.statements, ...own], snippet.skipped),
  };
}

/** `$Event->{X} .= VALUE`, of any value where none is given. */
function isAddition(one: Expression, target: string, value?: Expression): boolean {
  if (one.kind !== 'text') return false;
  const [before, added] = one.parts;
  const isOfTarget = one.parts.length === 2 && before?.kind === 'reference' && before.name === target;
  return isOfTarget && (value === undefined || (added !== undefined && isSame(added, value)));
}

function spelledOut(statements: readonly Statement[]): (readonly Statement[])[] {
  const complete = withChoices(statements, literal(null));
  return isSameProgram(complete, statements) ? [] : [complete, openly(statements)];
}

/** With what a table of its own has under any other key as something that is not known. */
function openly(statements: readonly Statement[]): readonly Statement[] {
  return withChoices(statements, opaque('any other element'));
}

function isSameProgram(a: readonly Statement[], b: readonly Statement[]): boolean {
  return canonicalJson(a as unknown as JsonValue) === canonicalJson(b as unknown as JsonValue);
}

function unreadIn(target: string, statements: readonly Statement[], skipped: readonly string[]): string[] {
  const used = expressionsOf(sliceFor(target, statements));
  const opaques = used.flatMap((one) => (one.kind === 'opaque' ? [one.text] : []));
  return [...new Set([...opaques, ...skipped.filter((text) => LEAVES_EARLY.test(text))])];
}

/** The expression as a program that sets the target. */
function readExpression(text: string, target: string): readonly Statement[] {
  const read = parseValue(text);
  if (!read) {
    const { statements, skipped } = parseProgram(text);
    const isAssignment = skipped.length === 0 && assignmentsTo(target, statements).length > 0;
    return isAssignment ? statements : [{ kind: 'assign', target, value: opaque(text) }];
  }
  const assign: Statement = { kind: 'assign', target, value: read.value };
  return read.when ? [{ kind: 'if', when: read.when, body: [assign], otherwise: [] }] : [assign];
}

/** @param instead what the snippet assigns to the target, where the expression is not among it */
function doubtOf(
  snippet: LegacyProgram,
  values: readonly Expression[],
  instead: readonly Expression[],
): string | undefined {
  if (values.some(({ kind }) => kind === 'opaque')) return 'the expression is beyond what can be read';
  if (instead.some((one) => !isUnderstood(one))) return 'a statement that sets the target is beyond what can be read';
  if (instead.length > 0) return 'the expression is not what the snippet assigns to the target';
  if (snippet.skipped.some((text) => LEAVES_EARLY.test(text))) return 'the snippet can end early';
  return undefined;
}

/**
 * The program as others see it who convert each field of the event by itself: a value that is made of another field is
 * made of that field, and not of what the rule has put there.
 */
export function forOneField(target: string, statements: readonly Statement[]): Statement[] {
  return withoutFields(statements, (field) => field.startsWith('event.') && field !== target);
}

/** The program without what it does to some fields. */
function withoutFields(statements: readonly Statement[], isLeftOut: (field: string) => boolean): Statement[] {
  return statements.flatMap((one): Statement[] => {
    if (one.kind === 'assign') return isLeftOut(one.target) ? [] : [one];
    if (one.kind !== 'if') return [one];
    return [{ ...one, body: withoutFields(one.body, isLeftOut), otherwise: withoutFields(one.otherwise, isLeftOut) }];
  });
}

function withoutEnds(statements: readonly Statement[]): Statement[] {
  return statements.flatMap((one): Statement[] => {
    if (one.kind === 'end') return [];
    if (one.kind !== 'if') return [one];
    return [{ ...one, body: withoutEnds(one.body), otherwise: withoutEnds(one.otherwise) }];
  });
}

function followed(value: Expression, statements: readonly Statement[]): Expression {
  if (value.kind !== 'reference') return value;
  return assignmentsTo(value.name, statements).at(-1) ?? value;
}

/** The fields that a variable of the rule comes from, through whatever other variables. */
export function originsOf(name: string, assigned: Assigned): ReadonlySet<string> {
  const found = new Set([name]);
  for (const origin of found) for (const { value } of assigned.get(origin) ?? []) addReferences(value, found);
  return found;
}

/** What a program assigns, by the field. */
export type Assigned = ReadonlyMap<string, readonly { readonly value: Expression }[]>;

/** All assignments of a program, in their order, also those under conditions. */
export function assignedIn(statements: readonly Statement[]): Assigned {
  return Map.groupBy(assignments(statements), ({ target }) => target);
}

function addReferences(expression: Expression, found: Set<string>): void {
  if (expression.kind === 'reference') found.add(expression.name);
  for (const part of Object.values(expression).flat()) {
    if (typeof part === 'object' && part !== null && 'kind' in part) addReferences(part as Expression, found);
  }
}

/** Whether two expressions are written alike, whatever blanks they had; not whether they always have the same value. */
export function isSame(a: Expression, b: Expression): boolean {
  return canonicalJson(a as unknown as JsonValue) === canonicalJson(b as unknown as JsonValue);
}
