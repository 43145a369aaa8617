import type { JsonObject, JsonValue } from '../json.js';

/** How many nodes one evaluation may visit before it is given up. */
const MAX_VISITS = 1_000_000;

/** One evaluation of a path: the document, and how much of it may still be visited. */
export interface Evaluation {
  readonly root: JsonValue;
  visitsLeft: number;
}

/** From the nodes selected so far to the nodes selected next. */
export type Step = (nodes: readonly JsonValue[], evaluation: Evaluation) => JsonValue[];

/** What a filter asks of a node. */
export type Condition = (node: JsonValue, evaluation: Evaluation) => boolean;

/** The steps of a path behind its `$` or `@`. */
export interface Steps {
  readonly list: readonly Step[];
  /** False when the path can find several nodes: a wildcard, `..`, a filter, a slice or a union. */
  readonly definite: boolean;
}

export function startEvaluation(root: JsonValue): Evaluation {
  return { root, visitsLeft: MAX_VISITS };
}

/** The nodes that steps select, starting from one node. */
export function follow(steps: Steps, start: JsonValue, evaluation: Evaluation): JsonValue[] {
  let nodes = [start];
  for (const step of steps.list) {
    nodes = step(nodes, evaluation);
    evaluation.visitsLeft -= nodes.length;
    if (evaluation.visitsLeft < 0) throw new RangeError(`a JSON path visits more than ${MAX_VISITS} nodes`);
  }
  return nodes;
}

/** `.name`, `['name']` and `['a','b']`: own properties of objects. */
export function selectNames(names: readonly string[]): Step {
  return select((node, found) => {
    if (!isObject(node)) return;
    for (const name of names) {
      const child = Object.hasOwn(node, name) ? node[name] : undefined;
      if (child !== undefined) found.push(child);
    }
  });
}

/** `[0]`, `[-1]` and `[0,2]`: items of lists; a negative index counts from the end. */
export function selectIndexes(indexes: readonly number[]): Step {
  return select((node, found) => {
    if (!Array.isArray(node)) return;
    for (const index of indexes) {
      const item = node.at(index);
      if (item !== undefined) found.push(item);
    }
  });
}

/** `[1:3]`, `[:2]`, `[-2:]`: a run of list items. */
export function selectSlice(from: number | undefined, to: number | undefined): Step {
  return select((node, found) => {
    if (!Array.isArray(node)) return;
    for (const item of node.slice(from, to)) found.push(item);
  });
}

/** `*`: every item or property. */
export const selectChildren: Step = select((node, found) => {
  for (const child of childrenOf(node)) found.push(child);
});

/** `..`: the node and every object and list below it, each before what it holds. */
export const selectContainers: Step = (nodes, evaluation) => {
  const found: JsonValue[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    found.push(node);
    if (found.length > evaluation.visitsLeft) break;
    for (const child of childrenOf(node).toReversed()) waiting.push(child);
  }
  return found;
};

/**
 * `[?(…)]`: of a list the items for which the condition holds; of an object the object itself, if it holds for it.
 * @param objectsAlone true behind `..`, which comes to the items of a list on its own
 */
export function selectWhere(condition: Condition, objectsAlone: boolean): Step {
  return (nodes, evaluation) => {
    const candidates = nodes.flatMap((node) => {
      if (Array.isArray(node)) return objectsAlone ? [] : node;
      return isObject(node) ? [node] : [];
    });
    return candidates.filter((node) => condition(node, evaluation));
  };
}

/** `.length()`: how many items, properties or characters a node has. */
export const selectLength: Step = select((node, found) => {
  const size = sizeOf(node);
  if (size !== undefined) found.push(size);
});

/** Items of a list, properties of an object, characters of a text. */
export function sizeOf(value: JsonValue): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function select(visit: (node: JsonValue, found: JsonValue[]) => void): Step {
  return (nodes) => {
    const found: JsonValue[] = [];
    for (const node of nodes) visit(node, found);
    return found;
  };
}

function childrenOf(node: JsonValue): JsonValue[] {
  if (Array.isArray(node)) return node;
  return isObject(node) ? Object.values(node) : [];
}

function isObject(node: JsonValue): node is JsonObject {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
