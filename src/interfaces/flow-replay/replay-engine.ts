import { availableParallelism } from 'node:os';
import type { FlowRows } from '../../platform/persistence/index.js';
import { FlowEngine, type RowsFrom } from '../flow-engine/index.js';
import { addHeld, type Held, nothingHeld } from './held.js';
import { RecordedConversations } from './recorded-conversations.js';
import { replayConversation } from './replay-conversation.js';
import type { ReplayOptions } from './replay-options.js';
import { ReplayThread } from './replay-thread.js';

/** How many conversations are held at the same time. */
const AT_ONCE = 64;
/** Another thread takes some seconds to start: so many conversations are worth one. */
const WORTH_A_THREAD = 1_000;
/** Each has an engine of its own in memory. */
const MOST_THREADS = 3;
/** How many conversations a thread is given at a time. */
const GIVEN_AT_ONCE = 50;

/** What an engine holds conversations with. */
export type ReplayParts = Pick<ReplayOptions, 'config' | 'database' | 'handlers' | 'start' | 'startThread'>;

/** An engine with the rows of a flow that holds recorded conversations, in this thread, and of many some in others. */
export class ReplayEngine {
  readonly #recorded: RecordedConversations;

  private constructor(
    private readonly engine: FlowEngine,
    private readonly parts: ReplayParts,
  ) {
    this.#recorded = new RecordedConversations(parts.database);
  }

  /** @throws EngineError where rows or handlers cannot be loaded */
  static async start(parts: ReplayParts, rows: RowsFrom): Promise<ReplayEngine> {
    const { config, handlers, start } = parts;
    const hasModel = config.llm.provider !== 'none';
    return new ReplayEngine(await FlowEngine.start({ config, rows, handlers, hasModel, start }), parts);
  }

  get rows(): FlowRows {
    return this.engine.rows;
  }

  /** @returns what they come to; those that differ in the order of the ids */
  async hold(ids: readonly string[], onDone: (done: number) => void): Promise<Held> {
    const waiting = ids.values();
    const held = nothingHeld();
    let done = 0;
    const onHeld = (more: Held, count: number) => {
      addHeld(held, more);
      done += count;
      onDone(done);
    };
    const threads = this.startThreads(ids.length);
    try {
      const here = Array.from({ length: AT_ONCE }, () => this.holdHere(waiting, onHeld));
      await Promise.all([...here, ...threads.map((thread) => holdThere(thread, waiting, onHeld))]);
    } finally {
      await Promise.all(threads.map((thread) => thread.end()));
    }
    const byId = new Map(held.differing.map((one) => [one.conversationId, one]));
    return { ...held, differing: ids.flatMap((id) => byId.get(id) ?? []) };
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private async holdHere(waiting: Iterable<string>, onHeld: (held: Held, count: number) => void): Promise<void> {
    for (const id of waiting) {
      const recorded = await this.#recorded.read(id);
      const differing = await replayConversation(this.engine, recorded);
      const { leftOut, messages } = recorded;
      onHeld(
        {
          differing: differing ? [differing] : [],
          conversations: messages.length > 0 ? 1 : 0,
          turns: messages.length,
          leftOut: leftOut === undefined ? {} : { [leftOut]: 1 },
        },
        1,
      );
    }
  }

  private startThreads(conversations: number): ReplayThread[] {
    const { startThread, config, handlers } = this.parts;
    if (!startThread) return [];
    const worth = Math.floor(conversations / WORTH_A_THREAD);
    const count = Math.max(0, Math.min(worth, availableParallelism() - 1, MOST_THREADS));
    const start = () => new ReplayThread(startThread({ config, rows: this.rows, handlers }));
    return Array.from({ length: count }, start);
  }
}

async function holdThere(
  thread: ReplayThread,
  waiting: Iterator<string>,
  onHeld: (held: Held, count: number) => void,
): Promise<void> {
  await thread.started();
  for (;;) {
    const ids = taken(waiting, GIVEN_AT_ONCE);
    if (ids.length === 0) return;
    onHeld(await thread.hold(ids), ids.length);
  }
}

function taken(waiting: Iterator<string>, most: number): string[] {
  const ids: string[] = [];
  while (ids.length < most) {
    const { done, value } = waiting.next();
    if (done) break;
    ids.push(value);
  }
  return ids;
}
