import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CreateMessageRequestParamsBase,
  ElicitRequestFormParams,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import type {
  ContentBlock,
  McpCall,
  McpElicited,
  McpLogLevel,
  McpSample,
  McpSampling,
} from '../../platform/handlers-api/index.js';
import { ToolError } from '../../tools/index.js';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** What a session lets the handlers of one call ask of its client. */
export class CallBridge implements McpCall {
  /**
   * @param minimum the level the client asked for, at the time of each message
   * @param timeoutMs how long an answer may take
   */
  constructor(
    private readonly server: Server,
    private readonly extra: Extra,
    private readonly minimum: () => McpLogLevel,
    private readonly timeoutMs: number,
  ) {}

  get can(): McpCall['can'] {
    const { sampling, elicitation } = this.server.getClientCapabilities() ?? {};
    return { sample: sampling !== undefined, elicit: elicitation?.form !== undefined };
  }

  async progress(progress: number, total?: number, message?: string): Promise<void> {
    const progressToken = this.extra._meta?.progressToken;
    if (progressToken === undefined) return;
    const params = { progressToken, progress, ...(total !== undefined && { total }), ...(message && { message }) };
    await this.tell({ method: 'notifications/progress', params });
  }

  async log(level: McpLogLevel, data: JsonValue, logger = 'convengine'): Promise<void> {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(this.minimum())) return;
    await this.tell({ method: 'notifications/message', params: { level, logger, data } });
  }

  async sample(request: McpSampling): Promise<McpSample> {
    if (!this.can.sample) throw new ToolError('The calling program has no model that could be asked.');
    const answer = await this.ask(() =>
      this.server.createMessage(request as CreateMessageRequestParamsBase, this.options),
    );
    return { content: answer.content as ContentBlock, model: answer.model };
  }

  async elicit(message: string, schema: JsonObject): Promise<McpElicited> {
    if (!this.can.elicit) throw new ToolError('The calling program cannot ask its user anything.');
    const requestedSchema = schema as unknown as ElicitRequestFormParams['requestedSchema'];
    const answer = await this.ask(() => this.server.elicitInput({ message, requestedSchema }, this.options));
    return { action: answer.action, ...(answer.content && { content: answer.content as JsonObject }) };
  }

  releaseConnection(): void {
    this.extra.closeSSEStream?.();
  }

  private get options() {
    return { relatedRequestId: this.extra.requestId, signal: this.extra.signal, timeout: this.timeoutMs };
  }

  /** Nobody waits for what cannot be delivered. */
  private async tell(notification: ServerNotification): Promise<void> {
    await this.extra.sendNotification(notification).catch(() => undefined);
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      this.extra.signal.throwIfAborted();
      throw new ToolError(`The calling program did not answer: ${messageOf(error)}`, { cause: error });
    }
  }
}
