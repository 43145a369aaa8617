import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActionHandler } from '../../../src/platform/handlers-api/index.js';

/** Environment of a service: the file that has a line for each effect, whether the process dies of one, and how long one takes. */
export const EFFECT_LOG = 'EFFECT_LOG';
export const EFFECT_KILLS = 'EFFECT_KILLS';
export const EFFECT_MS = 'EFFECT_MS';

/** A line of the log. */
export interface Effect {
  readonly key: string;
  readonly attempt: number;
  readonly fencingToken: number;
  /** Whether the signal was aborted when it began. */
  readonly aborted: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
}

const workMs = Number(process.env[EFFECT_MS] ?? 1_500);

export const effects: ActionHandler = {
  kind: 'action',
  name: 'effects',
  methods: {
    cause: async ({ idempotencyKey: key, attempt, fencingToken, signal }) => {
      const effect: Effect = { key, attempt, fencingToken, aborted: signal.aborted, at: Date.now() };
      appendFileSync(process.env[EFFECT_LOG] ?? '', `${JSON.stringify(effect)}\n`);
      if (process.env[EFFECT_KILLS] === 'yes') process.kill(process.pid, 'SIGKILL');
      await sleep(workMs, undefined, { signal });
      return { status: 'done', result: { ref: 'R-1' } };
    },
  },
};
