import { ts } from '@ts-morph/common';
import type { JsonObject } from '../../../../platform/common/json.js';

const FUNCTIONS =
  /^(cb|callback|fn|func|iteratee|predicate|comparator|compare|visitor|next|done|resolve|reject|listener|handler)$/i;
const TYPES = new Set(['string', 'number', 'boolean']);

/**
 * The type of a script's parameter that no type and no comment tells: that of its default, or what the function asks for
 * with `typeof`; anything otherwise. Undefined for a function.
 */
export function typeInScript({ name, initializer: preset, parent }: ts.ParameterDeclaration): JsonObject | undefined {
  const known = presetType(preset);
  if (known) return known;
  if (ts.isObjectBindingPattern(name) || (preset && ts.isObjectLiteralExpression(preset)))
    return { type: 'object', additionalProperties: true };
  const body = 'body' in parent ? parent.body : undefined;
  if (!ts.isIdentifier(name) || !body || FUNCTIONS.test(name.text)) return undefined;
  const nodes = [...nodesOf(body)];
  const asked = new Set(nodes.flatMap((node) => typeAsked(node, name.text) ?? []));
  if (asked.has('function') || nodes.some((node) => isCallOf(node, name.text))) return undefined;
  const types = [...asked].filter((type) => TYPES.has(type)).sort();
  if (types.length < asked.size || types.length === 0) return {};
  return types.length === 1 ? { type: types[0] ?? '' } : { anyOf: types.map((type) => ({ type })) };
}

/** Whether a script's function looks at values that it has no names for. */
export function takesArguments(declaration: ts.Node | undefined): boolean {
  const body = declaration && 'body' in declaration ? (declaration.body as ts.Node | undefined) : undefined;
  return body !== undefined && [...nodesOf(body)].some((node) => ts.isIdentifier(node) && node.text === 'arguments');
}

function presetType(preset: ts.Expression | undefined): JsonObject | undefined {
  if (!preset) return undefined;
  if (ts.isStringLiteral(preset)) return { type: 'string', default: preset.text };
  if (ts.isNumericLiteral(preset)) return { type: 'number', default: Number(preset.text) };
  if (preset.kind === ts.SyntaxKind.TrueKeyword) return { type: 'boolean', default: true };
  return preset.kind === ts.SyntaxKind.FalseKeyword ? { type: 'boolean', default: false } : undefined;
}

function isCallOf(node: ts.Node, name: string): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name;
}

/** `typeof x === 'string'` and its like. */
function typeAsked(node: ts.Node, name: string): string | undefined {
  if (!ts.isBinaryExpression(node) || !/^[!=]==?$/.test(node.operatorToken.getText())) return undefined;
  const { left, right } = node;
  const isOurs = ts.isTypeOfExpression(left) && ts.isIdentifier(left.expression) && left.expression.text === name;
  return isOurs && ts.isStringLiteral(right) ? right.text : undefined;
}

/** A node and all within. */
function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}
