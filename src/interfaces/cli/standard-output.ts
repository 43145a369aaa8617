import { CommandError, describeError, reasonOf } from './command-error.js';

/**
 * Lets a command finish its work although nobody reads what it prints any more, as in `convengine seed … | head`:
 * that is no error. Where the output cannot be written for another reason, that is told once on standard error, and
 * the command ends with 1.
 */
export function outliveReaders(): { readonly isLost: boolean } {
  const output = { isLost: false };
  process.stdout.on('error', (error) => {
    if (isClosed(error) || output.isLost) return;
    output.isLost = true;
    process.exitCode = 1;
    process.stderr.write(`${describeLoss(error)}\n`);
  });
  process.stderr.on('error', () => undefined);
  return output;
}

/** Ends a command whose whole work it is to print. */
export function endWithReaders(): void {
  process.stdout.on('error', (error) => process.exit(isClosed(error) ? 0 : 1));
}

function isClosed(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE';
}

function describeLoss(error: Error): string {
  const text = `Standard output cannot be written: ${reasonOf(error)}.`;
  return describeError(new CommandError(text, 'What is printed from now on may be lost; all else goes on.'), false);
}
