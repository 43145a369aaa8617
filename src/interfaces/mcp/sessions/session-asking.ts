import {
  type CreateMessageRequestParamsBase,
  type ElicitRequestFormParams,
  SdkError,
  SdkErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../../platform/common/errors.js';
import { newId } from '../../../platform/common/ids.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
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
import {
  type Asking,
  type ClientQuestion,
  formOf,
  NOBODY_ASKED,
  SENT_TO_PAGE,
  type Word,
  waysToAsk,
} from '../asking.js';
import { sendLog, sendProgress } from '../notices.js';
import type { ServerParts } from '../server-parts.js';
import { showsViews } from '../views/question-views.js';

/** Asks the client of a session while one of its requests is answered. */
export class SessionAsking implements Asking, McpCall {
  readonly signal: AbortSignal;
  readonly mcp = this;
  readonly mcpOfWrite = this;

  constructor(
    private readonly parts: ServerParts,
    private readonly server: Server,
    private readonly context: ServerContext,
  ) {
    this.signal = context.mcpReq.signal;
  }

  get can(): McpCall['can'] {
    const { sampling, roots } = this.capabilities;
    return { sample: sampling !== undefined, elicit: this.ways.form, roots: roots !== undefined };
  }

  get canAsk(): boolean {
    return this.ways.form || this.ways.url;
  }

  get showsViews(): boolean {
    return showsViews(this.capabilities);
  }

  /** A call that is cancelled while its question is open is a no. */
  async ask(question: ClientQuestion): Promise<Word> {
    const { form } = this.ways;
    const url = form ? undefined : await this.pageFor(question);
    if (!form && url === undefined) return NOBODY_ASKED;
    try {
      const params = url === undefined ? formOf(question) : pageOf(question, url);
      const options = { ...this.options, timeout: this.parts.config.mcp.server.consentTimeoutMs };
      const { action } = await this.server.elicitInput(params, options);
      if (action !== 'accept') return { kind: 'no' };
      return url === undefined ? { kind: 'yes' } : SENT_TO_PAGE;
    } catch (error) {
      if (this.signal.aborted) return { kind: 'no' };
      const isLate = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
      const reason = isLate
        ? 'The user did not answer in time.'
        : `The program did not ask its user: ${messageOf(error)}.`;
      return { kind: 'open', reason };
    }
  }

  async brought(): Promise<undefined> {
    return undefined;
  }

  async begun(): Promise<undefined> {
    return undefined;
  }

  unanswered(): undefined {
    return undefined;
  }

  progress(progress: number, total?: number, message?: string): Promise<void> {
    return sendProgress(this.context, progress, total, message);
  }

  log(level: McpLogLevel, data: JsonValue, logger?: string): Promise<void> {
    return sendLog(this.context, level, data, logger);
  }

  async sample(request: McpSampling): Promise<McpSample> {
    if (!this.can.sample) throw new ToolError('The calling program has no model that could be asked.');
    const answer = await this.answerOf(() =>
      this.server.createMessage(request as CreateMessageRequestParamsBase, this.options),
    );
    return { content: answer.content as ContentBlock, model: answer.model };
  }

  async elicit(message: string, schema: JsonObject): Promise<McpElicited> {
    if (!this.can.elicit) throw new ToolError('The calling program cannot ask its user anything.');
    const requestedSchema = schema as unknown as ElicitRequestFormParams['requestedSchema'];
    const answer = await this.answerOf(() => this.server.elicitInput({ message, requestedSchema }, this.options));
    return { action: answer.action, ...(answer.content && { content: answer.content as JsonObject }) };
  }

  async roots(): Promise<readonly McpRoot[]> {
    if (!this.can.roots) throw new ToolError('The calling program does not tell what it works on.');
    const { roots } = await this.answerOf(() => this.server.listRoots({}, this.options));
    return roots.map(({ uri, name }) => ({ uri, ...(name !== undefined && { name }) }));
  }

  releaseConnection(): void {
    this.context.http?.closeSSE?.();
  }

  private get options() {
    const { deadlineMs: timeout } = this.parts.config.turn;
    return { relatedRequestId: this.context.mcpReq.id, signal: this.signal, timeout };
  }

  private get capabilities() {
    return this.server.getClientCapabilities() ?? {};
  }

  private get ways() {
    return waysToAsk(this.capabilities);
  }

  private async pageFor({ about }: ClientQuestion): Promise<string | undefined> {
    return this.ways.url ? this.parts.urls.forWindowOfHost(about) : undefined;
  }

  private async answerOf<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      this.signal.throwIfAborted();
      throw new ToolError(`The calling program did not answer: ${messageOf(error)}`, { cause: error });
    }
  }
}

function pageOf({ question: message }: ClientQuestion, url: string) {
  return { mode: 'url' as const, message, url, elicitationId: newId() };
}
