import { JSONPath } from 'jsonpath-plus';
import type { JsonObject, JsonValue } from '../json.js';

/** How many nodes one reading may visit before it is given up. */
export const MAX_VISITS = 1_000_000;

/** One reading of a document, and how much of it may still be visited: below zero it finds nothing more. */
export interface Reading {
  readonly root: JsonValue;
  visitsLeft: number;
}

/** What a filter asks of a node. */
export type Condition = (node: JsonValue, reading: Reading) => boolean;

/** A step that jsonpath-plus asks about, node by node, because it would take it otherwise than the dialect does. */
export interface AskedStep {
  /** @param children the selector of those children that the step `accepts` */
  readonly select: (node: JsonValue, children: string, reading: Reading) => string;
  readonly accepts?: Condition;
}

/** Steps that jsonpath-plus takes in one call, from each node or, behind `..`, from every object and list below it. */
export interface Leg {
  readonly descends: boolean;
  /** What it reads: `$` and the steps, with `[(0)]` for the first one that is asked about. */
  text: string;
  readonly asked: AskedStep[];
}

/** A path behind its `$` or `@`. */
export interface Path {
  readonly legs: readonly Leg[];
  /** Whether `.length()` ends it. */
  readonly length: boolean;
  /** False when it can find several nodes: a wildcard, `..`, a filter, a slice or a union. */
  readonly definite: boolean;
}

/** The selector that finds nothing: a list of quoted names without any. */
export const NOTHING = "'";

/** The nodes that a path finds, starting from one node, in document order. */
export function find(path: Path, start: JsonValue, reading: Reading): JsonValue[] {
  let nodes = [start];
  for (const leg of path.legs) {
    if (leg.descends) nodes = containersIn(nodes, reading);
    if (leg.text !== '$') nodes = nodes.flatMap((node) => take(leg, node, reading));
  }
  return path.length ? nodes.flatMap((node) => sizeOf(node) ?? []) : nodes;
}

/** Items of a list, properties of an object, characters of a text. */
export function sizeOf(value: JsonValue): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

/** An object, and neither a list nor null. */
export function isObject(node: JsonValue): node is JsonObject {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

function take({ text, asked }: Leg, node: JsonValue, reading: Reading): JsonValue[] {
  if (typeof node !== 'object' || node === null) return [];
  const found = JSONPath({ json: node, path: text, eval: ask, sandbox: { asked, reading } }) as JsonValue[];
  reading.visitsLeft -= found.length;
  return found.filter((value) => value !== undefined);
}

// jsonpath-plus keeps the first function under its source and "(0)", and calls it for every later one: it is always this
// one, and a short one. What it answers for comes with each call.
const ask = (code: string, sandbox: Asked) => answer(code, sandbox);

interface Asked {
  readonly asked: readonly AskedStep[];
  readonly reading: Reading;
  /** The node. */
  readonly _$_v: JsonValue;
}

/** @param code `(0)` for what the first asked step selects at the node, `0` for whether it accepts it as a child */
function answer(code: string, { asked, reading, _$_v: node }: Asked): string | boolean {
  const forChild = !code.startsWith('(');
  const step = asked[Number(forChild ? code : code.slice(1, -1))];
  reading.visitsLeft -= 1;
  if (step === undefined || reading.visitsLeft < 0) return forChild ? false : NOTHING;
  return forChild ? (step.accepts?.(node, reading) ?? false) : step.select(node, `?${code}`, reading);
}

/** Each node and every object and list below it, each before what it holds; jsonpath-plus would overflow the stack. */
function containersIn(nodes: readonly JsonValue[], reading: Reading): JsonValue[] {
  const found: JsonValue[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined && reading.visitsLeft >= 0; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    found.push(node);
    reading.visitsLeft -= 1;
    for (const child of Object.values(node).toReversed()) waiting.push(child);
  }
  return found;
}
