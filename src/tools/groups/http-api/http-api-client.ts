import { setTimeout as sleep } from 'node:timers/promises';
import { ConstantBackoff, handleWhen, retry } from 'cockatiel';
import { steadyNow } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import { readRetryAfter } from '../../../platform/common/retry-after.js';
import { type Egress, type EgressResponse, ExchangeError } from '../../../platform/egress/index.js';
import type {
  Handlers,
  HttpApiPolicy,
  HttpApiRequestSpec,
  HttpApiResult,
  ToolCall,
} from '../../../platform/handlers-api/index.js';
import type { ToolSecrets } from '../../../platform/secrets/index.js';
import type { CircuitState } from '../../run/index.js';
import { ToolError } from '../../tool-error.js';
import { Authorizer } from './authorizer.js';
import { CircuitBreakers } from './circuit-breakers.js';
import { HttpApiFailure, leavesDoubt, RefusedAnswer } from './http-api-failure.js';
import { pauseAfter } from './http-api-policy.js';
import { type CallTraits, type PreparedRequest, prepareRequest } from './prepare-request.js';
import { mapResponse } from './response-mapping.js';
import { excerptOf } from './response-text.js';

/** What `convengine.mcp.http-api`, `.limits` and `.audit` say about HTTP tools. */
export interface HttpApiSettings {
  readonly defaults: HttpApiPolicy;
  readonly resultBytes: number;
  /** Fields whose values are blacked out in what a failed answer says. */
  readonly redactKeys: readonly string[];
}

/** A 2xx answer with what it took to get it. */
interface Answer {
  readonly response: EgressResponse;
  readonly secrets: readonly string[];
  readonly attempt: number;
  readonly latencyMs: number;
}

/** Timers may run a little ahead of the clock. */
const TIMER_SLACK_MS = 50;

/** Sends the requests of HTTP_API tools: credentials, timeouts, retries, circuit breaker, mapping. */
export class HttpApiClient {
  private readonly authorizer: Authorizer;
  private readonly circuitBreakers = new CircuitBreakers();

  constructor(
    private readonly egress: Egress,
    private readonly handlers: Handlers,
    private readonly settings: HttpApiSettings,
    secrets: ToolSecrets,
  ) {
    this.authorizer = new Authorizer(egress, settings.defaults, secrets);
  }

  /**
   * Sends one request, as often as its policy and the time left allow.
   * @param hidden secrets that stand in the request already
   * @throws ToolError in the contract's words; EngineError for addresses and secrets that cannot be used
   */
  async send(
    spec: HttpApiRequestSpec,
    call: ToolCall,
    tool: CallTraits,
    hidden: readonly string[] = [],
  ): Promise<HttpApiResult> {
    const request = prepareRequest(spec, call, tool, this.settings.defaults);
    const code = call.toolCode.trim().toUpperCase() || 'UNKNOWN';
    const work = () => this.attemptAll(request, call, hidden);
    const { response, secrets, attempt, latencyMs } = await this.circuitBreakers.run(
      code,
      request.url.host,
      request.policy,
      call.signal,
      work,
    );
    const mapped = await mapResponse(request.mapping, response, secrets, this.handlers).catch((error: unknown) => {
      if (!request.writes || error instanceof RefusedAnswer) throw error;
      // Any other write that was answered with 2xx is done, whatever its answer is worth.
      return { note: `Done, but the answer was left out: ${messageOf(error)}` };
    });
    return { status: response.status, attempt, latencyMs, mapped };
  }

  /** The circuits of this process, by tool code in upper case. */
  circuits(): ReadonlyMap<string, CircuitState> {
    return this.circuitBreakers.states();
  }

  private async attemptAll(request: PreparedRequest, call: ToolCall, hidden: readonly string[]): Promise<Answer> {
    const { policy, repeatable } = request;
    let pauseMs = 0;
    const mayRepeat = (error: unknown): boolean => {
      if (!(error instanceof HttpApiFailure) || !isRetryable(error, policy)) return false;
      return (repeatable || !error.failure.sent) && steadyNow() + pauseMs < call.deadline;
    };
    // The pause is made here and not by the policy, whose timer would outlive a call that is given up.
    const attempts = retry(handleWhen(mayRepeat), {
      maxAttempts: policy.maxAttempts - 1,
      backoff: new ConstantBackoff(0),
    });
    return attempts.execute(async ({ attempt: before }) => {
      if (before > 0) await sleep(pauseMs, undefined, { signal: call.signal });
      const attempt = before + 1;
      try {
        return await this.attempt(request, call, attempt, hidden);
      } catch (error) {
        pauseMs = pauseAfter(attempt, policy, error instanceof HttpApiFailure ? error.failure.retryAfterMs : undefined);
        throw error;
      }
    });
  }

  /** @throws HttpApiFailure when the server fails or refuses */
  private async attempt(
    request: PreparedRequest,
    call: ToolCall,
    attempt: number,
    hidden: readonly string[],
  ): Promise<Answer> {
    const { auth, policy, method, url, body, writes } = request;
    try {
      const credentials = await this.authorizer.authorize(auth, call.toolCode, call.signal);
      const headers = { ...request.headers, ...credentials.headers };
      const secrets = [...hidden, ...credentials.secrets];
      const { connectTimeoutMs, readTimeoutMs } = policy;
      const limits = { connectTimeoutMs, readTimeoutMs, maxBodyBytes: this.settings.resultBytes };
      const started = performance.now();
      const response = await this.egress.request(url, {
        method,
        headers,
        body,
        followsRedirects: !writes,
        signal: call.signal,
        ...limits,
      });
      const latencyMs = Math.round(performance.now() - started);
      if (response.status >= 200 && response.status < 300) {
        return { response, secrets, attempt, latencyMs };
      }
      if (response.status === 401) this.authorizer.refused(auth);
      throw this.refusal(response, secrets, attempt, writes);
    } catch (error) {
      throw failureOf(error, request, call, attempt);
    }
  }

  private refusal(
    response: EgressResponse,
    secrets: readonly string[],
    attempt: number,
    writes: boolean,
  ): HttpApiFailure {
    const { status, headers } = response;
    const said = excerptOf(response, secrets, this.settings.redactKeys);
    const text = `HTTP_API call failed with status ${status} after ${attempt} attempt(s)${said && `: ${said}`}`;
    const retryAfterMs = readRetryAfter(headers['retry-after'], Date.now());
    return new HttpApiFailure(text, {
      status,
      retryAfterMs,
      sent: true,
      mayHaveHappened: writes && leavesDoubt(status),
    });
  }
}

function isRetryable({ failure: { status } }: HttpApiFailure, policy: HttpApiPolicy): boolean {
  return status === undefined ? policy.retryOnIoException : policy.retryStatusCodes.includes(status);
}

/** Whatever an attempt threw, as what the caller is told. */
function failureOf(error: unknown, { writes }: PreparedRequest, call: ToolCall, attempt: number): unknown {
  if (error instanceof ToolError) return error;
  const hasTimedOut = call.signal.aborted && steadyNow() + TIMER_SLACK_MS >= call.deadline;
  if (!(error instanceof ExchangeError) && !hasTimedOut) return error;
  const sent = error instanceof ExchangeError ? error.sent : true;
  const mayHaveHappened = writes && sent;
  const why = hasTimedOut ? 'the time of the call is over' : messageOf(error);
  const text = `HTTP_API call failed due to IO error after ${attempt} attempt(s): ${why}`;
  return new HttpApiFailure(text, { sent, mayHaveHappened, cause: error });
}
