import { EngineError, messageOf } from '../../platform/common/errors.js';
import { PackageMissing } from '../../platform/common/optional-package.js';

/** Something a command could not do, in words for whoever called it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  /**
   * @param message what happened
   * @param remedy what the caller can do
   */
  constructor(
    message: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * What is printed of anything that was thrown: a message and what can be done.
 * @param debug adds where it was thrown
 */
export function describeError(error: unknown, debug: boolean): string {
  const lines = describe(error);
  if (debug && error instanceof Error) lines.push(...stacksOf(error));
  return lines.join('\n');
}

function describe(error: unknown): string[] {
  if (error instanceof CommandError || error instanceof EngineError)
    return [`error: ${error.message}`, `  ${error.remedy}`];
  if (error instanceof PackageMissing) return [`error: ${error.message}`];
  const remedy = fileRemedy(error);
  if (remedy !== undefined) return [`error: ${reasonOf(error)}`, `  ${remedy}`];
  return [`error: ${reasonOf(error)} (unexpected; CONVENGINE_DEBUG=1 or --debug shows where it comes from)`];
}

/** What can be done where a file or folder may not be read or written as things are; undefined for any other error. */
function fileRemedy(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error)) return undefined;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'Give this user the right to read and write there, or work in another folder.';
    case 'EROFS':
      return 'Nothing can be written to that file system: work in another folder.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Make room there, or work on another disk.';
    default:
      return undefined;
  }
}

/**
 * Why something failed, as a part of a sentence: one line, without a full stop. Also for the errors of sockets, whose message
 * may be empty or in their cause.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  if (error.message === 'fetch failed' && error.cause !== undefined) return reasonOf(error.cause);
  const [line = ''] = error.message.split('\n');
  return line.replace(/(?<!\.)\.$/, '') || (error as NodeJS.ErrnoException).code || error.name;
}

function stacksOf(error: Error): string[] {
  const cause = error.cause instanceof Error ? stacksOf(error.cause) : [];
  return [error.stack ?? error.message, ...cause];
}
