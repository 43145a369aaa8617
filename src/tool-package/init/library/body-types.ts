import type * as t from '@babel/types';
import type { JsonObject } from '../../../common/json.js';

const FUNCTIONS =
  /^(cb|callback|fn|func|iteratee|predicate|comparator|compare|visitor|next|done|resolve|reject|listener|handler)$/i;
const TYPES = new Set(['string', 'number', 'boolean']);

/**
 * The type of a parameter that no type and no comment tells: that of its default, or what the function asks for with
 * `typeof`; anything otherwise. Undefined for a function.
 */
export function typeInBody(
  target: t.Node,
  preset: t.Node | undefined,
  body: t.Node | undefined,
): JsonObject | undefined {
  if (preset?.type === 'StringLiteral') return { type: 'string', default: preset.value };
  if (preset?.type === 'NumericLiteral') return { type: 'number', default: preset.value };
  if (preset?.type === 'BooleanLiteral') return { type: 'boolean', default: preset.value };
  if (target.type === 'ObjectPattern' || preset?.type === 'ObjectExpression')
    return { type: 'object', additionalProperties: true };
  if (target.type !== 'Identifier' || !body || FUNCTIONS.test(target.name)) return undefined;
  const asked = new Set<string>();
  let isCalled = false;
  walk(body, (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === target.name)
      isCalled = true;
    const type = typeAsked(node, target.name);
    if (type !== undefined) asked.add(type);
  });
  if (isCalled || asked.has('function')) return undefined;
  const types = [...asked].filter((type) => TYPES.has(type)).sort();
  if (types.length < asked.size || types.length === 0) return {};
  return types.length === 1 ? { type: types[0] ?? '' } : { anyOf: types.map((type) => ({ type })) };
}

/** `typeof x === 'string'` and its like. */
function typeAsked(node: t.Node, name: string): string | undefined {
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return undefined;
  const { left, right } = node;
  const isOurs =
    left.type === 'UnaryExpression' &&
    left.operator === 'typeof' &&
    left.argument.type === 'Identifier' &&
    left.argument.name === name;
  return isOurs && right.type === 'StringLiteral' ? right.value : undefined;
}

/** Visits a node and all within. */
export function walk(node: t.Node, visit: (node: t.Node) => void): void {
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    if (key.endsWith('omments') || key === 'loc' || key === 'extra') continue;
    for (const child of [value].flat()) if (isNode(child)) walk(child, visit);
  }
}

function isNode(value: unknown): value is t.Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
