// The public API for applications that embed the engine or write handlers. What is exported here is kept stable.

export { type MessageResponse, type TurnRequest, type TurnResponse, TurnService } from '../engine/turn/index.js';
export type { ConversationResult, CoveredTable, FailedTurn, FlowTestResult } from '../interfaces/flow-tests/index.js';
export { configureApp, createFastifyAdapter } from '../interfaces/http/index.js';
export { EngineError, ERRORS, type ErrorCode, type ErrorData, hasCode } from '../platform/common/errors.js';
export type { JsonObject, JsonValue } from '../platform/common/json.js';
export { inTenant } from '../platform/common/tenant.js';
export { type ConvEngineConfig, loadConfig } from '../platform/config/index.js';
export {
  type ActionCall,
  type ActionHandler,
  ActionHandlerProvider,
  type ActionMethod,
  type ActionOutcome,
  type ApiProcessorContext,
  type ApprovalOutcome,
  type ApprovalRequest,
  type Attachment,
  type CallContext,
  type ContainerDataProvider,
  ContainerDataProviderHandler,
  type ContainerRequest,
  type ContentBlock,
  done,
  type EmbeddedResource,
  failed,
  type Handler,
  type HandlerDatabase,
  type HttpApiApiProcessorToolHandler,
  HttpApiApiProcessorToolHandlerProvider,
  type HttpApiAuthSpec,
  type HttpApiPolicy,
  type HttpApiRequestingToolHandler,
  HttpApiRequestingToolHandlerProvider,
  type HttpApiRequestSpec,
  type HttpApiResponseMapper,
  type HttpApiResponseMapping,
  type HttpApiResult,
  inDoubt,
  type McpCall,
  type McpCompleter,
  type McpElicited,
  type McpLogLevel,
  type McpPrompt,
  type McpPromptMessage,
  McpPromptProvider,
  type McpResource,
  McpResourceProvider,
  type McpResourceRequest,
  type McpSample,
  type McpSampling,
  type ReplyPayload,
  ResponseMapperProvider,
  type ResponseTransformer,
  ResponseTransformerProvider,
  type RestWebServiceHandler,
  type RuleTaskCall,
  type RuleTaskHandler,
  type RuleTaskMethod,
  RuleTaskProvider,
  type SideEffect,
  type StepCall,
  type StepHook,
  StepHookProvider,
  type StepOptions,
  type ToolCall,
  type ToolContent,
  type ToolGroupAdapter,
  ToolGroupAdapterProvider,
  type ToolHandler,
  ToolHandlerProvider,
  type TransformedReply,
  toolContent,
  type WorkflowCall,
  type WorkflowHandler,
  WorkflowProvider,
} from '../platform/handlers-api/index.js';
export { type LlmAnswer, type LlmClient, LlmError, type LlmErrorCode, type LlmRequest } from '../platform/llm/index.js';
export { verifyWebhook, type WebhookHeaders } from '../platform/outbox/index.js';
export type { SecretReference } from '../platform/secrets/index.js';
export { type ArgumentShape, type ArgumentsOf, readArguments, ToolError } from '../tools/index.js';
export { ConvEngineModule, type ConvEngineOptions } from './conv-engine.module.js';
export { testFlow } from './test-flow.js';
