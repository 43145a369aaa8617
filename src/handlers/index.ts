export {
  ActionHandlerProvider,
  ContainerDataProviderHandler,
  ResponseTransformerProvider,
  RuleTaskProvider,
  StepHookProvider,
  ToolGroupAdapterProvider,
  ToolHandlerProvider,
} from './decorators.js';
export { discoverHandlers } from './discover-handlers.js';
export { Handlers } from './handler-registry.js';
export {
  type ActionCall,
  type ActionHandler,
  type ActionMethod,
  type ActionOutcome,
  type CallContext,
  type ContainerDataProvider,
  type ContainerRequest,
  done,
  failed,
  type Handler,
  type HandlerDatabase,
  inDoubt,
  type ReplyPayload,
  type ResponseTransformer,
  type RuleTaskCall,
  type RuleTaskHandler,
  type RuleTaskMethod,
  type SideEffect,
  type StepHook,
  type ToolCall,
  type ToolGroupAdapter,
  type ToolHandler,
  type TransformedReply,
} from './handlers.js';
export { loadHandlers } from './load-handlers.js';
