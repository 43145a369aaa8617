import type { Differing } from '../../engine/comparison/index.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import { FlowEngine, type FlowEngineParts, type RowsFrom } from '../flow-engine/index.js';
import type { RecordedConversation } from './recorded-conversations.js';
import { replayConversation } from './replay-conversation.js';

/** How many conversations are held at the same time. */
const AT_ONCE = 64;

/** An engine with the rows of a flow that holds recorded conversations. */
export class ReplayEngine {
  private constructor(private readonly engine: FlowEngine) {}

  /** @throws EngineError where rows or handlers cannot be loaded */
  static async start(
    { config, handlers, start }: Pick<FlowEngineParts, 'config' | 'handlers' | 'start'>,
    rows: RowsFrom,
  ): Promise<ReplayEngine> {
    const hasModel = config.llm.provider !== 'none';
    return new ReplayEngine(await FlowEngine.start({ config, rows, handlers, hasModel, start }));
  }

  get rows(): FlowRows {
    return this.engine.rows;
  }

  /** Those that come to something else than recorded, in the order of their ids. */
  async hold(
    ids: readonly string[],
    read: (id: string) => Promise<RecordedConversation>,
    onDone: (done: number) => void,
  ): Promise<Differing[]> {
    const differing = new Map<string, Differing>();
    const waiting = ids.values();
    let done = 0;
    const worker = async () => {
      for (const id of waiting) {
        const replayed = await replayConversation(this.engine, await read(id));
        if (replayed) differing.set(id, replayed);
        done += 1;
        onDone(done);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return ids.flatMap((id) => differing.get(id) ?? []);
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
