/**
 * The child's side of a process of its own. Like everything that such a process loads from the product, it names its
 * imports by their real extension, so that Node.js also starts it from source.
 */
import { Worker } from 'node:worker_threads';

export type ChildReply = { readonly answer: unknown } | { readonly error: string };

/** How often it is looked whether the service is still there, and how much memory is held; in milliseconds. */
const LOOK_FOR_SERVICE_MS = 1_000;
const LOOK_AT_MEMORY_MS = 25;

/**
 * Answers what the service asks, one thing at a time, until the service is gone. Its id is the first argument of the
 * process: what the system says of the parent is true only while that lives.
 * @param maxMemoryBytes what the process may hold in all; with more it is ended by SIGKILL
 */
export function answerService<Question>(answer: (question: Question) => unknown, maxMemoryBytes?: number): void {
  process.on('message', async (question: Question) => process.send?.(await replyTo(question, answer)));
  process.on('disconnect', () => process.exit(0));
  // While the main thread works, it sees nothing else; another one does.
  new Worker(
    `setInterval(() => {
       const isTooLarge = process.memoryUsage.rss() > ${maxMemoryBytes ?? 'Infinity'};
       if (process.ppid !== ${Number(process.argv[2])} || isTooLarge) process.kill(process.pid, 'SIGKILL');
     }, ${maxMemoryBytes === undefined ? LOOK_FOR_SERVICE_MS : LOOK_AT_MEMORY_MS});`,
    { eval: true },
  );
}

async function replyTo<Question>(question: Question, answer: (question: Question) => unknown): Promise<ChildReply> {
  try {
    return { answer: await answer(question) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
