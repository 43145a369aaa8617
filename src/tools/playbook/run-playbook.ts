import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilAborted, withinTime } from '../../platform/common/abort.js';
import { messageOf } from '../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { withDefaults } from '../../platform/common/schema-defaults.js';
import type { Playbook, PlaybookStep } from './playbook.js';
import { missingReference } from './reference.js';

/** How the steps of a playbook are carried out. */
export interface StepRunner {
  /** Whether the step may change something in the world. */
  writes(step: PlaybookStep): boolean;
  /** Milliseconds one call may take, where the step does not say. */
  timeoutMs(step: PlaybookStep): number;
  /**
   * Calls the tool once; rejects when it fails.
   * @param scope what the arguments were filled from
   */
  call(step: PlaybookStep, args: JsonObject, signal: AbortSignal, scope: JsonObject): Promise<JsonValue>;
  /** Whether another call is allowed after this failure: a write that may have happened is not repeated. */
  mayRetry(step: PlaybookStep, error: unknown): boolean;
  /** Whether the step may have written in spite of this failure: then the playbook does not go on as if it had not. */
  mayHaveWritten(step: PlaybookStep, error: unknown): boolean;
}

/** How the steps of a playbook are gone through. */
export interface StepPerformer extends Pick<StepRunner, 'writes' | 'mayHaveWritten'> {
  /**
   * Does what a step does, however often it has to be tried; rejects when it fails.
   * @param scope what its arguments are filled from
   */
  perform(step: PlaybookStep, scope: JsonObject, signal: AbortSignal): Promise<JsonValue>;
}

/** A playbook that was given up: which step failed, and what was done before. */
export class PlaybookFailure extends Error {
  override readonly name = 'PlaybookFailure';

