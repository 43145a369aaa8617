// Runs the functions of a library on a thread of its own, which can be ended in the middle of a function. Imports nothing
// of this package: it is started by its file name.
import { parentPort } from 'node:worker_threads';

interface Request {
  readonly url: string;
  readonly export: string;
  readonly args: unknown[];
}

parentPort?.on('message', async (request: Request) => {
  let isBegun = false;
  try {
    const call = await find(request);
    isBegun = true;
    const value = await call(...request.args);
    parentPort?.postMessage({ text: JSON.stringify(value) ?? 'null' });
  } catch (error) {
    parentPort?.postMessage({ error: describe(error), isBegun });
  }
});

async function find({ url, export: path }: Request): Promise<(...args: unknown[]) => unknown> {
  let owner: unknown;
  let found: unknown = await import(url);
  for (const key of path.split('.')) {
    owner = found;
    found = Object.hasOwn(Object(owner), key) ? (owner as Record<string, unknown>)[key] : undefined;
  }
  if (typeof found !== 'function') throw new TypeError(`${path} is not a function of the module`);
  return (...args) => Reflect.apply(found, owner, args);
}

function describe(error: unknown): { message: string; code?: string } {
  const message = error instanceof Error ? error.message : String(error);
  const code: unknown = Object(error).code;
  return typeof code === 'string' ? { message, code } : { message };
}
