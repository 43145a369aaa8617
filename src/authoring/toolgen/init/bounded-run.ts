import { spawn } from 'node:child_process';

/** How a command is run. */
export interface RunLimits {
  readonly cwd: string;
  /** All that it knows of the environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Characters of both outputs, each for itself. */
  readonly maxLength: number;
}

/** What a command printed before it ended, or why that is not known. */
export type RunAnswer =
  | { readonly stdout: string; readonly stderr: string; readonly code: number | null }
  | { readonly problem: string; readonly isMissing?: true };

/** Runs a command without a shell and with no input. At its limits it is killed, with all it has started. */
export function runBounded(command: readonly string[], limits: RunLimits): Promise<RunAnswer> {
  const [file = '', ...args] = command;
  const { cwd, env, timeoutMs, maxLength } = limits;
  const { promise, resolve } = Promise.withResolvers<RunAnswer>();
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const output = { stdout: '', stderr: '' };
  const end = (answer: RunAnswer) => {
    clearTimeout(deadline);
    killGroup(child.pid);
    child.stdout.destroy();
    child.stderr.destroy();
    resolve(answer);
  };
  const deadline = setTimeout(
    () => end({ problem: `did not end within ${timeoutMs / 1000} s and was killed` }),
    timeoutMs,
  );
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      if (output[name].length > maxLength) end({ problem: `printed more than ${maxLength} characters and was killed` });
    });
  }
  child.on('error', ({ code }: NodeJS.ErrnoException) =>
    end({ problem: `could not be started (${code})`, ...(code === 'ENOENT' ? { isMissing: true } : {}) }),
  );
  child.on('close', (code) => end({ ...output, code }));
  return promise;
}

/** The child leads a group of its own: what it has left running ends with it. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
