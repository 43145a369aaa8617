import type { JsonObject, JsonValue } from '../common/json.js';
import type { SecretReference } from '../secrets/index.js';
import type { SideEffect, ToolCall } from './calls.js';

/** How a request shows who sends it. Secrets are named by reference and read when the request is sent. */
export type HttpApiAuthSpec =
  | { readonly type: 'NONE' }
  | {
      readonly type: 'API_KEY';
      /** Default `X-API-KEY`. */
      readonly headerName?: string;
      /** What stands before the secret, and a space; nothing where it is left out. */
      readonly prefix?: string;
      readonly secret: SecretReference;
    }
  | {
      readonly type: 'BASIC';
      /** `user:password`, or the same in base64. */
      readonly secret: SecretReference;
    }
  | {
      readonly type: 'BEARER_STATIC';
      /** What stands before the secret in `Authorization`; default `Bearer`. */
      readonly prefix?: string;
      readonly secret: SecretReference;
    }
  | {
      /** A token of the client's own, fetched once and kept until it expires (RFC 6749, section 4.4). */
      readonly type: 'OAUTH2_CLIENT_CREDENTIALS';
      readonly tokenUrl: string;
      /** As it is, or a reference to where it is kept. */
      readonly clientId: string;
      readonly clientSecret: SecretReference;
      /** Names separated by spaces. */
      readonly scope?: string;
    };

/** How a call is timed, repeated and given up; `convengine.mcp.http-api.defaults` says what a request leaves out. */
export interface HttpApiPolicy {
  /** For the connection, TLS included. At least 100. */
  readonly connectTimeoutMs: number;
  /** From the request being sent to the last byte of the answer. At least 100. */
  readonly readTimeoutMs: number;
  /** Requests for one call, the first included. At least 1. */
  readonly maxAttempts: number;
  /** Pause before the second request, less up to half at random. */
  readonly initialBackoffMs: number;
  /** No pause is longer. */
  readonly maxBackoffMs: number;
  /** How much longer each further pause is. At least 1. */
  readonly backoffMultiplier: number;
  /** Whether calls are refused for a while, unsent, after too many have failed. */
  readonly circuitBreakerEnabled: boolean;
  /** Failed calls in a row, of one tool to one host, that open its circuit. */
  readonly circuitFailureThreshold: number;
  /** How long the open circuit refuses calls; then one call tries. At least 1000. */
  readonly circuitOpenMs: number;
  /** The HTTP statuses after which the request is sent again. */
  readonly retryStatusCodes: readonly number[];
  /** Whether to send again after a failed connection, a reset or a timeout. */
  readonly retryOnIoException: boolean;
}

/**
 * What becomes of the body of a 2xx answer. What a path does not find is null, unless `strict` makes it an error.
 * A path that can find many values (`..`, `*`, filters) gives a list.
 */
export type HttpApiResponseMapping =
  /** The document; nothing is `{}`, other text `{ "text": … }`. The default. */
  | { readonly mode: 'RAW_JSON' }
  | { readonly mode: 'TEXT' }
  | { readonly mode: 'JSON_PATH'; readonly path: string; readonly strict?: boolean }
  /** One path for each field of the result. */
  | { readonly mode: 'FIELD_TEMPLATE'; readonly fields: Readonly<Record<string, string>>; readonly strict?: boolean }
  /** The name of a registered response mapper. */
  | { readonly mode: 'MAPPER_CLASS'; readonly mapperClassName: string }
  /**
   * The document, or what a path finds in it, where it may be XML: elements by their local names, attributes as `@name`,
   * text as `#text`, lists where an element is repeated; the root is the document.
   */
  | { readonly mode: 'DOCUMENT'; readonly path?: string }
  /** `data` of a GraphQL answer, or what a path finds in it; `errors` are a failure. */
  | { readonly mode: 'GRAPHQL'; readonly path?: string }
  /** `result` of a JSON-RPC 2.0 answer, or what a path finds in it; `error` is a failure. */
  | { readonly mode: 'JSON_RPC'; readonly path?: string };

