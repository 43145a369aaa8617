import { Inject, Injectable } from '@nestjs/common';
import { EngineError, messageOf } from '../../../platform/common/errors.js';
import { type JsonValue, toJson } from '../../../platform/common/json.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { Egress } from '../../../platform/egress/index.js';
import {
  type ApiProcessorContext,
  Handlers,
  type HttpApiApiProcessorToolHandler,
  type HttpApiRequestingToolHandler,
  type SideEffect,
  type ToolCall,
} from '../../../platform/handlers-api/index.js';
import { ToolSecrets } from '../../../platform/secrets/index.js';
import type { CircuitState, ToolExecutor } from '../../run/index.js';
import type { Executable, Tool } from '../../tool.js';
import { ToolError } from '../../tool-error.js';
import { FileRequests } from './file-requests.js';
import { fillTemplate } from './fill-template.js';
import { HttpApiClient } from './http-api-client.js';
import type { CallTraits } from './prepare-request.js';
import { valuesOf } from './request-secrets.js';
import { applyMapper } from './response-mapping.js';

/** Runs HTTP_API tools whose handler describes a request, or the steps around one. */
@Injectable()
export class HttpApiExecutor implements ToolExecutor {
  readonly group = 'HTTP_API';
  private readonly client: HttpApiClient;
  private readonly files: FileRequests;
  private readonly secrets: ToolSecrets;

  constructor(
    private readonly handlers: Handlers,
    @Inject(CONFIG) { mcp, limits, audit, tenants }: Pick<ConvEngineConfig, 'mcp' | 'limits' | 'audit' | 'tenants'>,
    egress: Egress,
  ) {
    const { defaults } = mcp.httpApi;
    const settings = { defaults, resultBytes: limits.toolResultBytes, redactKeys: audit.redactKeys };
    this.secrets = new ToolSecrets(tenants);
    this.client = new HttpApiClient(egress, handlers, settings, this.secrets);
    this.files = new FileRequests(this.client, this.secrets);
  }

  find(tool: Tool): Executable | undefined {
    const handler = this.handlers.httpApiTool(tool.code);
    if (!handler) return this.fileTool(tool);
    const { sideEffect, inputSchema } = handler;
    const traits = traitsOf(tool, sideEffect);
    const execute = (call: ToolCall) =>
      handler.kind === 'http-api-request' ? this.request(handler, call, traits) : this.process(handler, call, traits);
    return { ...(sideEffect && { sideEffect }), ...(inputSchema && { inputSchema }), execute };
  }

  circuits(): ReadonlyMap<string, CircuitState> {
    return this.client.circuits();
  }

  private fileTool(tool: Tool): Executable | undefined {
    const { does } = tool;
    if (does.kind !== 'request') return undefined;
    return { execute: (call) => this.files.send(tool, does.request, call, traitsOf(tool)) };
  }

  private async request(handler: HttpApiRequestingToolHandler, call: ToolCall, tool: CallTraits): Promise<unknown> {
    const { requestSpec } = handler;
    const { spec, values, hidden } = await unsent(async () => {
      const isConstant = typeof requestSpec !== 'function';
      const asked = isConstant ? requestSpec : await requestSpec(call);
      const found = await valuesOf(asked ?? {}, call.arguments, call.toolCode, this.secrets);
      return { ...found, spec: isConstant ? fillTemplate(asked, found.values) : asked };
    });
    return this.client.send(spec, { ...call, arguments: values }, tool, hidden);
  }

  private async process(handler: HttpApiApiProcessorToolHandler, call: ToolCall, tool: CallTraits): Promise<unknown> {
    const web = await unsent(() => handler.wsHandler(call));
    if (!web) throw new ToolError(`HTTP_API api-processor wsHandler cannot be null for tool_code=${call.toolCode}`);
    const context: ApiProcessorContext = {
      call,
      send: async (spec) => {
        const { values, hidden } = await valuesOf(spec ?? {}, call.arguments, call.toolCode, this.secrets);
        return this.client.send(spec, { ...call, arguments: values }, tool, hidden);
      },
    };
    const request = await unsent(() => web.prepareRequest(context));
    call.signal.throwIfAborted();
    let isAnswered = false;
    try {
      context.rawResponse = await web.delegate.invoke(request, context);
      isAnswered = true;
      await web.processResponse(context.rawResponse, context);
      return await this.extract(handler, context);
    } catch (error) {
      // `send` says itself what is known; of a write that failed in any other way, nobody knows whether it is done.
      const isTold = !isAnswered && (error instanceof ToolError || error instanceof EngineError);
      if (tool.sideEffect === 'READ' || isTold) throw error;
      throw new ToolError(messageOf(error), { cause: error, mayHaveHappened: true });
    }
  }

  private async extract(handler: HttpApiApiProcessorToolHandler, context: ApiProcessorContext): Promise<JsonValue> {
    const result = handler.extractResponse
      ? await handler.extractResponse(context)
      : (context.mappedResponse ?? context.rawResponse);
    const mapper = handler.responseMapperClass?.(context.call);
    return mapper ? applyMapper(mapper, () => serialize(result), this.handlers) : serialize(result);
  }
}

function traitsOf(tool: Tool, declared?: SideEffect): CallTraits {
  return {
    sideEffect: tool.sideEffect ?? declared ?? 'WRITE',
    isIdempotent: tool.executionPolicy === 'idempotent',
  };
}

/** What fails before a request is sent leaves nothing in doubt. */
async function unsent<T>(prepare: () => Promise<T> | T): Promise<T> {
  try {
    return await prepare();
  } catch (error) {
    throw error instanceof ToolError || error instanceof EngineError
      ? error
      : new ToolError(messageOf(error), { cause: error });
  }
}

function serialize(result: unknown): JsonValue {
  try {
    return toJson(result ?? {});
  } catch (error) {
    throw new ToolError('Failed to serialize HTTP_API tool response', { cause: error });
  }
}
