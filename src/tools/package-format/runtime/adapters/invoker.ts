import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fetch } from './access-tokens.js';
import { Credentials } from './credentials.js';
import { type ToolError, ToolFailure } from './failure.js';
import { InProcess } from './in-process.js';
import type { Json, JsonObject, Manifest, Tool } from './manifest.js';
import { checkPaths } from './paths.js';
import { runPython } from './python.js';
import { RateLimit } from './rate-limit.js';
import { runRemoteHttp } from './remote-http.js';
import { compileCheck } from './schemas.js';
import { runSubprocess } from './subprocess.js';

/** What became of a call: an output as its schema says, or an error as its schema says. */
export type Outcome =
  | { readonly ok: true; readonly output: JsonObject }
  | { readonly ok: false; readonly error: ToolError };

/** Does the work of one tool. */
export type Execute = (tool: Tool, input: JsonObject, signal: AbortSignal, idempotencyKey?: string) => Promise<Json>;

export interface InvokerOptions {
  /** The folder of the manifest, absolute: `project.root` is relative to it. */
  readonly base: string;
  /** The environment of the process by default. */
  readonly env?: NodeJS.ProcessEnv;
  /** Takes one line of JSON for each call; the standard error output by default. */
  readonly log?: (line: string) => void;
  /** Milliseconds. */
  readonly now?: () => number;
  /** Sends the requests of `remote-http`; the global one by default. */
  readonly fetch?: Fetch;
  /** Stands in for the project, so that tests need none. */
  readonly execute?: Execute;
}

export interface CallOptions {
  readonly requestId?: string | undefined;
  /** Sent to services, the same for every attempt at one call. */
  readonly idempotencyKey?: string | undefined;
  /** Whether a model has decided to make it: its yes to what another tool has asked is not its user's. */
  readonly isOfModel?: boolean | undefined;
  /** Ends the call, and what it has started. */
  readonly signal?: AbortSignal | undefined;
}

const READING = new Set(['read', 'analytics']);
/** Failures that another attempt may not meet. */
const PASSING = new Set(['UPSTREAM_ERROR', 'RATE_LIMITED']);
const FIRST_WAIT_MS = 100;
const NO_WORD =
  "A model's yes is not its user's, and this client cannot ask its user (elicitation): nothing was done. The user decides " +
  'at consent_url, where the answer that asked has one, or in a client that can ask.';

/** Calls the tools of a manifest: the one place where their rules are kept, whatever protocol a call came by. */
export class Invoker {
  readonly manifest: Manifest;
  /** The project's folder, absolute. */
  readonly root: string;
  private readonly tools: ReadonlyMap<string, Tool>;
  /** Those that take the user's word about what others have asked. */
  private readonly confirming: ReadonlySet<string>;
  private readonly env: NodeJS.ProcessEnv;
  private readonly log: (line: string) => void;
  private readonly limit: RateLimit;
  private readonly inProcess: InProcess;
  private readonly fetch: Fetch;
  private readonly credentials: Credentials;
  private readonly execute: Execute;
  private readonly closing = new AbortController();

