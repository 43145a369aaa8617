import { createHash } from 'node:crypto';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { messageOf } from '../../platform/common/errors.js';
import type { MeaningIndex } from '../../platform/embeddings/index.js';
import {
  type IntentExample,
  type IntentModel,
  type IntentPrediction,
  joinMeaning,
  trainingSteps,
} from '../../understanding/intents/index.js';

/** What turns see of the learning: the latest classifier that is ready. */
export interface LearnedIntents {
  readonly model: IntentModel | undefined;
  /** The prediction for a message joined with the examples that mean what it means; the same where that is not known. */
  joinMeaning(text: string, prediction: IntentPrediction): Promise<IntentPrediction>;
}

/** Nothing has been learned, and nothing will be. */
export const NOTHING_LEARNED: LearnedIntents = {
  model: undefined,
  joinMeaning: async (_text, prediction) => prediction,
};

/** Ranks examples by what they mean. */
export interface ExampleMeanings {
  readonly index: MeaningIndex;
  /** From here on a message means what an example means, 0 to 1. */
  readonly sureSimilarity: number;
}

const NEAREST_EXAMPLES = 10;

/** Examples times intents up to which learning is waited for: well below a second. */
const SMALL = 200_000;
/** Learning lets others go on after so many milliseconds. */
const SLICE_MS = 8;

/**
 * Learns intents from examples beside everything else that goes on. Turns never wait: until a new classifier is ready,
 * they are answered with the one before.
 */
export class IntentLearner implements LearnedIntents {
  private current: { readonly hash: string; readonly model: IntentModel } | undefined;
  private running: { readonly hash: string; readonly abort: AbortController } | undefined;

  constructor(
    private readonly logger: Pick<Logger, 'log' | 'warn' | 'error'>,
    private readonly meanings?: ExampleMeanings,
  ) {}

  get model(): IntentModel | undefined {
    return this.current?.model;
  }

  async joinMeaning(text: string, prediction: IntentPrediction): Promise<IntentPrediction> {
    const found = (await this.meanings?.index.nearest(text, NEAREST_EXAMPLES)) ?? [];
    const near = found.map(({ id, similarity }) => {
      const [intent, state] = JSON.parse(id) as [string, string | null];
      return { intent, state, similarity };
    });
    return joinMeaning(prediction, near, this.meanings?.sureSimilarity ?? 1);
  }

  /** Learns from these examples, unless that was done already. Comes back at once, or when a few have been learned. */
  async learn(examples: readonly IntentExample[]): Promise<void> {
    this.meanings?.index.replace(new Map(examples.map((one) => [idOf(one), one.utterance])));
    const hash = hashOf(examples);
    if (hash === this.running?.hash) return;
    this.stop();
    if (examples.length === 0) this.current = undefined;
    if (examples.length === 0 || hash === this.current?.hash) return;
    const learning = this.run(examples, hash);
    if (areFew(examples)) return learning;
    const until = this.current ? 'the old ones are in use' : 'examples are not used';
    this.logger.warn(`learning intents from ${examples.length} examples; until that is done, ${until}`);
  }

  /** Whether these are the examples that its classifier has learned from. */
  knows(examples: readonly IntentExample[]): boolean {
    return examples.length === 0 ? this.model === undefined : hashOf(examples) === this.current?.hash;
  }

  /** Ends the learning that is going on. */
  stop(): void {
    this.running?.abort.abort();
    this.running = undefined;
  }

  /** Never throws: what could not be learned leaves the old classifier in use. */
  private async run(examples: readonly IntentExample[], hash: string): Promise<void> {
    const running = { hash, abort: new AbortController() };
    this.running = running;
    const startedAt = performance.now();
    try {
      const model = await inSlices(trainingSteps(examples), running.abort.signal);
      if (!model) return;
      this.current = { hash, model };
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const found = `${Math.round(model.accuracy * 100)} % of them are recognised when left out`;
      this.logger.log(`learned intents from ${model.examples} examples in ${seconds} s; ${found}`);
    } catch (error) {
      this.logger.error(`the intents could not be learned from their examples: ${messageOf(error)}`);
    } finally {
      if (this.running === running) this.running = undefined;
    }
  }
}

/** Runs steps to their end, a slice of time at a time; undefined when aborted. */
async function inSlices<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | undefined> {
  while (!signal.aborted) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const step = steps.next();
      if (step.done) return step.value;
    }
    await nextRound();
  }
  return undefined;
}

/** Whether learning from them takes well below a second. */
export function areFew(examples: readonly IntentExample[]): boolean {
  const intents = new Set(examples.map(({ intent, state }) => `${intent}/${state}`)).size;
  return examples.length * intents <= SMALL;
}

function idOf({ intent, state, utterance }: IntentExample): string {
  return JSON.stringify([intent, state, utterance]);
}

function hashOf(examples: readonly IntentExample[]): string {
  const content = examples.map(({ intent, state, utterance }) => [intent, state, utterance]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
