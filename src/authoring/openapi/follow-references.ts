import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';

/** Values of one operation: more than any model can make use of, and well below what a capability file may hold. */
const MOST_VALUES = 3_000;
/** How many references may stand inside each other, from as many as there are down to the first. */
const DEPTHS = [64, 8, 5, 3, 2, 1];

/** A part of a description with its references followed. */
export interface Followed {
  readonly value: JsonValue;
  /** How deep references were followed, where what lies deeper was cut: any value is allowed there. */
  readonly cutAt?: number;
}

/**
 * Puts what a part refers to in the place of its references, as deep as there is room for. What holds itself is any value
 * of its type there, and what cannot be found any value.
 */
export function followReferences(document: JsonObject, part: JsonValue): Followed {
  for (const depth of DEPTHS) {
    const follower = new Follower(document, depth);
    const value = follower.follow(part, []);
    if (value !== undefined) return { value, ...(follower.isCut && { cutAt: depth }) };
  }
  return { value: {}, cutAt: 0 };
}

/** A part that may be a reference as what it refers to, and nothing inside of it. */
export function followOnce(document: JsonObject, part: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(part) || typeof part.$ref !== 'string') return part;
  const { $ref, ...beside } = part;
  const target = targetOf(document, $ref);
  return isJsonObject(target) ? { ...target, ...beside } : {};
}

class Follower {
  isCut = false;
  private values = 0;

  constructor(
    private readonly document: JsonObject,
    private readonly depth: number,
  ) {}

  /** @returns undefined where it becomes too large */
  follow(value: JsonValue, inside: readonly string[]): JsonValue | undefined {
    this.values += 1;
    if (this.values > MOST_VALUES) return undefined;
    if (Array.isArray(value)) return this.list(value, inside);
    if (!isJsonObject(value)) return value;
    return typeof value.$ref === 'string' ? this.reference(value, value.$ref, inside) : this.object(value, inside);
  }

  private reference(value: JsonObject, reference: string, inside: readonly string[]): JsonValue | undefined {
    const target = targetOf(this.document, reference);
    if (inside.includes(reference)) return typeAlone(target);
    if (inside.length >= this.depth) {
      this.isCut = true;
      return typeAlone(target);
    }
    const { $ref: _reference, ...beside } = value;
    return isJsonObject(target) ? this.follow({ ...target, ...beside }, [...inside, reference]) : {};
  }

  private list(items: readonly JsonValue[], inside: readonly string[]): JsonValue[] | undefined {
    const followed: JsonValue[] = [];
    for (const item of items) {
      const one = this.follow(item, inside);
      if (one === undefined) return undefined;
      followed.push(one);
    }
    return followed;
  }

  private object(value: JsonObject, inside: readonly string[]): JsonObject | undefined {
    const followed: JsonObject = {};
    for (const [key, child] of Object.entries(value)) {
      // Examples and vendors' own keys are data: what looks like a reference in them is none.
      const one = isData(key) ? {} : this.follow(child, inside);
      if (one === undefined) return undefined;
      if (!isData(key)) followed[key] = one;
    }
    return followed;
  }
}

/** Of what is not followed any further, what kind of value it is. */
function typeAlone(target: JsonValue | undefined): JsonObject {
  return isJsonObject(target) && target.type !== undefined ? { type: target.type } : {};
}

function isData(key: string): boolean {
  return key.startsWith('x-') && key !== 'x-sensitive';
}

/** What `#/components/schemas/Order` names; undefined where that is not there, or in another file. */
function targetOf(document: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#')) return undefined;
  let target: JsonValue | undefined = document;
  for (const step of stepsOf(reference)) {
    if (Array.isArray(target)) target = target[Number(step)];
    else target = isJsonObject(target) && Object.hasOwn(target, step) ? target[step] : undefined;
  }
  return target;
}

function stepsOf(reference: string): string[] {
  return reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
