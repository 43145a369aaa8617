import type { ErrorDataByCode } from './error-data.js';

/** What the table below says of each error code. */
interface ErrorEntry<Field extends string = string> {
  readonly status: number;
  /** True when the same request may succeed later without a change. */
  readonly recoverable: boolean;
  /** What the caller can do; ends every message and fills `docs/errors.md`. */
  readonly remedy: string;
  /** The fields of `data`, and what each holds. */
  readonly data: Readonly<Record<Field, string>>;
}

/** The rows that have data describe each of its fields. */
type DataDescribed = { readonly [C in keyof ErrorDataByCode]: ErrorEntry<keyof ErrorDataByCode[C] & string> };

const RETRY = { retryAfterSeconds: 'how long to wait, in seconds' };
const PLACES = { problems: 'for each place `{path, message}`' };

/** Every error a caller can see. `docs/errors.md` is generated from this table. */
export const ERRORS = {
  INVALID_REQUEST: entry(400, false, 'Correct the request as the message says and send it again.', {
    problems: 'for each wrong field `{field, message}`',
  }),
  INVALID_INPUT_PARAMS: entry(
    400,
    false,
    'Correct inputParams as the message says and send the message again.',
    PLACES,
  ),
  INVALID_CONTEXT: entry(
    500,
    false,
    'A handler or rule wrote a value that context_json does not allow; mend it there.',
    PLACES,
  ),
  REQUEST_TOO_LARGE: entry(
    413,
    false,
    'Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes.',
  ),
  UNAUTHORIZED: entry(
    401,
    false,
    'Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first.',
  ),
  FORBIDDEN: entry(
    403,
    false,
    'Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names.',
  ),
  NOT_FOUND: entry(404, false, 'Check the address and the id.'),
  CONVERSATION_BUSY: entry(
    409,
    true,
    'Another message of this conversation is being answered; send it again later.',
    RETRY,
  ),
  NOT_HANDED_OVER: entry(409, false, 'Hand the conversation over first, or leave it to the engine.'),
  IDEMPOTENCY_KEY_REUSED: entry(422, false, 'Use a new Idempotency-Key for a different message.'),
  TURN_TIMEOUT: entry(
    504,
    true,
    'The turn took too long; send the message again. What was done already is told then, and not repeated.',
  ),
  CONVERSATION_PERSIST_FAILED: entry(
    503,
    true,
    'The turn could not be stored; send the message again. What was done already is told then, and not repeated.',
  ),
  SERVICE_BUSY: entry(
    503,
    true,
    'All places are taken; try again shortly, or raise convengine.mcp.server.max-sessions.',
  ),
  SERVICE_OVERLOADED: entry(
    503,
    true,
    'Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.',
    RETRY,
  ),
  TOO_MANY_REQUESTS: entry(
    429,
    true,
    'Send it again after Retry-After, and fewer from then on; convengine.limits.per-minute says how many are allowed.',
    RETRY,
  ),
  IDENTITY_UNAVAILABLE: entry(
    503,
    true,
    'The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.',
  ),
  DATABASE_UNAVAILABLE: entry(503, true, 'The database cannot do it just now; send it again shortly.'),
  DATABASE_UNUSABLE: entry(500, false, 'Mend or restore the database; "convengine doctor" shows what is wrong.'),
  TOOL_FAILED: entry(
    424,
    false,
    'The tool failed as the message says; correct the call, or look into what the tool calls.',
  ),
  FLOW_INVALID: entry(422, false, 'Mend the listed rows, run "convengine flow check", and refresh.', {
    problems: 'for each row `{severity, table, id, column, message}`',
  }),
  FLOW_CHANGED: entry(409, false, 'Look at what has changed, check your own changes against it, and send them again.', {
    versionId: 'the newest version',
    rows: 'each row that is not as it was `{table, row, before, after}`, where that is known',
  }),
  SHADOW_RUNNING: entry(409, false, 'Stop it first: "convengine shadow stop".'),
  FLOW_READ_ONLY: entry(
    403,
    false,
    'Give the role of the service what "convengine grants ROLE --rows" prints, or change the rows by SQL.',
  ),
  FILE_INVALID: entry(422, false, 'Mend the text as the message says, and send it again.', {
    problems: 'for each place `{severity, where, line, column, message}`; `where` is null in the file itself',
  }),
  FILE_CHANGED: entry(
    409,
    false,
    'Look at what the file says now, check your own text against it, and send it again.',
    {
      text: 'what the file says; null where there is none',
    },
  ),
  FILES_READ_ONLY: entry(403, false, 'Do as the message says, or change the file where it lies.'),
  PIPELINE_CONSTRAINT_VIOLATION: entry(500, false, 'A step needs a fact that no earlier step gives; order the steps.'),
  HANDLER_INVALID: entry(500, false, 'Export handlers as docs/handlers.md describes.'),
  LLM_TIMEOUT: entry(504, true, 'The model did not answer in time; send the message again.'),
  LLM_CALL_FAILED: entry(503, true, 'The model cannot be reached; send the message again.', RETRY),
  LLM_EMPTY_RESPONSE: entry(502, true, 'The model answered nothing; send the message again.'),
  LLM_INVALID_RESPONSE: entry(502, true, 'The model did not answer with JSON; send the message again.'),
  LLM_SCHEMA_VIOLATION: entry(
    502,
    true,
    'The model answered with JSON of another shape; send the message again.',
    PLACES,
  ),
  CONFIGURATION_INVALID: entry(
    500,
    false,
    'Correct what is named; once it can be read, "convengine config" shows where values come from.',
    {
      problems: 'for each key `{key, origin, problem}`',
    },
  ),
  DOCUMENT_INVALID: entry(
    422,
    false,
    'Ingest text, Markdown, HTML or PDF with text in it, within convengine.mcp.documents.',
  ),
  SECRET_UNAVAILABLE: entry(500, false, 'Refer to a secret as env:NAME or file:/path, and provide it there.'),
  SEED_FAILED: entry(500, false, 'Correct the statement the message names; nothing of this file was stored.', {
    file: 'its name',
    line: 'where the statement begins',
    statement: 'its beginning',
  }),
  FLOW_TEST_INVALID: entry(422, false, 'Correct the file as docs/flow-tests.md describes.'),
  MANIFEST_INVALID: entry(422, false, 'Correct tool.manifest.json or the file in overrides/ as the message says.', {
    file: 'its path',
    ...PLACES,
  }),
  EXPORT_FAILED: entry(
    502,
    true,
    'Start the service with "convengine serve", or name it by --url and whose tools by --api-key.',
  ),
  EGRESS_REFUSED: entry(403, false, 'Allow the host in convengine.egress, where it is meant to be called.'),
  INTERNAL_ERROR: entry(500, false, 'Look for the request id in the log of the service.', {
    requestId: 'as in the log',
  }),
} as const satisfies Record<string, ErrorEntry> & DataDescribed;

