/** How many conversations are worked on at the same time. */
const AT_ONCE = 4;

/** What is due, and how it is read. */
interface DueWork<T> {
  /** The next batch behind one that was read. */
  readonly list: (after?: T) => Promise<readonly T[]>;
  /** A batch of fewer is the last. */
  readonly batch: number;
  readonly conversationOf: (due: T) => string;
  /** Nothing more is begun once it is aborted. */
  readonly signal: AbortSignal;
}

/**
 * Goes through everything that is due, several conversations at a time, but one piece of work after the other in
 * each: a second one would find the conversation busy.
 * @param work does what is due of one conversation, and says how much it has settled
 * @returns how much was settled
 */
export async function workThrough<T>(
  { list, batch, conversationOf, signal }: DueWork<T>,
  work: (ofOne: readonly T[]) => Promise<number>,
): Promise<number> {
  let settled = 0;
  let due = await list();
  while (due.length > 0 && !signal.aborted) {
    const left = Map.groupBy(due, conversationOf).values();
    const worker = async () => {
      for (const ofOne of left) {
        if (signal.aborted) return;
        // Not in one with the await: the others count meanwhile.
        const done = await work(ofOne);
        settled += done;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    due = due.length < batch ? [] : await list(due.at(-1));
  }
  return settled;
}
