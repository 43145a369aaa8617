import { describe, expect, it } from 'vitest';
import { type AuditEvent, AuditStream } from '../../platform/audit/index.js';
import { ConversationFollower } from './conversation-follower.js';
import type { StreamEvent } from './event-stream.js';

const SETTINGS = { heartbeatSeconds: 3600, replayLimit: 1000, redactKeys: [] };

function event(auditId: number): AuditEvent {
  return { conversationId: 'c', auditId, turnNo: 1, stage: 'USER_INPUT', payload: {}, createdAtMs: 0 };
}

/** A follower between a database and a client that both wait for a word from the test. */
function setUp() {
  const stored: AuditEvent[] = [];
  const sent: string[] = [];
  const hold = { read: Promise.resolve(), drain: Promise.resolve() };
  const audit = {
    newestId: async () => {
      await hold.read;
      return stored.at(-1)?.auditId ?? 0;
    },
    after: async (_id: string, auditId: number, limit: number) => {
      await hold.read;
      return stored.filter((each) => each.auditId > auditId).slice(0, limit);
    },
  };
  const client = {
    isOpen: true,
    backlog: 0,
    open: () => undefined,
    send: ({ id, name }: StreamEvent) => sent.push(id === undefined ? name : String(id)),
    comment: () => undefined,
    drained: () => hold.drain,
    end: () => sent.push('end'),
    destroy: () => sent.push('destroy'),
  };
  const follower = new ConversationFollower('c', client, audit, SETTINGS);
  const publish = (...ids: number[]) => {
    for (const id of ids) follower.receive({ kind: 'audit', event: event(id) });
  };
  const store = (...ids: number[]) => stored.push(...ids.map(event));
  return { follower, sent, store, publish, hold, audit, client };
}

/** Lets everything that need not wait any longer happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('ConversationFollower', () => {
  it('sends an event once that is published while the page with it is read', async () => {
    const { follower, sent, store, publish, hold } = setUp();
    const read = Promise.withResolvers<void>();
    hold.read = read.promise;
    const started = follower.start(new AuditStream(), 0);
    await settle();
    store(1, 2);
    publish(1, 2);
    read.resolve();
    await started;
    expect(sent).toEqual(['CONNECTED', '1', '2']);
  });

  it('reads again for what is published after the last page was read', async () => {
    const { follower, sent, store, publish, hold } = setUp();
    const drain = Promise.withResolvers<void>();
    hold.drain = drain.promise;
    store(1, 2);
    const started = follower.start(new AuditStream(), 0);
    await settle();
    store(3);
    publish(3);
    expect(sent).toEqual(['CONNECTED', '1', '2']);
    drain.resolve();
    await started;
    expect(sent).toEqual(['CONNECTED', '1', '2', '3']);
  });

  it('fills a gap before it sends what comes after it', async () => {
    const { follower, sent, store, publish } = setUp();
    await follower.start(new AuditStream(), null);
    store(1, 2, 3, 4);
    publish(1, 4);
    publish(2);
    await settle();
    publish(3, 4);
    store(5);
    publish(5);
    expect(sent).toEqual(['CONNECTED', '1', '2', '3', '4', '5']);
  });

  it('begins, for a client that wants only what comes, after what is stored when it connects', async () => {
    const { follower, sent, store, publish } = setUp();
    store(1, 2);
    await follower.start(new AuditStream(), null);
    store(3, 4, 5, 6);
    publish(5, 6);
    await settle();
    expect(sent).toEqual(['CONNECTED', '3', '4', '5', '6']);
  });

  it('reads what another process has recorded, once, whoever tells of it', async () => {
    const { follower, sent, store, publish } = setUp();
    await follower.start(new AuditStream(), null);
    store(1, 2);
    follower.receive({ kind: 'recorded', newestId: 2 });
    follower.receive({ kind: 'recorded', newestId: 2 });
    await settle();
    follower.receive({ kind: 'recorded', newestId: 1 });
    store(3);
    publish(3);
    await settle();
    follower.receive({ kind: 'recorded', newestId: 3 });
    await settle();
    expect(sent).toEqual(['CONNECTED', '1', '2', '3']);
  });

  it('leaves nothing behind for a client that went away before it was connected', async () => {
    const { follower, sent, hold, client } = setUp();
    const live = new AuditStream();
    const read = Promise.withResolvers<void>();
    hold.read = read.promise;
    const started = follower.start(live, null);
    client.isOpen = false;
    follower.stop();
    read.resolve();
    await started;
    expect(sent).toEqual([]);
    expect(live.hasListeners('c')).toBe(false);
  });

  it('passes progress on at once, also while it catches up', async () => {
    const { follower, sent, hold } = setUp();
    hold.read = new Promise(() => undefined);
    void follower.start(new AuditStream(), 0);
    await settle();
    follower.receive({ kind: 'progress', progress: { stage: 'S', text: 't', level: 'INFO' }, createdAtMs: 0 });
    expect(sent).toEqual(['CONNECTED', 'VERBOSE']);
  });

  it('ends the stream when events cannot be read, and listens no longer', async () => {
    const { follower, sent, audit } = setUp();
    const live = new AuditStream();
    audit.after = () => Promise.reject(new Error('gone'));
    await follower.start(live, 0);
    expect(sent).toEqual(['CONNECTED', 'end']);
    expect(live.hasListeners('c')).toBe(false);
  });
});
