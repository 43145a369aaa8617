/** Why a tool call came to nothing, in words for the caller and the model. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  /** True where the call may have had its effect nevertheless: a request was sent, and no answer came. */
  readonly mayHaveHappened: boolean;

  /** True where some of what the call was to do is done, and the message says what: the user is told. */
  readonly partlyDone: boolean;

  /** True where the message was not written for users, as that of whatever a tool's code has thrown. */
  readonly isForOperators: boolean;

  constructor(
    message: string,
    options: { cause?: unknown; mayHaveHappened?: boolean; partlyDone?: boolean; isForOperators?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.mayHaveHappened = options.mayHaveHappened ?? false;
    this.isForOperators = options.isForOperators ?? false;
    this.partlyDone = options.partlyDone ?? false;
  }
}
