import { z } from 'zod';
import type { JsonValue } from '../../platform/common/json.js';
import {
  type Compensation,
  type DurableStep,
  MAX_CALLS,
  MAX_SECONDS,
  type PlaybookProblem,
  type Template,
  type Wait,
} from './playbook.js';

const json = z.json() as z.ZodType<JsonValue>;
const policy = z.enum(['at-most-once', 'idempotent']);
export const maxCalls = z.int().min(0).max(MAX_CALLS);

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d+(?:\.\d+)?)\s*([smhd])$/;
const MAX_WAIT_MS = 3_650 * UNIT_MS.d;

const NO_DURATION = 'is no time: write seconds, or a number with s, m, h or d, as in 3d';

/** A time as people write it: seconds, or a number with `s`, `m`, `h` or `d`. */
const duration = z.union([z.number().positive(), z.string().regex(DURATION, NO_DURATION)], { error: NO_DURATION });

/** The keys of a step that only durable playbooks have. */
export const DURABLE_KEYS = {
  /** The call that undoes the step, where a later one fails or the run is cancelled. */
  compensate: z
    .strictObject({
      tool: z.string().min(1),
      arguments: z.record(z.string(), json).default({}),
      policy: policy.optional(),
      max_retries: maxCalls.optional(),
      timeout: z.number().positive().max(MAX_SECONDS).optional(),
    })
    .optional(),
  /** What it means that its process was killed over it; as its tool says where nothing is said. */
  policy: policy.optional(),
  /** Waits so long. */
  sleep: duration.optional(),
  /** Waits for the signal that has the step's name, or for the user's yes to `question`. */
  wait_for: z.enum(['signal', 'approval']).optional(),
  /** How long it waits for that; after it the step has failed. */
  within: duration.optional(),
  /** What the user is asked. */
  question: z.string().min(1).optional(),
  risk: z.enum(['LOW', 'MEDIUM', 'HIGH']).optional(),
  consent: z.enum(['PLAIN', 'STRONG', 'TYPED']).optional(),
};

const durableKeys = z.object(DURABLE_KEYS);

/** A step as its file says it. */
export type WrittenStep = z.infer<typeof durableKeys> & {
  readonly name: string;
  readonly tool?: string | undefined;
  readonly server?: string | undefined;
  readonly arguments: Readonly<Record<string, JsonValue>>;
  readonly max_retries?: number | undefined;
  readonly timeout?: number | undefined;
};

interface WrittenPlaybook {
  readonly durable: boolean;
  readonly timeout?: number | undefined;
  readonly steps: readonly WrittenStep[];
}

/** What is wrong with how keys of durable playbooks are put together. */
export function durableProblems({ durable, timeout, steps }: WrittenPlaybook): PlaybookProblem[] {
  const whole = {
    path: ['timeout'],
    message:
      'is not for durable playbooks, which take as long as they wait: "within" limits a wait, and the "timeout" of a step a call',
  };
  return [
    ...(durable && timeout !== undefined ? [whole] : []),
    ...steps.flatMap((step, index) => {
      const found = durable ? stepProblems(step) : keysOfDurable(step);
      return found.map(({ path, message }) => ({ path: ['steps', index, ...path], message }));
    }),
  ];
}

/** Compiles a value of a step, whose references may be to what comes before it, or to the step itself too. */
type Compile = (key: readonly string[], value: JsonValue, before: 'what comes before' | 'this step too') => Template;

/** What a step of a durable playbook has beside the others. */
export function readDurable(step: WrittenStep, { compile }: { readonly compile: Compile }): DurableStep {
  return {
    wait: waitOf(step, compile),
    compensate: compensationOf(step, compile),
    policy: step.policy,
    maxCalls: callsOf(step.max_retries),
  };
}

function compensationOf({ compensate }: WrittenStep, compile: Compile): Compensation | undefined {
  if (!compensate) return undefined;
  return {
    tool: compensate.tool,
    arguments: compile(['compensate', 'arguments'], compensate.arguments, 'this step too'),
    policy: compensate.policy,
    maxCalls: callsOf(compensate.max_retries),
    timeoutMs: compensate.timeout === undefined ? undefined : Math.max(1, Math.round(compensate.timeout * 1_000)),
  };
}