  constructor(
    readonly step: PlaybookStep,
    /** Writing steps that were carried out, in the order of the file. */
    readonly written: readonly string[],
    readonly reason: unknown,
  ) {
    const before = written.length > 0 ? ` Done before: ${written.join(', ')}.` : '';
    super(`The step "${step.name}" failed: ${messageOf(reason)}.${before}`.replace('..', '.'));
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
export function runPlaybook(
  playbook: Playbook,
  inputs: JsonObject,
  runner: StepRunner,
  signal: AbortSignal,
): Promise<PlaybookResult> {
  return performPlaybook(playbook, inputs, new StepCalls(runner), signal);
}

/** The same, where whoever runs it makes the calls. */
export async function performPlaybook(
  playbook: Playbook,
  inputs: JsonObject,
  performer: StepPerformer,
  signal: AbortSignal,
): Promise<PlaybookResult> {
  const run = new Run(playbook, withDefaults(playbook.inputs, inputs), performer, signal);
  const outcomes = await run.all();
  const named = (kind: Outcome['kind']) =>
    playbook.steps.filter(({ key }) => outcomes.get(key)?.kind === kind).map(({ name }) => name);
  const errors = playbook.steps.flatMap(({ name, key }) => {
    const outcome = outcomes.get(key);
    return outcome?.kind === 'failed' ? [[name, messageOf(outcome.error)] as const] : [];
  });
  return {
    output: outputOf(playbook, run),
    steps_completed: named('completed'),
    steps_skipped: named('skipped'),
    steps_failed: named('failed'),
    errors: Object.fromEntries(errors),
    duration_ms: Math.round(run.elapsedMs()),
  };
}

function outputOf({ output, steps }: Playbook, { scope, results }: Run): JsonObject {
  if (!output) {
    const there = steps.filter(({ name }) => results.has(name));
    return Object.fromEntries(there.map(({ name }) => [name, results.get(name) ?? null]));
  }
  return Object.fromEntries(output.map(({ name, value, fallback }) => [name, value(scope) ?? fallback]));
}

/** The steps that one waits for: those it uses, and where it or they write, all before it. */
export function awaitedSteps(
  { steps }: Playbook,
  step: PlaybookStep,
  writes: (step: PlaybookStep) => boolean,
): PlaybookStep[] {
  const before = steps.slice(0, steps.indexOf(step));
  return before.filter((one) => step.uses.has(one.name) || writes(step) || writes(one));
}

class Run {
  /** By the names of the steps; null where one failed, and nothing where it was left out. */
  readonly results = new Map<string, JsonValue>();
  private readonly outcomes = new Map<string, Outcome>();
  private readonly stopping = new AbortController();
  private readonly signal: AbortSignal;
  private readonly startedMs = performance.now();

  constructor(
    private readonly playbook: Playbook,
    private readonly inputs: JsonObject,
    private readonly runner: StepPerformer,
    signal: AbortSignal,
  ) {
    this.signal = AbortSignal.any([signal, this.stopping.signal]);
    // Every step may pause at once.
    setMaxListeners(playbook.steps.length, this.signal);
  }

  elapsedMs(): number {
    return performance.now() - this.startedMs;
  }

  /** What references find. */
  get scope(): JsonObject {
    return { ...Object.fromEntries(this.results), inputs: this.inputs };
  }

  async all(): Promise<ReadonlyMap<string, Outcome>> {
    const begun = new Map<string, Promise<void>>();
    for (const step of this.playbook.steps) {
      const awaited = awaitedSteps(this.playbook, step, (one) => this.runner.writes(one));
      const ends = awaited.map(({ key }) => begun.get(key));
      begun.set(
        step.key,
        Promise.all(ends).then(() => this.step(step)),
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
    const { name, timeoutMs } = this.playbook;
    if (this.elapsedMs() > timeoutMs) {
      throw this.abort(step, new Error(`Playbook '${name}' exceeded timeout of ${timeoutMs / 1_000}s`));
    }
    const { scope } = this;
    if (step.condition && !step.condition.holds(scope)) {
      this.outcomes.set(step.key, { kind: 'skipped' });
      return;
    }
    try {
      this.refuseMissing(step, scope);
      const result = await this.runner.perform(step, scope, this.signal);
      this.end(step, { kind: 'completed', result }, result);
    } catch (error) {
      this.signal.throwIfAborted();
      if (step.onError === 'abort' || this.runner.mayHaveWritten(step, error)) throw this.abort(step, error);
      this.end(step, { kind: 'failed', error }, null);
    }
  }

  private end({ key, name }: PlaybookStep, outcome: Outcome, result: JsonValue): void {
    this.outcomes.set(key, outcome);
    this.results.set(name, result);
  }

  /** Nothing is written with an argument that was to come from a step and did not. */
  private refuseMissing(step: PlaybookStep, scope: JsonObject): void {
    if (!this.runner.writes(step)) return;
    const missing = missingReference(step.arguments.references, scope);
    if (missing !== undefined) throw new Error(`${missing} is not there`);
  }

  /** Steps that run beside it are stopped, and no other begins. */
  private abort(step: PlaybookStep, error: unknown): PlaybookFailure {
    const written = this.playbook.steps.filter(
      (one) => this.runner.writes(one) && this.outcomes.get(one.key)?.kind === 'completed',
    );
    const failure = new PlaybookFailure(
      step,
      written.map(({ name }) => name),
      error,
    );
    this.stopping.abort(failure);
    return failure;
  }
}

/** Calls the tools of steps at once, each as often as its step says. */
class StepCalls implements StepPerformer {
  constructor(private readonly runner: StepRunner) {}

  writes(step: PlaybookStep): boolean {
    return this.runner.writes(step);
  }

  mayHaveWritten(step: PlaybookStep, error: unknown): boolean {
    return this.runner.mayHaveWritten(step, error);
  }

  async perform(step: PlaybookStep, scope: JsonObject, signal: AbortSignal): Promise<JsonValue> {
    const args = step.arguments.fill(scope) as JsonObject;
    const most = step.onError === 'retry' ? step.maxCalls : 1;
    for (let made = 1; ; made += 1) {
      try {
        return await this.call(step, args, scope, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (made >= most || !this.runner.mayRetry(step, error)) throw error;
        const pause = Math.min(BACKOFF_MS * 2 ** (made - 1), MAX_BACKOFF_MS);
        await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal });
      }
    }
  }

  private async call(step: PlaybookStep, args: JsonObject, scope: JsonObject, outer: AbortSignal): Promise<JsonValue> {
    const timeoutMs = step.timeoutMs ?? this.runner.timeoutMs(step);
    return withinTime(timeoutMs, [outer], async (signal) => {
      try {
        return await untilAborted(this.runner.call(step, args, signal, scope), signal);
      } catch (error) {
        if (!signal.aborted || outer.aborted) throw error;
        throw new StepTimeout(`it did not answer within ${timeoutMs} ms`, { cause: error });
      }
    });
  }
}
