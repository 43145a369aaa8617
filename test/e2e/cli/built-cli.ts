import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compiledProduct } from '../../helpers/compiled-product.js';

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command is given besides its arguments. */
export interface Surroundings {
  readonly env?: Record<string, string>;
  /** What is piped to it; nothing where absent. */
  readonly input?: string;
}

/** A service in a process of its own. */
export interface RunningService {
  readonly url: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends a signal that does not end it. */
  send(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGWINCH'): void;
  /** Sends a signal and gives the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const STACK_LINE = /^\s+at .+:\d+:\d+\)?$/m;

/** The command line as it is shipped: compiled, in a package folder, run in a working directory of its own. */
export class BuiltCli {
  readonly #running = new Set<ChildProcess>();

  private constructor(
    private readonly folder: string,
    /** Where commands run. */
    readonly directory: string,
  ) {}

  static async build(): Promise<BuiltCli> {
    const { folder, directory } = await compiledProduct();
    return new BuiltCli(folder, directory);
  }

  /** Runs a command to its end. @throws Error where it shows a stack trace */
  async run(args: readonly string[], { env = {}, input = '' }: Surroundings = {}): Promise<Ended> {
    const child = this.#spawn(args, env);
    const output = collect(child);
    child.stdin?.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    const ended = { code, ...output };
    if (STACK_LINE.test(ended.stdout + ended.stderr)) {
      throw new Error(`a stack trace was shown: ${ended.stdout}${ended.stderr}`);
    }
    return ended;
  }

  /** Starts `serve` and waits until it says that it answers. */
  async serve(args: readonly string[], env: Record<string, string> = {}): Promise<RunningService> {
    const child = this.#spawn(['serve', ...args], env);
    const output = collect(child);
    for (let url: string | undefined; ; await delay(20)) {
      [, url] = /answers at (\S+)[\s\S]*Ctrl-C/.exec(output.stdout) ?? [];
      const printed = () => output.stdout + output.stderr;
      const send = (signal: NodeJS.Signals) => void child.kill(signal);
      if (url !== undefined) return { url, output: printed, send, end: (how) => end(child, how) };
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`serve ended: ${output.stdout}${output.stderr}`);
    }
  }

  /** How somebody else would start a command: here, with Node.js. */
  command(args: readonly string[]): { command: string; args: string[]; cwd: string } {
    const entry = join(this.folder, 'dist/bundle/cli.js');
    return { command: process.execPath, args: [entry, ...args], cwd: this.directory };
  }

  /** Writes files into the working directory, by their paths. */
  async writeFiles(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.directory, path)), { recursive: true });
      await writeFile(join(this.directory, path), text);
    }
  }

  /** Ends what still runs and removes the working directory. */
  async close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL');
    await rm(this.directory, { recursive: true, force: true });
  }

  #spawn(args: readonly string[], env: Record<string, string>): ChildProcess {
    const child = spawn(process.execPath, [join(this.folder, 'dist/bundle/cli.js'), ...args], {
      cwd: this.directory,
      env,
      stdio: 'pipe',
    });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  return output;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}