/** The name of an error: what `errorCode` of an answer says, and a row of `docs/errors.md`. */
export type ErrorCode = keyof typeof ERRORS;

function entry(status: number, recoverable: boolean, remedy: string): ErrorEntry<never>;
function entry<Field extends string>(
  status: number,
  recoverable: boolean,
  remedy: string,
  data: Readonly<Record<Field, string>>,
): ErrorEntry<Field>;
function entry(status: number, recoverable: boolean, remedy: string, data = {}): ErrorEntry {
  return { status, recoverable, remedy, data };
}

type NoData = Readonly<Record<string, never>>;

type AllErrorData = {
  readonly [C in ErrorCode]: C extends keyof ErrorDataByCode ? ErrorDataByCode[C] : NoData;
};

/** What `data` of an error with this code holds. */
export type ErrorData<C extends ErrorCode = ErrorCode> = AllErrorData[C];

/** What follows the message: the data, unless all of it may be missing, and the cause. */
type ErrorDetails<C extends ErrorCode> =
  NoData extends ErrorData<C>
    ? [data?: ErrorData<C>, options?: ErrorOptions]
    : [data: ErrorData<C>, options?: ErrorOptions];

/**
 * A failure that a caller is told about. Expected outcomes (rejected, expired, a question back) are return values;
 * this is for what could not be done.
 */
export interface EngineError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  /** Machine-readable details for the response body; `hasCode` tells which. */
  readonly data: ErrorData<C>;
  /** The HTTP status that it is answered with. */
  readonly status: number;
  /** True when the same request may succeed later without a change. */
  readonly recoverable: boolean;
  /** What the caller can do: a sentence. */
  readonly remedy: string;
}

interface EngineErrorConstructor {
  /**
   * @param code a row of ERRORS
   * @param message what happened, safe to show: no secrets, no SQL, no stack
   * @param details the data of this code, and the cause
   */
  new <C extends ErrorCode = ErrorCode>(code: C, message: string, ...details: ErrorDetails<C>): EngineError<C>;
  /** What `instanceof` narrows to. */
  readonly prototype: EngineError;
}

// The constructor is typed apart from its class: `instanceof` would make the code of a generic class `any`.
export const EngineError: EngineErrorConstructor = class EngineError<C extends ErrorCode> extends Error {
  override readonly name = 'EngineError';
  readonly data: ErrorData<C>;

  constructor(
    readonly code: C,
    message: string,
    ...[data, options]: [data?: ErrorData<C>, options?: ErrorOptions]
  ) {
    super(message, options);
    this.data = data ?? ({} as ErrorData<C>);
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get recoverable(): boolean {
    return ERRORS[this.code].recoverable;
  }

  get remedy(): string {
    return ERRORS[this.code].remedy;
  }
};

/** Whether something that was thrown is the error with this code, whose data is then known. */
export function hasCode<C extends ErrorCode>(thrown: unknown, code: C): thrown is EngineError<C> {
  return thrown instanceof EngineError && thrown.code === code;
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What an error came from, where it says that. */
export function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/** `fetch` says "fetch failed" of everything; its cause knows more, and sometimes by its code alone. */
export function causeOf(error: unknown): string {
  const root = rootOf(error);
  return messageOf(root) || String(Object(root).code ?? '') || 'could not be reached';
}
