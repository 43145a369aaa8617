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

/** What the turns of a definition see of the learning. */
export interface LearnedIntents {
  /** What was learned from its examples; until that is done, what was learned before. */
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

/** What is learned from some examples; definitions with others do not see it. */
interface Lesson {
  readonly hash: string;
  readonly examples: readonly IntentExample[];
  /** In use until the learning is done. */
  readonly before: IntentModel | undefined;
  model: IntentModel | undefined;
}

/**
 * Learns intents from examples beside everything else that goes on. Turns never wait: until a new classifier is ready,
 * they are answered with the one before. Each definition keeps what was learned from its own examples.
 */
export class IntentLearner {
  private current: Lesson = { hash: hashOf([]), examples: [], before: undefined, model: undefined };
  private running: { readonly hash: string; readonly abort: AbortController } | undefined;

  constructor(
    private readonly logger: Pick<Logger, 'log' | 'warn' | 'error'>,
    private readonly meanings?: ExampleMeanings,
  ) {}

  get model(): IntentModel | undefined {
    return modelOf(this.current);
  }

  /**
   * Learns from these examples, unless that was done already. Comes back at once, or when a few have been learned.
   * @returns what a definition with these examples sees of it
   */
  async learn(examples: readonly IntentExample[]): Promise<LearnedIntents> {
    this.meanings?.index.replace(new Map(examples.map((one) => [idOf(one), one.utterance])));
    const hash = hashOf(examples);
    const isGoingOn = hash === this.running?.hash;
    if (!isGoingOn) this.stop();
    if (isGoingOn || (hash === this.current.hash && this.knows(examples))) return this.seenIn(this.current);
    const lesson = { hash, examples, before: examples.length === 0 ? undefined : this.model, model: undefined };
    this.current = lesson;
    if (examples.length === 0) return this.seenIn(lesson);
    const learning = this.run(lesson);
    if (areFew(examples)) await learning;
    else {
      const until = lesson.before ? 'the old ones are in use' : 'examples are not used';
      this.logger.warn(`learning intents from ${examples.length} examples; until that is done, ${until}`);
    }
    return this.seenIn(lesson);
  }

  /** Whether these are the examples that its classifier has learned from. */
  knows(examples: readonly IntentExample[]): boolean {
    if (examples.length === 0) return this.model === undefined;
    return hashOf(examples) === this.current.hash && this.current.model !== undefined;
  }

  /** Ends the learning that is going on. */
  stop(): void {
    this.running?.abort.abort();
    this.running = undefined;
  }

  private seenIn(lesson: Lesson): LearnedIntents {
    const own = new Set(this.meanings ? lesson.examples.map(idOf) : []);
    return {
      get model() {
        return modelOf(lesson);
      },
      joinMeaning: (text, prediction) => this.joinMeaning(text, prediction, own),
    };
  }

  /** @param own of the examples that are ranked, those that count */
  private async joinMeaning(text: string, prediction: IntentPrediction, own: ReadonlySet<string>) {
    const found = (await this.meanings?.index.nearest(text, NEAREST_EXAMPLES)) ?? [];
    const near = found
      .filter(({ id }) => own.has(id))
      .map(({ id, similarity }) => {
        const [intent, state] = JSON.parse(id) as [string, string | null];
        return { intent, state, similarity };
      });
    return joinMeaning(prediction, near, this.meanings?.sureSimilarity ?? 1);
  }

  /** Never throws: what could not be learned leaves the old classifier in use. */
  private async run(lesson: Lesson): Promise<void> {
    const running = { hash: lesson.hash, abort: new AbortController() };
    this.running = running;
    const startedAt = performance.now();
    try {
      const model = await inSlices(trainingSteps(lesson.examples), running.abort.signal);
      if (!model) return;
      lesson.model = model;
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

function modelOf({ model, before }: Lesson): IntentModel | undefined {
  return model ?? before;
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
