import { EngineError } from '../common/errors.js';
import type {
  ActionHandler,
  ActionMethod,
  ContainerDataProvider,
  Handler,
  ResponseTransformer,
  RuleTaskHandler,
  RuleTaskMethod,
  StepHook,
  ToolGroupAdapter,
  ToolHandler,
  WorkflowHandler,
} from './handlers.js';
import type {
  HttpApiApiProcessorToolHandler,
  HttpApiRequestingToolHandler,
  HttpApiResponseMapper,
} from './http-api.js';
import type { McpPrompt, McpResource } from './mcp-handlers.js';

/** What answers one tool: by its own code, by a request, or in steps. */
type AnyToolHandler = ToolHandler | HttpApiRequestingToolHandler | HttpApiApiProcessorToolHandler;

/**
 * What consumers plugged in, by the names rows use. Names are compared without regard to case.
 * Two handlers of one name are refused: which of them would run must not depend on the order of files.
 */
export class Handlers {
  private readonly actions = new Map<string, ActionHandler>();
  private readonly tools = new Map<string, AnyToolHandler>();
  private readonly responseMappers = new Map<string, HttpApiResponseMapper>();
  private readonly toolGroups = new Map<string, ToolGroupAdapter>();
  private readonly workflowHandlers = new Map<string, WorkflowHandler>();
  private readonly ruleTasks = new Map<string, RuleTaskHandler>();
  private readonly transformers: ResponseTransformer[] = [];
  private readonly resources = new Map<string, McpResource>();
  private readonly prompts = new Map<string, McpPrompt>();
  private container: ContainerDataProvider | undefined;
  readonly stepHooks: StepHook[] = [];

  /** @throws EngineError HANDLER_INVALID when the name is taken already */
  add(handler: Handler): void {
    switch (handler.kind) {
      case 'action':
        put(this.actions, handler.name, handler);
        break;
      case 'tool':
      case 'http-api-request':
      case 'http-api-processor':
        put(this.tools, handler.toolCode, handler);
        break;
      case 'response-mapper':
        put(this.responseMappers, handler.name, handler);
        break;
      case 'tool-group':
        put(this.toolGroups, handler.toolGroup, handler);
        break;
      case 'workflow':
        put(this.workflowHandlers, `${handler.name}\n${handler.version ?? ''}`, handler, handler.name);
        break;
      case 'rule-task':
        put(this.ruleTasks, handler.name, handler);
        break;
      case 'response-transformer':
        this.transformers.push(handler);
        break;
      case 'container-data':
        if (this.container) throw new EngineError('HANDLER_INVALID', 'Two container-data providers are registered.');
        this.container = handler;
        break;
      case 'step-hook':
        this.stepHooks.push(handler);
        break;
      case 'mcp-resource':
        put(this.resources, handler.uri, handler);
        break;
      case 'mcp-prompt':
        put(this.prompts, handler.name, handler);
    }
  }

  action(name: string): ActionHandler | undefined {
    return this.actions.get(keyOf(name));
  }

  actionMethod(name: string, method: string): ActionMethod | undefined {
    const methods = this.action(name)?.methods ?? {};
    return Object.hasOwn(methods, method) ? methods[method] : undefined;
  }

  ruleTaskMethod(name: string, method: string): RuleTaskMethod | undefined {
    const methods = this.ruleTasks.get(keyOf(name))?.methods ?? {};
    return Object.hasOwn(methods, method) ? methods[method] : undefined;
  }

  tool(code: string): ToolHandler | undefined {
    const handler = this.tools.get(keyOf(code));
    return handler?.kind === 'tool' ? handler : undefined;
  }

  /** In the order they were registered. */
  get toolHandlers(): ToolHandler[] {
    return [...this.tools.values()].filter((handler) => handler.kind === 'tool');
  }

  /** What answers an HTTP_API tool by a request or in steps; it is run by the executor of that group. */
  httpApiTool(code: string): HttpApiRequestingToolHandler | HttpApiApiProcessorToolHandler | undefined {
    const handler = this.tools.get(keyOf(code));
    return handler?.kind === 'tool' ? undefined : handler;
  }

  responseMapper(name: string): HttpApiResponseMapper | undefined {
    return this.responseMappers.get(keyOf(name));
  }

  toolGroup(group: string): ToolGroupAdapter | undefined {
    return this.toolGroups.get(keyOf(group));
  }

  /** @param version left out: the greatest there is */
  workflow(name: string, version?: string): WorkflowHandler | undefined {
    const all = [...this.workflowHandlers.values()].filter((one) => keyOf(one.name) === keyOf(name));
    if (version !== undefined) return all.find((one) => (one.version ?? '') === version);
    return all.reduce<WorkflowHandler | undefined>(
      (best, one) => (best && !isNewer(one, best) ? best : one),
      undefined,
    );
  }

  /** Of each name the one that a new run begins on. */
  workflows(): WorkflowHandler[] {
    return [...this.workflowHandlers.values()].filter((one) => this.workflow(one.name) === one);
  }

  get containerData(): ContainerDataProvider | undefined {
    return this.container;
  }

  /** In the order they were registered. */
  get mcpResources(): McpResource[] {
    return [...this.resources.values()];
  }

  /** In the order they were registered. */
  get mcpPrompts(): McpPrompt[] {
    return [...this.prompts.values()];
  }

  /** Transformers of a scope, in the order they were registered. */
  transformersFor(intent: string, state: string): ResponseTransformer[] {
    const matches = (wanted: string, actual: string) =>
      keyOf(wanted) === 'any' || keyOf(wanted) === '*' || keyOf(wanted) === keyOf(actual);
    return this.transformers.filter((one) => matches(one.intent, intent) && matches(one.state, state));
  }

  hasAction(name: string, method: string): boolean {
    return this.actionMethod(name, method) !== undefined;
  }

  hasRuleTask(name: string, method: string): boolean {
    return this.ruleTaskMethod(name, method) !== undefined;
  }
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

function isNewer(one: WorkflowHandler, other: WorkflowHandler): boolean {
  return (one.version ?? '').localeCompare(other.version ?? '', 'en', { numeric: true }) > 0;
}

/** @param said what is said to be taken, where the key says more than the name */
function put<T extends Handler>(handlers: Map<string, T>, name: string, handler: T, said = name): void {
  if (handlers.has(keyOf(name))) {
    const kinds = new Set([handlers.get(keyOf(name))?.kind, handler.kind]);
    const text = `Two handlers of kind "${[...kinds].join('" and "')}" are called "${said}".`;
    throw new EngineError('HANDLER_INVALID', text);
  }
  handlers.set(keyOf(name), handler);
}
