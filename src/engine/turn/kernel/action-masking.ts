import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import { hiddenTexts, hideInTexts } from '../../../tools/index.js';
import type { FlowDefinition } from '../../flow/index.js';
import type { Proposal } from '../../pending-action/index.js';
import { outcomeText } from '../../wording/index.js';
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
  const secrets = [...secretsIn(flow, args), ...told, ...hiddenTexts(args, shown)];
  return <T extends JsonValue>(value: T) => {
    const masked = isJsonObject(value) ? maskedContext(flow, value, () => []) : value;
    return hideInTexts(masked, secrets) as T;
  };
}

/**
 * The outcome of an action in words, without hidden values: neither those it has as values of its own, nor those that
 * stand only within its words ("pin: 471123").
 */
export function maskedOutcome(mask: Masking, result: JsonValue): string {
  return mask(outcomeText(mask(result)));
}
