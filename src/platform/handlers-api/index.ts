export { ACTION_STATUSES, type ActionStatus } from './action-status.js';
export type { Attachment, CallContext, HandlerDatabase, SideEffect, ToolCall } from './calls.js';
export {
  ActionHandlerProvider,
  ContainerDataProviderHandler,
  HttpApiApiProcessorToolHandlerProvider,
  HttpApiRequestingToolHandlerProvider,
  McpPromptProvider,
  McpResourceProvider,
  ResponseMapperProvider,
  ResponseTransformerProvider,
  RuleTaskProvider,
  StepHookProvider,
  ToolGroupAdapterProvider,
  ToolHandlerProvider,
  WorkflowProvider,
} from './decorators.js';
export { discoverHandlers } from './discover-handlers.js';
export { Handlers } from './handler-registry.js';
export {
  type ActionCall,
  type ActionHandler,
  type ActionMethod,
  type ActionOutcome,
  type ApprovalOutcome,
  type ApprovalRequest,
  type ContainerDataProvider,
  type ContainerRequest,
  done,
  failed,
  type Handler,
  inDoubt,
  type ReplyPayload,
  type ResponseTransformer,
  type RuleTaskCall,
  type RuleTaskHandler,
  type RuleTaskMethod,
  type StepCall,
  type StepHook,
  type StepOptions,
  type ToolGroupAdapter,
  type ToolHandler,
  type TransformedReply,
  type WorkflowCall,
  type WorkflowHandler,
} from './handlers.js';
export type {
  ApiProcessorContext,
  HttpApiApiProcessorToolHandler,
  HttpApiAuthSpec,
  HttpApiPolicy,
  HttpApiRequestingToolHandler,
  HttpApiRequestSpec,
  HttpApiResponseMapper,
  HttpApiResponseMapping,
  HttpApiResult,
  RestWebServiceHandler,
} from './http-api.js';
export { givenHandlers, loadHandlers } from './load-handlers.js';
export type { McpCall, McpElicited, McpLogLevel, McpRoot, McpSample, McpSampling } from './mcp-call.js';
export type { McpCompleter, McpPrompt, McpPromptMessage, McpResource, McpResourceRequest } from './mcp-handlers.js';
export {
  asToolContent,
  type ContentBlock,
  type EmbeddedResource,
  type ToolContent,
  toolContent,
} from './tool-content.js';
