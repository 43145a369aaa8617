import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { workThrough } from './work-through.js';

const conversationOf = (due: string) => due.charAt(0);

function batchesOf(...batches: readonly string[][]) {
  const after: (string | undefined)[] = [];
  const list = async (last?: string) => {
    after.push(last);
    return batches[after.length - 1] ?? [];
  };
  return { list, after };
}

describe('going through what is due', () => {
  it('does what is due in a conversation one by one, and conversations beside each other', async () => {
    const atWork: string[] = [];
    const together: string[] = [];
    const { list } = batchesOf(['a1', 'b1', 'a2', 'b2']);
    const due = { list, batch: 10, conversationOf, signal: new AbortController().signal };
    const settled = await workThrough(due, async (ofOne) => {
      atWork.push(conversationOf(ofOne[0] ?? ''));
      together.push(atWork.join(''));
      await sleep(5);
      atWork.splice(atWork.indexOf(conversationOf(ofOne[0] ?? '')), 1);
      return ofOne.length;
    });
    expect(settled).toBe(4);
    expect(together.toSorted()).toEqual(['a', 'ab']);
  });

  it('reads on behind the last of a full batch', async () => {
    const { list, after } = batchesOf(['a1', 'b1'], ['c1']);
    const due = { list, batch: 2, conversationOf, signal: new AbortController().signal };
    expect(await workThrough(due, async (ofOne) => ofOne.length)).toBe(3);
    expect(after).toEqual([undefined, 'b1']);
  });

  it('begins nothing more once it is to stop', async () => {
    const stopping = new AbortController();
    const begun: string[] = [];
    const { list, after } = batchesOf(['a1', 'b1', 'c1', 'd1', 'e1', 'f1'], ['g1']);
    const due = { list, batch: 6, conversationOf, signal: stopping.signal };
    await workThrough(due, async ([first = '']) => {
      begun.push(first);
      stopping.abort();
      await sleep(1);
      return 1;
    });
    expect(begun).toEqual(['a1']);
    expect(after).toHaveLength(2);
  });
});
