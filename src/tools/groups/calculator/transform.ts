import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type JsonValue, parseJson } from '../../../platform/common/json.js';
import { ToolError } from '../../tool-error.js';

/** Characters of a transform. */
export const MAX_TRANSFORM = 10_000;

const WORKER = new URL(`./transform.worker${extname(import.meta.url)}`, import.meta.url);
const MEMORY_MB = 64;
const DEPTH = 200;
const LONGEST_LIST = 100_000;

type Answer = { readonly result: string } | { readonly error: string; readonly position: number | null };

/**
 * Runs a JSONata transform over a JSON value, in a thread of its own: what takes too long or too much memory is ended,
 * whatever it is doing.
 * @param timeoutMs from when the thread has begun
 * @throws ToolError saying at which character, and what is wrong there
 */
export async function runTransform(
  transform: string,
  input: JsonValue,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<JsonValue> {
  if (transform.length > MAX_TRANSFORM) {
    throw new ToolError(`The transform has ${transform.length} characters; at most ${MAX_TRANSFORM} are allowed.`);
  }
  signal.throwIfAborted();
  const limits = { timeout: timeoutMs, stack: DEPTH, sequence: LONGEST_LIST };
  const worker = new Worker(WORKER, {
    workerData: { transform, input: JSON.stringify(input), limits },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  });
  try {
    const answer = await answerOf(worker, timeoutMs, signal);
    if ('result' in answer) return parseJson(answer.result) ?? null;
    const where = answer.position === null ? '' : ` at character ${answer.position}`;
    throw new ToolError(`The transform failed${where}: ${answer.error}`);
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, timeoutMs: number, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new ToolError(`The transform did not end within ${timeoutMs} ms.`));
    let timer: NodeJS.Timeout | undefined;
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.once('online', () => {
      timer = setTimeout(late, timeoutMs + 100);
    });
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(new ToolError(isMemory ? `The transform needs more than ${MEMORY_MB} MiB.` : error.message));
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      reject(new ToolError('The transform ended without a result.'));
    });
  });
}
