import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../common/errors.js';
import type { JsonObject, JsonValue } from '../../common/json.js';
import { withDefaults } from '../../common/schema-defaults.js';
import type { Playbook, PlaybookStep } from './playbook.js';
import { resolveReference } from './reference.js';

/** How the steps of a playbook are carried out. */
export interface StepRunner {
  /** Whether the step may change something in the world. */
  writes(step: PlaybookStep): boolean;
  /** Calls the tool once; rejects when it fails. */
  call(step: PlaybookStep, args: JsonObject, signal: AbortSignal): Promise<JsonValue>;
  /** Whether another call is allowed after this failure: a write that may have happened is not repeated. */
  mayRetry(step: PlaybookStep, error: unknown): boolean;
}

/** A playbook that was given up: which step failed, and what was done before. */
export class PlaybookFailure extends Error {
  override readonly name = 'PlaybookFailure';

  constructor(
    readonly step: string,
    /** Writing steps that were carried out, in the order of the file. */
    readonly written: readonly string[],
    readonly reason: unknown,
  ) {
    const before = written.length > 0 ? ` Done before: ${written.join(', ')}.` : '';
    super(`The step "${step}" failed: ${messageOf(reason)}.${before}`.replace('..', '.'));
  }
}

/** A step took longer than it may: of a write, nobody knows whether it has happened. */
export class StepTimeout extends Error {
  override readonly name = 'StepTimeout';
}

/** What a playbook came to. Lists are in the order of the file. */
export interface PlaybookResult {
  readonly output: JsonObject;
  readonly steps_completed: readonly string[];
  readonly steps_skipped: readonly string[];
  readonly steps_failed: readonly string[];
  /** Why steps failed, by their names. */
  readonly errors: Readonly<Record<string, string>>;
  readonly duration_ms: number;
}

type Outcome =
  | { readonly kind: 'completed'; readonly result: JsonValue }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly error: unknown };

const BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

/**
 * Runs the steps: each as soon as those it uses are through and every write before it is; a write waits for all steps
 * before it. So reads run beside each other, and writes happen in the order of the file.
 * @param inputs the arguments; defaults of the schema are added
 * @throws PlaybookFailure when a step fails that aborts the playbook; the signal's reason
 */
export async function runPlaybook(
  playbook: Playbook,
  inputs: JsonObject,
  runner: StepRunner,
  signal: AbortSignal,
): Promise<PlaybookResult> {
  const started = performance.now();
  const run = new Run(playbook, withDefaults(playbook.inputs, inputs), runner, signal);
  const outcomes = await run.all();
  const named = (kind: Outcome['kind']) =>
    playbook.steps.map(({ name }) => name).filter((name) => outcomes.get(name)?.kind === kind);
  const errors = [...outcomes].flatMap(([name, outcome]) =>
    outcome.kind === 'failed' ? [[name, messageOf(outcome.error)] as const] : [],
  );
  return {
    output: outputOf(playbook, run.scope),
    steps_completed: named('completed'),
    steps_skipped: named('skipped'),
    steps_failed: named('failed'),
    errors: Object.fromEntries(errors),
    duration_ms: Math.round(performance.now() - started),
  };
}

function outputOf({ output, steps }: Playbook, scope: JsonObject): JsonObject {
  if (output) {
    return Object.fromEntries(
      output.map(({ name, from, fallback }) => [name, resolveReference(from, scope) ?? fallback]),
    );
  }
  const there = steps.filter(({ name }) => Object.hasOwn(scope, name));
  return Object.fromEntries(there.map(({ name }) => [name, scope[name] ?? null]));
}

class Run {
  readonly scope: JsonObject;
  private readonly outcomes = new Map<string, Outcome>();
  private readonly stopping = new AbortController();
  private readonly signal: AbortSignal;

  constructor(
    private readonly playbook: Playbook,
    inputs: JsonObject,
    private readonly runner: StepRunner,
    signal: AbortSignal,
  ) {
    this.scope = { inputs };
    this.signal = AbortSignal.any([signal, this.stopping.signal]);
  }

  async all(): Promise<ReadonlyMap<string, Outcome>> {
    const begun = new Map<string, Promise<void>>();
    for (const [index, step] of this.playbook.steps.entries()) {
      const awaited = this.playbook.steps
        .slice(0, index)
        .filter((before) => step.uses.has(before.name) || this.runner.writes(step) || this.runner.writes(before))
        .map(({ name }) => begun.get(name));
      begun.set(
        step.name,
        Promise.all(awaited).then(() => this.step(step)),
      );
    }
    const ends = await Promise.allSettled(begun.values());
    const failure = ends.find((end) => end.status === 'rejected' && end.reason instanceof PlaybookFailure);
    const rejected = failure ?? ends.find((end) => end.status === 'rejected');
    if (rejected?.status === 'rejected') throw rejected.reason;
    return this.outcomes;
  }

  private async step(step: PlaybookStep): Promise<void> {
    this.signal.throwIfAborted();
    if (step.condition && !step.condition.holds(this.scope)) {
      this.outcomes.set(step.name, { kind: 'skipped' });
      return;
    }
    const args = step.arguments.fill(this.scope) as JsonObject;
    try {
      const result = await this.calls(step, args);
      this.scope[step.name] = result;
      this.outcomes.set(step.name, { kind: 'completed', result });
    } catch (error) {
      this.signal.throwIfAborted();
      if (step.onError === 'abort') throw this.abort(step, error);
      this.scope[step.name] = null;
      this.outcomes.set(step.name, { kind: 'failed', error });
    }
  }

  private async calls(step: PlaybookStep, args: JsonObject): Promise<JsonValue> {
    const most = step.onError === 'retry' ? step.maxCalls : 1;
    for (let made = 1; ; made += 1) {
      try {
        return await this.call(step, args);
      } catch (error) {
        this.signal.throwIfAborted();
        if (made >= most || !this.runner.mayRetry(step, error)) throw error;
        const pause = Math.min(BACKOFF_MS * 2 ** (made - 1), MAX_BACKOFF_MS);
        await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: this.signal });
      }
    }
  }

  private async call(step: PlaybookStep, args: JsonObject): Promise<JsonValue> {
    if (step.timeoutMs === undefined) return this.runner.call(step, args, this.signal);
    const timeout = AbortSignal.timeout(step.timeoutMs);
    try {
      return await this.runner.call(step, args, AbortSignal.any([this.signal, timeout]));
    } catch (error) {
      if (!timeout.aborted || this.signal.aborted) throw error;
      throw new StepTimeout(`it did not answer within ${step.timeoutMs} ms`, { cause: error });
    }
  }

  /** Steps that run beside it are stopped, and no other begins. */
  private abort(step: PlaybookStep, error: unknown): PlaybookFailure {
    const written = this.playbook.steps.filter(
      (one) => this.runner.writes(one) && this.outcomes.get(one.name)?.kind === 'completed',
    );
    const failure = new PlaybookFailure(
      step.name,
      written.map(({ name }) => name),
      error,
    );
    this.stopping.abort(failure);
    return failure;
  }
}
