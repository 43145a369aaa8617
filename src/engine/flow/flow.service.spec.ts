import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../platform/common/errors.js';
import type { FlowRows, NotificationListener, Notifications } from '../../platform/persistence/index.js';
import { FlowService } from './flow.service.js';

const NO_ROWS: FlowRows = {
  configs: [],
  intents: [],
  classifiers: [],
  intentExamples: [],
  schemas: [],
  prompts: [],
  responses: [],
  rules: [],
  policies: [],
  pendingActions: [],
  containers: [],
  tools: [],
  dbTools: [],
  planners: [],
  verboses: [],
};

/** Flow tables with so many intents. */
function tables(intents: number): FlowRows {
  const rows = Array.from({ length: intents }, (_, index) => ({ intentCode: `I${index}`, enabled: true }));
  return { ...NO_ROWS, intents: rows as unknown as FlowRows['intents'] };
}

/** A service whose reads of the tables, and whose news of other processes, come from the test. */
function setUp() {
  const reads: PromiseWithResolvers<FlowRows>[] = [];
  const published: string[] = [];
  const listeners: NotificationListener[] = [];
  const notifications: Notifications = {
    start: async () => undefined,
    publish: async (channel) => void published.push(channel),
    subscribe: (_channel, listener) => {
      listeners.push(listener);
      return () => listeners.splice(listeners.indexOf(listener), 1);
    },
    close: async () => undefined,
  };
  const readRows = () => {
    const read = Promise.withResolvers<FlowRows>();
    reads.push(read);
    return read.promise;
  };
  const handlers = { hasAction: () => true, hasRuleTask: () => true };
  const flow = new FlowService(
    { read: readRows },
    handlers,
    { flow: { validation: 'lenient' } },
    { now: () => 42 },
    notifications,
  );
  const notice = () => Promise.all(listeners.map((listener) => listener.onNotice('refreshed')));
  return { flow, reads, published, notice, loaded: () => flow.counts().ce_intent };
}

describe('FlowService', () => {
  it('does not go back to older rows when an earlier read takes longer', async () => {
    const { flow, reads, loaded } = setUp();
    const [older, newer] = [flow.load(), flow.load()];
    reads[1]?.resolve(tables(2));
    await newer;
    reads[0]?.resolve(tables(1));
    expect((await older).counts.ce_intent).toBe(1);
    expect(loaded()).toBe(2);
  });

  it('tells other processes of a refresh that succeeded, and of nothing else', async () => {
    const { flow, reads, published, notice } = setUp();
    const done = [flow.load(), flow.refresh(), flow.refresh(), notice()];
    expect(published).toEqual([]);
    reads[2]?.reject(new Error('broken'));
    for (const read of reads) read.resolve(tables(1));
    await Promise.allSettled(done);
    expect(published).toEqual(['convengine_flow']);
  });

  it('reads once more after what it is told while it reads, however often that is', async () => {
    const { reads, notice, loaded } = setUp();
    const told = [notice(), notice(), notice()];
    expect(reads).toHaveLength(1);
    reads[0]?.resolve(tables(1));
    await nextRound();
    expect(reads).toHaveLength(2);
    reads[1]?.resolve(tables(2));
    await Promise.all(told);
    expect(reads).toHaveLength(2);
    expect(loaded()).toBe(2);
  });

  it('asks to be told again when the database is away, and keeps what it has', async () => {
    const { flow, reads, notice, loaded } = setUp();
    const first = flow.load();
    reads[0]?.resolve(tables(1));
    await first;
    const told = notice();
    reads[1]?.reject(new EngineError('DATABASE_UNAVAILABLE', 'away'));
    await expect(told).rejects.toThrow('away');
    const again = notice();
    reads[2]?.resolve(tables(3));
    await again;
    expect(loaded()).toBe(3);
  });

  it('follows nobody any more once it has ended', async () => {
    const { flow, reads, notice } = setUp();
    flow.onModuleDestroy();
    await notice();
    expect(reads).toEqual([]);
  });
});
