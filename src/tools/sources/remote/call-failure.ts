import { ProtocolError, ProtocolErrorCode, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';

/** Answers that say for sure that a tool was not run. */
const NOT_RUN: ReadonlySet<number> = new Set([
  ProtocolErrorCode.InvalidParams,
  ProtocolErrorCode.InvalidRequest,
  ProtocolErrorCode.MethodNotFound,
  ProtocolErrorCode.ParseError,
  ProtocolErrorCode.MissingRequiredClientCapability,
  ProtocolErrorCode.UnsupportedProtocolVersion,
  ProtocolErrorCode.UrlElicitationRequired,
]);
/** What goes wrong with one answer, and says nothing of the connection. */
const OF_ONE_ANSWER: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.RequestTimeout,
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
]);

/** Whether a call failed by its answer, so that the connection is as good as before. */
export function isOfOneAnswer(error: unknown): boolean {
  return error instanceof ProtocolError || (error instanceof SdkError && OF_ONE_ANSWER.has(error.code));
}

/** Whether a tool may have been run whose call failed. */
export function mayHaveRun(error: unknown): boolean {
  return !(error instanceof ProtocolError && NOT_RUN.has(error.code));
}
