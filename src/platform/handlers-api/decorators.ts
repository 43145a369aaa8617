import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import type { SideEffect } from './calls.js';
import type { WorkflowOptions } from './handlers.js';
import type { McpPrompt, McpResource } from './mcp-handlers.js';

/** Where the decorators below leave what they were given. */
export const HANDLER_METADATA = 'convengine:handler';

/** What a decorated provider is; its methods are read from the instance Nest made. */
export type HandlerMetadata =
  | { readonly kind: 'action'; readonly name: string }
  | { readonly kind: 'rule-task'; readonly name: string }
  | { readonly kind: 'tool'; readonly toolCode: string; readonly sideEffect?: SideEffect }
  | { readonly kind: 'http-api-request'; readonly toolCode: string; readonly sideEffect?: SideEffect }
  | { readonly kind: 'http-api-processor'; readonly toolCode: string; readonly sideEffect?: SideEffect }
  | { readonly kind: 'response-mapper'; readonly name: string }
  | { readonly kind: 'tool-group'; readonly toolGroup: string; readonly sideEffect?: SideEffect }
  | ({ readonly kind: 'workflow'; readonly name: string } & WorkflowOptions)
  | { readonly kind: 'response-transformer'; readonly intent: string; readonly state: string }
  | { readonly kind: 'container-data' }
  | { readonly kind: 'step-hook' }
  | Omit<McpResource, 'read' | 'complete'>
  | Omit<McpPrompt, 'render' | 'complete'>;

/** Marks a Nest provider whose methods carry out actions: `name` is `ce_pending_action.bean_name`. */
export const ActionHandlerProvider = (name: string) => mark({ kind: 'action', name });

/** Marks a Nest provider whose methods compute something for SET_TASK rules. */
export const RuleTaskProvider = (name: string) => mark({ kind: 'rule-task', name });

/** Marks a Nest provider with an `execute(call)` that answers one tool. */
export const ToolHandlerProvider = (toolCode: string, options: { sideEffect?: SideEffect } = {}) =>
  mark({ kind: 'tool', toolCode, ...options });

/** Marks a Nest provider with a `requestSpec(call)`: the request that answers one HTTP_API tool. */
export const HttpApiRequestingToolHandlerProvider = (toolCode: string, options: { sideEffect?: SideEffect } = {}) =>
  mark({ kind: 'http-api-request', toolCode, ...options });

/** Marks a Nest provider with a `wsHandler(call)` that answers one HTTP_API tool in steps. */
export const HttpApiApiProcessorToolHandlerProvider = (toolCode: string, options: { sideEffect?: SideEffect } = {}) =>
  mark({ kind: 'http-api-processor', toolCode, ...options });

/** Marks a Nest provider with a `map(document)` that response mappings name. */
export const ResponseMapperProvider = (name: string) => mark({ kind: 'response-mapper', name });

/** Marks a Nest provider with an `execute(call)` that answers every tool of a group without a handler of its own. */
export const ToolGroupAdapterProvider = (toolGroup: string, options: { sideEffect?: SideEffect } = {}) =>
  mark({ kind: 'tool-group', toolGroup, ...options });

/** Marks a Nest provider with a `run(call)` that is a workflow of the group WORKFLOW_ACTION. */
export const WorkflowProvider = (name: string, options: WorkflowOptions = {}) =>
  mark({ kind: 'workflow', name, ...options });

/** Marks a Nest provider with a `transform(payload, call)` that changes replies of a scope. */
export const ResponseTransformerProvider = (intent: string, state: string) =>
  mark({ kind: 'response-transformer', intent, state });

/** Marks the Nest provider whose `load(request)` fetches container data. */
export const ContainerDataProviderHandler = () => mark({ kind: 'container-data' });

/** Marks a Nest provider with `beforeStep`, `afterStep` or `onStepError`. */
export const StepHookProvider = () => mark({ kind: 'step-hook' });

/** Marks a Nest provider with a `read(request)`, and perhaps a `complete(name, begun)`, as a resource. */
export const McpResourceProvider = (uri: string, about: Omit<McpResource, 'kind' | 'uri' | 'read' | 'complete'>) =>
  mark({ kind: 'mcp-resource', uri, ...about });

/** Marks a Nest provider with a `render(args)`, and perhaps a `complete(name, begun)`, as a prompt. */
export const McpPromptProvider = (name: string, about: Omit<McpPrompt, 'kind' | 'name' | 'render' | 'complete'> = {}) =>
  mark({ kind: 'mcp-prompt', name, ...about });

function mark(metadata: HandlerMetadata): ClassDecorator {
  return applyDecorators(Injectable(), SetMetadata(HANDLER_METADATA, metadata)) as ClassDecorator;
}