/** One HTTP request of a tool. */
export interface HttpApiRequestSpec {
  /** Default GET. */
  readonly method?: string;
  /**
   * Scheme and host as they are; `{{name}}` in the path and the query is replaced by the call's argument of that name,
   * encoded, so that an argument can change neither host nor path.
   */
  readonly url: string;
  readonly headers?: Readonly<Record<string, JsonValue | undefined>>;
  /** Added to the query, encoded; null and undefined are left out, a list gives one parameter for each item. */
  readonly queryParams?: Readonly<Record<string, JsonValue | undefined>>;
  /** Text as it is, anything else as JSON. */
  readonly body?: JsonValue | Readonly<Record<string, JsonValue | undefined>>;
  readonly auth?: HttpApiAuthSpec;
  /**
   * Secrets for APIs that want them in the address, in a query parameter or in the body: `{{$secret.NAME}}` stands for
   * the one of that name, in `url` and wherever else a template stands. `url` may also begin with one, which then holds
   * scheme and host.
   */
  readonly secrets?: Readonly<Record<string, SecretReference>>;
  readonly policy?: Partial<HttpApiPolicy>;
  readonly responseMapping?: HttpApiResponseMapping;
  /**
   * The server recognises a repeated `Idempotency-Key`, so that a write may be sent again with the same one. Default:
   * where the row's `execution_policy` is idempotent; else a write is sent once, whatever becomes of it.
   */
  readonly idempotent?: boolean;
}

/** What a request came to. */
export interface HttpApiResult {
  /** The HTTP status of the last answer. */
  readonly status: number;
  /** Requests it took. */
  readonly attempt: number;
  /** Of the last request. */
  readonly latencyMs: number;
  /** What `responseMapping` made of the body. */
  readonly mapped: JsonValue;
}

interface HttpApiTool {
  readonly toolCode: string;
  /** Used where the row does not say. Default WRITE: what is not declared harmless is confirmed first. */
  readonly sideEffect?: SideEffect;
  /** JSON Schema of the arguments, used where the row has none. */
  readonly inputSchema?: JsonObject;
}

/**
 * Answers one `HTTP_API` tool by a request that the engine sends, with timeouts, retries, circuit breaker, credentials
 * and mapping; its result is an `HttpApiResult`.
 */
export interface HttpApiRequestingToolHandler extends HttpApiTool {
  readonly kind: 'http-api-request';
  /**
   * The request. A constant is a template: `{{name}}` stands for the call's argument also in headers, query parameters
   * and the body; what has no value is left out there. What a function returns is taken as it is, but for `url`.
   */
  readonly requestSpec: HttpApiRequestSpec | ((call: ToolCall) => Promise<HttpApiRequestSpec> | HttpApiRequestSpec);
}

/** What the parts of one api-processor call share. */
export interface ApiProcessorContext {
  readonly call: ToolCall;
  /** Sends a request as an `http-api-request` tool does. */
  send(spec: HttpApiRequestSpec): Promise<HttpApiResult>;
  /** What the delegate returned. */
  rawResponse?: unknown;
  /** What `processResponse` made of it. */
  mappedResponse?: unknown;
}

/** Prepares, sends and reads one kind of request; several tools can share it. */
export interface RestWebServiceHandler<Request = unknown, Response = unknown> {
  /** What the delegate is to send, by the arguments of `context.call`. */
  prepareRequest(context: ApiProcessorContext): Promise<Request> | Request;
  /** Sends it; `context.send` does so as an `http-api-request` tool does. */
  readonly delegate: { invoke(request: Request, context: ApiProcessorContext): Promise<Response> | Response };
  /** Sets `context.mappedResponse`. */
  processResponse(response: Response, context: ApiProcessorContext): Promise<void> | void;
}

/** Answers one `HTTP_API` tool in steps: prepareRequest, delegate.invoke, processResponse, extractResponse. */
export interface HttpApiApiProcessorToolHandler extends HttpApiTool {
  readonly kind: 'http-api-processor';
  /** The three steps of this call. */
  wsHandler(call: ToolCall): RestWebServiceHandler;
  /** The result. Default: `mappedResponse`, else `rawResponse`. */
  extractResponse?(context: ApiProcessorContext): unknown;
  /** The name of a registered response mapper that the result goes through. */
  responseMapperClass?(call: ToolCall): string | undefined;
}

/** Turns a document into what a tool answers, by the name that response mappings use. Throw where it does not fit. */
export interface HttpApiResponseMapper {
  readonly kind: 'response-mapper';
  readonly name: string;
  map(document: JsonValue): unknown;
}
