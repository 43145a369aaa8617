/** SQLSTATE of data that does not fit, and of constraints that it breaks. */
const ABOUT_DATA = /^2[23][0-9A-Z]{3}$/;

/**
 * The stack of an error, without what a log must not have: the other fields of a driver's error, which hold the
 * values of the statement, and a message that quotes its input, as those of parsers do.
 */
export function loggedStack(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `a ${typeof thrown} was thrown`;
  const { name, message, stack = `${name}: ${message}` } = thrown;
  if (!quotesData(thrown) || message === '') return stack;
  return stack.replace(message, '(its message may quote what somebody has said)');
}

function quotesData(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof SyntaxError || (typeof code === 'string' && ABOUT_DATA.test(code));
}
