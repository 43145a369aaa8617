import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { describeError } from './command-error.js';
import type { Finish } from './command-line.js';
import { isDebugging } from './options.js';

/**
 * Runs the command that `argv` names and sets the exit code of the process.
 * @param create the command line, given what takes its exit code
 */
export async function runCli(argv: readonly string[], create: (finish: Finish) => Command): Promise<void> {
  endWhenNobodyReads();
  const program = create((exitCode) => {
    process.exitCode = exitCode;
  });
  try {
    await program.parseAsync(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    // Whatever failed may have left connections open, which would keep the process alive.
    process.stderr.write(`${describeError(error, isDebugging(program.opts()))}\n`, () => process.exit(1));
  }
}

/** `convengine config | head` is no error. */
function endWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
