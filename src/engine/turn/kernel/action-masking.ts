import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import { hideInTexts } from '../../../tools/index.js';
import type { FlowDefinition } from '../../flow/index.js';
import type { Proposal } from '../../pending-action/index.js';
import { maskedContext, secretsIn, secretsSaid } from './secrets.js';

/** A value of an action, without what its arguments hide and what the flow marks as secret. */
export type Masking = <T extends JsonValue>(value: T) => T;

/**
 * How the values of an action are shown.
 * @param said what its user said about it
 */
export function maskingOf(
  flow: FlowDefinition,
  { arguments: args, shown }: Pick<Proposal, 'arguments' | 'shown'>,
  said: readonly string[] = [],
): Masking {
  const told = said.flatMap((text) => secretsSaid(flow, text));
  const secrets = [...secretsIn(flow, args), ...told, ...(shown === null ? [] : hiddenTexts(args, shown))];
  return <T extends JsonValue>(value: T) => {
    const masked = isJsonObject(value) ? maskedContext(flow, value, () => []) : value;
    return hideInTexts(masked, secrets) as T;
  };
}

/** The texts and numbers that are shown as something else. */
function hiddenTexts(value: JsonValue | undefined, shown: JsonValue | undefined): string[] {
  if (value === undefined || isDeepStrictEqual(value, shown)) return [];
  if (Array.isArray(value))
    return value.flatMap((item, at) => hiddenTexts(item, Array.isArray(shown) ? shown[at] : undefined));
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, child]) =>
      hiddenTexts(child, isJsonObject(shown) ? shown[name] : undefined),
    );
  }
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