function waitOf(
  { sleep, wait_for: waitsFor, within, question = '', risk, consent }: WrittenStep,
  compile: Compile,
): Wait | undefined {
  if (sleep !== undefined) return { kind: 'sleep', ms: durationMs(sleep) };
  if (waitsFor === undefined) return undefined;
  const withinMs = within === undefined ? undefined : durationMs(within);
  if (waitsFor === 'signal') return { kind: 'signal', withinMs };
  const asked = compile(['question'], question, 'what comes before');
  return { kind: 'approval', question: asked, withinMs, risk, consent };
}

function callsOf(maxRetries: number | undefined): number | undefined {
  return maxRetries === undefined ? undefined : Math.max(1, maxRetries);
}

function durationMs(written: number | string): number {
  if (typeof written === 'number') return Math.round(written * UNIT_MS.s);
  const [, amount = '0', unit = 's'] = DURATION.exec(written) ?? [];
  return Math.round(Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]);
}

interface StepProblem {
  readonly path: readonly string[];
  readonly message: string;
}

function keysOfDurable(step: WrittenStep): StepProblem[] {
  const used = (Object.keys(DURABLE_KEYS) as (keyof typeof DURABLE_KEYS)[]).filter((key) => step[key] !== undefined);
  if (used.length > 0) {
    return used.map((key) => ({
      path: [key],
      message: 'is for durable playbooks: write "durable: true" at the top, or leave it out',
    }));
  }
  return step.tool === undefined ? [{ path: ['tool'], message: 'is missing' }] : [];
}

/** The keys that a step has, by what it does. */
const ALLOWED = {
  tool: ['arguments', 'on_error', 'max_retries', 'timeout', 'compensate', 'policy', 'server'],
  sleep: [],
  signal: ['within', 'on_error'],
  approval: ['within', 'question', 'arguments', 'risk', 'consent', 'on_error'],
} as const satisfies Record<string, readonly string[]>;

const CHECKED = ['arguments', 'max_retries', 'timeout', 'server', ...Object.keys(DURABLE_KEYS)].filter(
  (key) => !['sleep', 'wait_for'].includes(key),
);

function stepProblems(step: WrittenStep): StepProblem[] {
  const ways = (['tool', 'sleep', 'wait_for'] as const).filter((key) => step[key] !== undefined);
  const [way] = ways;
  if (way === undefined) return [{ path: [], message: 'does nothing: it needs "tool", "sleep" or "wait_for"' }];
  if (ways.length > 1)
    return [{ path: [], message: `has ${ways.map((key) => `"${key}"`).join(' and ')}: one step does one thing` }];
  const kind = way === 'wait_for' ? (step.wait_for ?? 'signal') : way;
  const allowed: readonly string[] = ALLOWED[kind];
  const tooMany = CHECKED.filter((key) => isGiven(step, key) && !allowed.includes(key));
  const problems: StepProblem[] = tooMany.map((key) => ({ path: [key], message: notFor(key, kind) }));
  if (kind === 'approval' && step.question === undefined)
    problems.push({ path: [], message: 'needs "question": what the user is asked' });
  for (const key of ['sleep', 'within'] as const) {
    const written = step[key];
    if (written !== undefined && durationMs(written) > MAX_WAIT_MS)
      problems.push({ path: [key], message: 'is more than ten years' });
  }
  return problems;
}

function isGiven(step: WrittenStep, key: string): boolean {
  const value = step[key as keyof WrittenStep];
  return key === 'arguments' ? Object.keys(step.arguments).length > 0 : value !== undefined;
}

function notFor(key: string, kind: keyof typeof ALLOWED): string {
  if (key === 'compensate') return 'is for a step that calls a tool: there is nothing to undo';
  if (key === 'timeout')
    return kind === 'sleep' ? 'is not for a step that sleeps' : 'is for calls: write "within" for how long it waits';
  const what =
    kind === 'tool'
      ? 'calls a tool'
      : kind === 'sleep'
        ? 'sleeps'
        : `waits for ${kind === 'signal' ? 'a signal' : 'an approval'}`;
  return `is not for a step that ${what}`;
}