  constructor(manifest: Manifest, options: InvokerOptions) {
    this.manifest = manifest;
    this.env = options.env ?? process.env;
    this.log = options.log ?? ((line) => process.stderr.write(`${line}\n`));
    this.limit = new RateLimit(options.now ?? Date.now);
    this.root = resolve(options.base, this.env.TOOL_PROJECT_ROOT || (manifest.project.root ?? '.'));
    this.inProcess = new InProcess(this.root);
    this.fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.credentials = new Credentials(manifest.project, this.env, this.fetch);
    this.execute = options.execute ?? ((...call) => this.run(...call));
    this.tools = new Map(manifest.tools.map((tool) => [tool.name, tool]));
    this.confirming = new Set(manifest.tools.flatMap(({ constraints }) => constraints.confirmed_by ?? []));
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  /** Calls a tool. Never throws: what goes wrong is an error of the outcome. */
  async invoke(name: string, input: unknown, options: CallOptions = {}): Promise<Outcome> {
    const started = performance.now();
    const outcome = await this.outcomeOf(name, input, options);
    this.record(name, input, outcome, options.requestId ?? randomUUID(), performance.now() - started);
    return outcome;
  }

  /** Ends the threads that wait for a call, and keeps none from now on: for tools that others stand in for now. */
  async retire(): Promise<void> {
    await this.inProcess.retire();
  }

  /** Ends every call and thread. */
  async close(): Promise<void> {
    this.closing.abort(new ToolFailure('UPSTREAM_ERROR', 'The tools are being closed.'));
    await this.inProcess.close();
  }

  private async outcomeOf(name: string, given: unknown, options: CallOptions): Promise<Outcome> {
    const { signal, idempotencyKey, isOfModel } = options;
    try {
      const input = isOfModel && this.confirming.has(name) ? this.withAgent(name, given as JsonObject) : given;
      const tool = this.admit(name, input);
      const deadline = AbortSignal.timeout(tool.timeout_ms);
      const signals = [deadline, this.closing.signal, ...(signal ? [signal] : [])];
      const output = await this.attempt(tool, input as JsonObject, AbortSignal.any(signals), idempotencyKey);
      const problems = compileCheck(tool.output_schema)(output);
      if (problems.length === 0) return { ok: true, output: output as JsonObject };
      const message = 'The answer is not what output_schema says.';
      throw new ToolFailure('UPSTREAM_ERROR', message, { answered: true, schema_errors: problems });
    } catch (error) {
      return { ok: false, error: this.withoutSecrets(errorOf(error)) };
    }
  }

  private admit(name: string, input: unknown): Tool {
    const tool = this.tools.get(name);
    if (!tool) throw new ToolFailure('NOT_FOUND', 'There is no such tool.');
    if (this.env.READ_ONLY === '1' && !isAllowedReadOnly(tool)) {
      throw new ToolFailure('FORBIDDEN', 'This tool is refused in read-only mode (READ_ONLY=1).');
    }
    const problems = compileCheck(tool.input_schema, true)(input);
    const [first] = problems;
    if (first) {
      const more = problems.length > 1 ? { problems } : {};
      throw new ToolFailure('INVALID_INPUT', `${first.field || 'input'}: ${first.reason}`, { ...first, ...more });
    }
    checkPaths(tool, input as JsonObject, this.root);
    this.count(tool);
    return tool;
  }

  /** The yes of a model, told as what it is. */
  private withAgent(name: string, input: JsonObject): JsonObject {
    if (input.decision !== 'yes') return input;
    const { properties } = this.tools.get(name)?.input_schema ?? {};
    if (Object.hasOwn(Object(properties), 'by')) return { ...input, by: 'agent' };
    throw new ToolFailure('FORBIDDEN', NO_WORD);
  }

  private count({ name, constraints }: Tool): void {
    if (!constraints.rate_limit) return;
    const wait = this.limit.waitFor(name, constraints.rate_limit.requests_per_minute);
    if (wait > 0) throw new ToolFailure('RATE_LIMITED', 'Called too often.', { retry_after_ms: wait });
  }

  private async attempt(tool: Tool, input: JsonObject, signal: AbortSignal, key?: string): Promise<Json> {
    const { idempotency, constraints } = tool;
    const retries = idempotency === 'idempotent' ? (constraints.retries ?? 0) : 0;
    const end = performance.now() + tool.timeout_ms;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.execute(tool, input, signal, key);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (attempt >= retries || !(error instanceof ToolFailure) || !PASSING.has(error.code)) throw error;
        const wait = Math.max(FIRST_WAIT_MS * 2 ** attempt, Number(error.details?.retry_after_ms ?? 0));
        // The call's deadline counts the waiting too: where there is no time to wait, the failure is the answer.
        if (performance.now() + wait >= end) throw error;
        await sleep(wait, undefined, { signal }).catch(() => Promise.reject(signal.reason));
      }
    }
  }

  private run(tool: Tool, input: JsonObject, signal: AbortSignal, idempotencyKey?: string): Promise<Json> {
    const { binding } = tool;
    const place = { project: this.manifest.project, root: this.root, env: this.env };
    if (binding.type === 'subprocess') return runSubprocess(binding, input, place, signal);
    if (binding.type === 'python') return runPython(binding, input, place, signal);
    if (binding.type === 'in-process') return this.inProcess.run(binding, input, signal);
    const { fetch, credentials } = this;
    return runRemoteHttp(binding, input, { ...place, fetch, credentials, idempotencyKey }, signal);
  }

  private record(tool: string, input: unknown, outcome: Outcome, requestId: string, duration: number): void {
    const line = {
      request_id: requestId,
      tool: this.has(tool) ? tool : 'unknown',
      duration_ms: Math.round(duration),
      status: outcome.ok ? 'ok' : 'error',
      ...(outcome.ok ? {} : { error: { code: outcome.error.code } }),
      ...(this.env.LOG_PAYLOADS === '1' ? this.withoutSecrets({ input, outcome }) : {}),
    };
    this.log(JSON.stringify(line));
  }

  /** A copy in which no credential stands that the project's variables hold. */
  private withoutSecrets<T>(value: T): T {
    const secrets = this.credentials.secrets().filter((secret) => secret.length >= 4);
    if (secrets.length === 0) return value;
    const clean = (_key: string, item: unknown) =>
      typeof item === 'string' ? secrets.reduce((text, secret) => text.replaceAll(secret, '***'), item) : item;
    return JSON.parse(JSON.stringify(value, clean)) as T;
  }
}

/** Whether the tool may be called while READ_ONLY=1. */
export function isAllowedReadOnly({ category, risk, constraints }: Tool): boolean {
  return READING.has(category) && risk !== 'high' && constraints.read_only_mode_supported;
}

/** Only failures made on purpose are told; anything else could say too much. */
function errorOf(error: unknown): ToolError {
  if (error instanceof ToolFailure) return error.toError();
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError')
    return { code: 'TIMEOUT', message: 'The call took longer than timeout_ms and was ended.' };
  if (name === 'AbortError') return { code: 'TIMEOUT', message: 'The call was cancelled and ended.' };
  return { code: 'INTERNAL_ERROR', message: 'The call failed for a reason within the tool package.' };
}
