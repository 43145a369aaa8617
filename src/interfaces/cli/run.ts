import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { describeError } from './command-error.js';
import type { Finish } from './command-line.js';
import { isDebugging } from './options.js';
import { outliveReaders } from './standard-output.js';

/**
 * Runs the command that `argv` names and sets the exit code of the process.
 * @param create the command line, given what takes its exit code
 */
export async function runCli(argv: readonly string[], create: (finish: Finish) => Command): Promise<void> {
  const output = outliveReaders();
  const program = create((exitCode) => {
    process.exitCode = output.isLost ? 1 : exitCode;
  });
  endOnUncaught(program);
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

/**
 * What nobody has caught, such as the failure of a promise that a handler has not waited for, ends the process: with its message,
 * and without the fields of the error, which may hold credentials.
 */
function endOnUncaught(program: Command): void {
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${describeError(error, isDebugging(program.opts()))}\n`, () => process.exit(1));
  });
}
