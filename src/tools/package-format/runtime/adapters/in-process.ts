import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { STANDARD_CODES, ToolFailure } from './failure.js';
import type { InProcessBinding, Json, JsonObject } from './manifest.js';
import { isInside, real } from './paths.js';
import { MAX_ANSWER_BYTES, underProperty } from './result.js';

type Answer =
  | { readonly text: string }
  | { readonly error: { readonly message: string; readonly code?: string }; readonly isBegun: boolean };

/** Said of a failure before the function was called: nothing was done. */
const NOT_BEGUN = { started: false };

function argumentsOf({ parameters, rest }: InProcessBinding, input: JsonObject): (Json | undefined)[] {
  if (parameters === undefined) return [input];
  return parameters.flatMap((property) => {
    const value = input[property];
    if (property !== rest) return [value];
    return Array.isArray(value) ? value : [];
  });
}

/** Calls functions of modules, on threads that are kept for the next call and ended when a call takes too long. */
export class InProcess {
  private readonly idle: Worker[] = [];
  private readonly root: string;
  private keepsIdle = true;

  /** @param root the project's folder, absolute */
  constructor(root: string) {
    this.root = root;
  }

  /** @throws ToolFailure */
  async run(binding: InProcessBinding, input: JsonObject, signal: AbortSignal): Promise<Json> {
    const args = argumentsOf(binding, input);
    const request = { url: resolveModule(binding.module, this.root), export: binding.export, args };
    const worker = this.idle.pop() ?? this.start();
    worker.ref();
    try {
      const answer = await ask(worker, request, signal);
      worker.unref();
      if (this.keepsIdle) this.idle.push(worker);
      else await worker.terminate();
      return readAnswer(binding, answer);
    } catch (error) {
      if (!this.idle.includes(worker)) await worker.terminate();
      throw error;
    }
  }

  /** A library may end its thread after it has answered: such a thread is not used again. */
  private start(): Worker {
    const worker = startWorker();
    worker.once('exit', () => {
      const index = this.idle.indexOf(worker);
      if (index >= 0) this.idle.splice(index, 1);
    });
    return worker;
  }

  /** Ends the threads that wait, and keeps none from now on. */
  async retire(): Promise<void> {
    this.keepsIdle = false;
    await this.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }
}

function startWorker(): Worker {
  const file = new URL(`./module-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { stdout: true });
  // The standard output belongs to the protocol.
  worker.stdout.pipe(process.stderr, { end: false });
  worker.on('error', () => {});
  return worker;
}

async function ask(worker: Worker, request: unknown, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Answer>();
  const onAbort = () => reject(signal.reason);
  const onEnd = () => reject(new ToolFailure('UPSTREAM_ERROR', 'The library ended its thread.'));
  worker.once('message', settle).once('exit', onEnd);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  worker.postMessage(request);
  try {
    return await promise;
  } finally {
    worker.off('message', settle).off('exit', onEnd);
    signal.removeEventListener('abort', onAbort);
  }
}

function readAnswer({ result }: InProcessBinding, answer: Answer): Json {
  if ('error' in answer) {
    const { code = '', message } = answer.error;
    const isKnown = (STANDARD_CODES as readonly string[]).includes(code);
    const details = answer.isBegun ? undefined : NOT_BEGUN;
    throw new ToolFailure(isKnown ? code : 'UPSTREAM_ERROR', `The library failed: ${message}`, details);
  }
  if (answer.text.length > MAX_ANSWER_BYTES) throw new ToolFailure('UPSTREAM_ERROR', 'The library answered too much.');
  return underProperty(result, JSON.parse(answer.text) as Json);
}

/**
 * The file of a module: a package as the project would import it, or a file of the project.
 * @throws ToolFailure
 */
export function resolveModule(name: string, root: string): string {
  if (name.startsWith('.')) {
    const file = real(resolve(root, name));
    if (!isInside(real(root), file)) throw new ToolFailure('FORBIDDEN', 'The module lies outside of the project.');
    return pathToFileURL(file).href;
  }
  const from = join(root, 'package.json');
  try {
    return pathToFileURL(createRequire(from).resolve(name)).href;
  } catch {
    const entry = importEntry(name, from);
    if (entry !== undefined) return entry;
    throw new ToolFailure('UPSTREAM_ERROR', `The module ${name} is not installed.`, NOT_BEGUN);
  }
}

/** The entry of a package that can only be imported, not required. */
function importEntry(name: string, from: string): string | undefined {
  const file = packageFile(name, from);
  if (file === undefined) return undefined;
  const { exports, main } = JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown; main?: string };
  let entry: unknown = exports ?? main ?? './index.js';
  for (const key of ['.', 'node', 'import', 'default']) {
    if (typeof entry === 'object' && entry !== null && key in entry) entry = (entry as Record<string, unknown>)[key];
  }
  return typeof entry === 'string' ? pathToFileURL(resolve(dirname(file), entry)).href : undefined;
}

function packageFile(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(from));
  } catch {
    return undefined;
  }
}
