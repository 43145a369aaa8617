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
  const isKnown = error instanceof CommandError || error instanceof EngineError;
  const lines = isKnown
    ? [`error: ${error.message}`, `  ${error.remedy}`]
    : error instanceof PackageMissing
      ? [`error: ${error.message}`]
      : [`error: ${reasonOf(error)} (unexpected; CONVENGINE_DEBUG=1 or --debug shows where it comes from)`];
  if (debug && error instanceof Error) lines.push(...stacksOf(error));
  return lines.join('\n');
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
