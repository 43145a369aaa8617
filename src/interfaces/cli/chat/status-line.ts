import { counted } from '../../../platform/common/counted.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';

/** What the clocks of a pending action are read against. */
export interface Now {
  /** The number of the turn that was just answered. */
  readonly turn: number;
  readonly epochMs: number;
}

/** `INTENT / STATE`, and the pending action where the context shows one. */
export function statusLine(
  reply: { readonly intent: string; readonly state: string },
  context: JsonObject,
  now: Now,
): string {
  const action = context.pending_action_runtime;
  const place = `${reply.intent} / ${reply.state}`;
  return isJsonObject(action) ? `${place} · ${describeAction(action, now)}` : place;
}

function describeAction(action: JsonObject, now: Now): string {
  const reason = typeof action.reason === 'string' ? ` (${action.reason})` : '';
  const values = Object.entries(isJsonObject(action.arguments) ? action.arguments : {});
  const parts = [
    `${shown(action.action_key)} ${shown(action.status)}${reason}`,
    ...values.map(([name, value]) => `${name}=${shown(value)}`),
  ];
  const left = action.status === 'OPEN' ? timeLeft(action, now) : '';
  return parts.join(' ') + (left === '' ? '' : ` · ${left}`);
}

/** How long a yes will still count; a clock that is off has -1. */
function timeLeft({ expires_turn: turn, expires_at_epoch_ms: epochMs }: JsonObject, now: Now): string {
  const left: string[] = [];
  if (typeof turn === 'number' && turn >= 0) {
    left.push(counted(Math.max(0, turn - now.turn), 'turn'));
  }
  if (typeof epochMs === 'number' && epochMs >= 0) {
    left.push(`${Math.max(0, Math.ceil((epochMs - now.epochMs) / 60_000))} min`);
  }
  return left.length === 0 ? '' : `${left.join(' or ')} left`;
}

function shown(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
