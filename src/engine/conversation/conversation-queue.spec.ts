import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConversationQueue, QueueTimeout } from './conversation-queue.js';

describe('the queue of a conversation', () => {
  it('runs one turn at a time, first come first served', async () => {
    const queue = new ConversationQueue();
    const log: string[] = [];
    const turn = (name: string) =>
      queue.run('c', 1_000, async () => {
        log.push(`${name} in`);
        await sleep(5);
        log.push(`${name} out`);
      });
    await Promise.all([turn('a'), turn('b'), turn('c')]);
    expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('does not let one conversation wait for another', async () => {
    const queue = new ConversationQueue();
    const held = Promise.withResolvers<void>();
    const first = queue.run('a', 1_000, () => held.promise);
    expect(await queue.run('b', 10, async () => 'done')).toBe('done');
    held.resolve();
    await first;
  });

  it('lets a turn that waits too long go, and goes on with the next', async () => {
    const queue = new ConversationQueue();
    const held = Promise.withResolvers<void>();
    const first = queue.run('c', 1_000, () => held.promise);
    let ran = false;
    const late = queue.run('c', 5, async () => {
      ran = true;
    });
    await expect(late).rejects.toBeInstanceOf(QueueTimeout);
    const third = queue.run('c', 1_000, async () => 'third');
    held.resolve();
    expect(await third).toBe('third');
    await first;
    expect(ran).toBe(false);
    expect(queue.isBusy('c')).toBe(false);
  });

  it('lets nobody pass the turn at work after one that has waited too long', async () => {
    const queue = new ConversationQueue();
    const held = Promise.withResolvers<void>();
    const first = queue.run('c', 1_000, () => held.promise);
    await expect(queue.run('c', 5, async () => 'second')).rejects.toBeInstanceOf(QueueTimeout);
    expect(queue.isBusy('c')).toBe(true);
    await expect(queue.run('c', 5, async () => 'third')).rejects.toBeInstanceOf(QueueTimeout);
    held.resolve();
    await first;
    await expect(queue.run('c', 5, async () => 'fourth')).resolves.toBe('fourth');
    expect(queue.isBusy('c')).toBe(false);
  });

  it('goes on after a turn that failed', async () => {
    const queue = new ConversationQueue();
    const failing = queue.run('c', 100, async () => {
      throw new Error('boom');
    });
    const next = queue.run('c', 100, async () => 'fine');
    await expect(failing).rejects.toThrow('boom');
    expect(await next).toBe('fine');
  });
});
