import { steadyNow } from '../../../platform/common/clock.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { withDefaults } from '../../../platform/common/schema-defaults.js';
import type { ToolCall } from '../../../platform/handlers-api/index.js';
import type { ToolSecrets } from '../../../platform/secrets/index.js';
import { type FileRequest, type Tool } from '../../tool.js';
import { toolDigest } from '../../tool-digest.js';
import { ToolError } from '../../tool-error.js';
import { AnswerCache } from './answer-cache.js';
import { fillTemplate } from './fill-template.js';
import type { HttpApiClient } from './http-api-client.js';
import { HttpApiFailure } from './http-api-failure.js';
import type { CallTraits } from './prepare-request.js';
import { valuesOf } from './request-secrets.js';

/** The least that a policy takes. */
const LEAST_READ_MS = 100;

/** Sends the requests that capability files describe: the first provider's, and where that one is away, the next one's. */
export class FileRequests {
  private readonly answers = new AnswerCache();

  constructor(
    private readonly client: HttpApiClient,
    private readonly secrets: ToolSecrets,
  ) {}

  /** @returns the document that the provider answered, as its mapping makes it */
  async send(tool: Tool, request: FileRequest, call: ToolCall, traits: CallTraits): Promise<JsonValue> {
    const args = withDefaults(tool.inputSchema, call.arguments);
    const work = () => this.ask([request, ...(request.fallbacks ?? [])], { ...call, arguments: args }, traits);
    const { cacheSeconds = 0 } = request;
    if (cacheSeconds === 0 || traits.sideEffect === 'WRITE') return work();
    return this.answers.get(toolDigest(tool), args, cacheSeconds * 1_000, work);
  }

  /** Another provider is asked only where the one before did not answer, or with a status of 500 and more. */
  private async ask(requests: readonly FileRequest[], call: ToolCall, traits: CallTraits): Promise<JsonValue> {
    const [first, ...others] = requests;
    if (!first) throw new ToolError(`${call.toolCode} has no provider`);
    const limited = others.length === 0 ? call : withTime(call, first.timeoutMs);
    try {
      return await this.sendOne(first, limited, traits);
    } catch (error) {
      call.signal.throwIfAborted();
      const isAway = limited.signal.aborted || (error instanceof HttpApiFailure && error.isUpstream);
      if (!isAway || traits.sideEffect === 'WRITE' || others.length === 0) throw error;
      return this.ask(others, call, traits);
    }
  }

  private async sendOne(request: FileRequest, call: ToolCall, traits: CallTraits): Promise<JsonValue> {
    const { values, hidden } = await valuesOf(
      request,
      { ...request.constants, ...call.arguments },
      call.toolCode,
      this.secrets,
    );
    // One answer may take as long as the provider may in all: a shorter limit would be nobody's wish.
    const policy = { ...request.policy, readTimeoutMs: Math.max(LEAST_READ_MS, request.timeoutMs) };
    const chosen = { ...request, policy, url: chosenUrl(request, values) };
    const { mapped } = await this.client.send(
      fillTemplate(chosen, values),
      { ...call, arguments: values },
      traits,
      hidden,
    );
    return mapped;
  }
}

/** The same call with the time of one provider. */
function withTime(call: ToolCall, timeoutMs: number): ToolCall {
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
  return { ...call, signal, deadline: Math.min(call.deadline, steadyNow() + timeoutMs) };
}

function chosenUrl({ url, urls }: FileRequest, values: JsonObject): string {
  if (!urls) return url;
  const value = values[urls.argument] ?? urls.otherwise;
  const found = typeof value === 'string' && Object.hasOwn(urls.byValue, value) ? urls.byValue[value] : undefined;
  if (found === undefined) {
    throw new ToolError(`"${urls.argument}" must be one of ${Object.keys(urls.byValue).join(', ')}`);
  }
  return found;
}
