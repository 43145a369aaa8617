import type { HttpApiPolicy } from '../../../platform/handlers-api/index.js';
import { ToolError } from '../../tool-error.js';

const LEAST = {
  connectTimeoutMs: 100,
  readTimeoutMs: 100,
  maxAttempts: 1,
  initialBackoffMs: 0,
  maxBackoffMs: 0,
  backoffMultiplier: 1,
  circuitFailureThreshold: 1,
  circuitOpenMs: 1_000,
} as const satisfies Partial<Record<keyof HttpApiPolicy, number>>;

/**
 * The defaults with what one request says otherwise.
 * @throws ToolError for a value out of range
 */
export function policyOf(defaults: HttpApiPolicy, overrides: Partial<HttpApiPolicy> = {}): HttpApiPolicy {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined && value !== null);
  const policy: HttpApiPolicy = { ...defaults, ...Object.fromEntries(given) };
  for (const [key, least] of Object.entries(LEAST) as [keyof typeof LEAST, number][]) {
    if (policy[key] >= least && Number.isFinite(policy[key])) continue;
    throw new ToolError(`HTTP_API request policy: ${key} must be at least ${least}`);
  }
  return policy;
}

/**
 * Milliseconds to wait before the next request: longer each time up to the limit, less up to half at random, or as
 * long as the server asked for, where that is longer.
 * @param attempts how many there were
 */
export function pauseAfter(attempts: number, policy: HttpApiPolicy, retryAfterMs = 0): number {
  const { initialBackoffMs, backoffMultiplier, maxBackoffMs } = policy;
  const fullMs = Math.min(maxBackoffMs, initialBackoffMs * backoffMultiplier ** (attempts - 1));
  return Math.max(Math.round(fullMs * (1 - Math.random() / 2)), retryAfterMs);
}
