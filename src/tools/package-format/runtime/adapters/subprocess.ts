import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { commandLine } from './command-line.js';
import { ToolFailure } from './failure.js';
import type { Json, JsonObject, Project, ResultRule, SubprocessBinding } from './manifest.js';
import { isInside, real } from './paths.js';
import { MAX_ANSWER_BYTES, readResult } from './result.js';

/** How much of the error output is told. */
const MAX_TOLD = 2_000;
/** What every subprocess gets of the environment; the project may name more. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot'];

/** Where and with what a tool runs. */
export interface Place {
  readonly project: Project;
  /** The project's folder, absolute. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Runs a command without a shell and makes an output of what it prints. When the signal is aborted, the command and
 * everything it has started are killed.
 * @throws ToolFailure
 */
export async function runSubprocess(
  binding: SubprocessBinding,
  input: JsonObject,
  place: Place,
  signal: AbortSignal,
): Promise<Json> {
  const { project, root } = place;
  const [executable = ''] = binding.command;
  if (!project.commands?.includes(executable)) throw forbidden(`the command ${executable} is not in project.commands`);
  const cwd = real(resolve(root, binding.cwd ?? '.'));
  if (!isInside(real(root), cwd)) throw forbidden('the working directory lies outside of the project');
  const args = commandLine(binding, input);
  const child = spawn(executable, args, { cwd, env: environment(place), shell: false, detached: true });
  const stdin = binding.stdin === undefined ? undefined : input[binding.stdin];
  child.stdin.on('error', () => {}); // A command need not read its input.
  child.stdin.end(stdin === undefined ? '' : String(stdin));
  const { code, stdout, stderr } = await ending(child, signal);
  if (code === 0 || binding.ok_exit_codes?.includes(Number(code)))
    return withExitCode(binding.result, readResult(binding.result, stdout), Number(code));
  throw new ToolFailure(binding.exit_codes?.[String(code)] ?? 'UPSTREAM_ERROR', `The command ended with ${code}.`, {
    exit_code: code,
    stderr: stderr.slice(-MAX_TOLD),
    ...(stdout === '' ? {} : { stdout: stdout.slice(-MAX_TOLD) }),
  });
}

/** The exit code beside what was printed, where the rule has a place for it. */
function withExitCode({ exit_code }: ResultRule, output: Json, code: number): Json {
  const isObject = typeof output === 'object' && output !== null && !Array.isArray(output);
  return exit_code !== undefined && isObject ? { ...output, [exit_code]: code } : output;
}

function forbidden(reason: string): ToolFailure {
  return new ToolFailure('FORBIDDEN', `Not started: ${reason}.`);
}

function environment({ project, env }: Place): NodeJS.ProcessEnv {
  const names = [...ENVIRONMENT, ...(project.environment ?? [])].filter((name) => env[name] !== undefined);
  return { LANG: 'C.UTF-8', NO_COLOR: '1', ...Object.fromEntries(names.map((name) => [name, env[name]])) };
}

interface Ending {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

function ending(child: ChildProcess, signal: AbortSignal): Promise<Ending> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Ending>();
  const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let bytes = 0;
  const giveUp = (reason: unknown) => {
    killGroup(child);
    reject(reason);
  };
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      output[name].push(chunk);
      if (bytes > MAX_ANSWER_BYTES) giveUp(new ToolFailure('UPSTREAM_ERROR', 'The command printed too much.'));
    });
  }
  child.on('error', (error: NodeJS.ErrnoException) => {
    reject(new ToolFailure('UPSTREAM_ERROR', `The command could not be started (${error.code}).`, { started: false }));
  });
  child.on('close', (code, killedBy) => {
    const text = (name: 'stdout' | 'stderr') => Buffer.concat(output[name]).toString('utf8');
    settle({ code: code ?? killedBy ?? 'unknown', stdout: text('stdout'), stderr: text('stderr') });
  });
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}

/** The child leads a process group of its own, so that what it has started dies with it. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}
