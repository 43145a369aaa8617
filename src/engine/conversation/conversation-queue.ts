import { Injectable } from '@nestjs/common';

/** Gives up waiting: the conversation is still busy. */
export class QueueTimeout extends Error {
  override readonly name = 'QueueTimeout';
}

/**
 * One turn at a time for each conversation within this process, first come first served; a turn that waits longer
 * than it may leaves the queue. Other processes are kept out by the lease in the database.
 */
@Injectable()
export class ConversationQueue {
  private readonly tails = new Map<string, Promise<void>>();

  /** Whether a message of the conversation is being answered or waits. */
  isBusy(conversationId: string): boolean {
    return this.tails.has(conversationId);
  }

  /**
   * Runs `work` once every earlier one of the conversation has ended.
   * @throws QueueTimeout when that takes longer than `waitMs` milliseconds; `work` is then never run
   */
  async run<T>(conversationId: string, waitMs: number, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(conversationId) ?? Promise.resolve();
    const turn = Promise.withResolvers<void>();
    const tail = before.then(() => turn.promise);
    this.tails.set(conversationId, tail);
    const isOver = () => {
      if (this.tails.get(conversationId) === tail) this.tails.delete(conversationId);
    };
    try {
      await within(before, waitMs);
    } catch (error) {
      // It leaves while earlier ones are at work: whoever comes next waits for those.
      turn.resolve();
      void tail.then(isOver);
      throw error;
    }
    try {
      return await work();
    } finally {
      turn.resolve();
      isOver();
    }
  }
}

async function within(work: Promise<void>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueueTimeout('The conversation is busy.')), waitMs);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
