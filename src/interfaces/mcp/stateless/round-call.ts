import { createHash } from 'node:crypto';
import { setImmediate as othersHaveAsked } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputResponse,
  type InputResponseView,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { canonicalJson, type JsonObject, type JsonValue, toJson } from '../../../platform/common/json.js';
import { compileSchema } from '../../../platform/common/json-schema.js';
import type {
  ContentBlock,
  McpCall,
  McpElicited,
  McpLogLevel,
  McpRoot,
  McpSample,
  McpSampling,
} from '../../../platform/handlers-api/index.js';
import { ToolError } from '../../../tools/index.js';
import { waysToAsk } from '../asking.js';
import { sendLog, sendProgress } from '../notices.js';

/** What a client says of itself in a request. */
export function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope: Partial<Record<string, unknown>> = { ...mcpReq.envelope };
  return (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? {};
}

/** Lets handlers ask the client of a request that has no session: what it has not brought, it is asked for. */
export class RoundCall implements McpCall {
  /** Questions without an answer. */
  readonly open: Record<string, InputRequest> = {};
  /** Answers that were read. */
  readonly read: Record<string, InputResponse> = {};

  /** @param answers by the names of the questions, as far as they are there; null where nothing can be asked */
  constructor(
    private readonly context: ServerContext,
    private readonly answers: Readonly<Record<string, unknown>> | null,
  ) {}

  get can(): McpCall['can'] {
    if (this.answers === null) return { sample: false, elicit: false, roots: false };
    const capabilities = capabilitiesOf(this.context);
    const { sampling, roots } = capabilities;
    return { sample: sampling !== undefined, elicit: waysToAsk(capabilities).form, roots: roots !== undefined };
  }

  progress(progress: number, total?: number, message?: string): Promise<void> {
    return sendProgress(this.context, progress, total, message);
  }

  log(level: McpLogLevel, data: JsonValue, logger?: string): Promise<void> {
    return sendLog(this.context, level, data, logger);
  }

  sample(request: McpSampling, name?: string): Promise<McpSample> {
    const asked = inputRequired.createMessage(request as CreateMessageRequestParams);
    return this.ask(asked, name, (answer) => {
      if (answer.kind !== 'sampling') return undefined;
      const { content, model } = answer.result;
      return { content: (Array.isArray(content) ? content[0] : content) as ContentBlock, model };
    });
  }

  elicit(message: string, schema: JsonObject, name?: string): Promise<McpElicited> {
    const requestedSchema = schema as unknown as ElicitRequestFormParams['requestedSchema'];
    const asked = inputRequired.elicit({ message, requestedSchema });
    return this.ask(asked, name, (answer) => {
      if (answer.kind !== 'elicit') return undefined;
      if (answer.action !== 'accept') return { action: answer.action };
      const content = toJson(answer.content ?? {}) as JsonObject;
      return compileSchema(schema).check(content).length === 0 ? { action: answer.action, content } : undefined;
    });
  }

  roots(name?: string): Promise<readonly McpRoot[]> {
    return this.ask(inputRequired.listRoots(), name, (answer) =>
      answer.kind === 'roots'
        ? answer.roots.map(({ uri, name: title }) => ({ uri, ...(title && { name: title }) }))
        : undefined,
    );
  }

  releaseConnection(): void {
    // There is no stream to come back to.
  }

  /**
   * The answer, where the client has brought one that fits. What a client has not said that it can do is asked as well:
   * the answer to its request says so then.
   */
  private async ask<T>(
    asked: InputRequest,
    name = nameOf(asked),
    read: (answer: InputResponseView) => T | undefined,
  ): Promise<T> {
    if (this.answers === null) throw new ToolError('What writes has nothing to ask once it has begun.');
    const answer = read(inputResponse(this.answers, name));
    if (answer !== undefined) {
      this.read[name] = this.answers[name] as InputResponse;
      return answer;
    }
    this.open[name] = asked;
    await othersHaveAsked();
    throw new ToolError('The call waits for an answer of the calling program.');
  }
}

/** The same question has the same name whenever the handler begins anew. */
function nameOf(asked: InputRequest): string {
  return createHash('sha256')
    .update(canonicalJson(toJson(asked)))
    .digest('base64url')
    .slice(0, 16);
}
