// The public API for applications that embed the engine or write handlers. What is exported here is kept stable.
export { EngineError, ERRORS, type ErrorCode } from './common/errors.js';
export type { JsonObject, JsonValue } from './common/json.js';
export { type ConvEngineConfig, loadConfig } from './config/index.js';
export { ConvEngineModule, type ConvEngineOptions } from './conv-engine.module.js';
export {
  type ActionCall,
  type ActionHandler,
  ActionHandlerProvider,
  type ActionMethod,
  type ActionOutcome,
  type ApiProcessorContext,
  type CallContext,
  type ContainerDataProvider,
  ContainerDataProviderHandler,
  type ContainerRequest,
  done,
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
  type StepHook,
  StepHookProvider,
  type ToolCall,
  type ToolGroupAdapter,
  ToolGroupAdapterProvider,
  type ToolHandler,
  ToolHandlerProvider,
  type TransformedReply,
  type WorkflowCall,
  type WorkflowHandler,
  WorkflowProvider,
} from './handlers/index.js';
export { configureApp, createFastifyAdapter } from './http/index.js';
export type { SecretReference } from './secrets/index.js';
export { ToolError } from './tools/index.js';
export { type MessageResponse, type TurnRequest, type TurnResponse, TurnService } from './turn/index.js';
export { verifyWebhook, type WebhookHeaders } from './webhooks/index.js';
