import type { JsonObject } from '../../platform/common/json.js';
import {
  type ActionCall,
  type ActionHandler,
  type ActionOutcome,
  done,
  type Handler,
  type RuleTaskHandler,
  type ToolCall,
  type ToolHandler,
} from '../../platform/handlers-api/index.js';
import type { LlmPurpose } from '../../platform/llm/index.js';
import { ToolError } from '../../tools/index.js';

/** One call of a handler or of what stands in for it. */
export interface PerformedCall {
  /** The key of the action, or the code of the tool. */
  readonly name: string;
  /** BEAN.METHOD of an action; the code of a tool. */
  readonly by: string;
  readonly isEffect: boolean;
  readonly arguments: JsonObject;
  /** What the handler threw, and where; undefined where it threw nothing. */
  threw?: string;
}

/** What answers in one conversation in the place of handlers and tools. */
export interface StandIn {
  /** Undefined where the handler itself is to be run; one that was not loaded is done, and gives `{}`. */
  action(call: ActionCall, by: string): ActionOutcome | undefined;
  /**
   * The result within a list of one; undefined where the handler itself is to be run. One that was not loaded fails.
   * @throws ToolError where the tool is to fail
   */
  tool(call: ToolCall): readonly [unknown] | undefined;
  /** What a model answers in this step of the turn; undefined where none does, and the turn goes on without. */
  model(step: string): string | undefined;
}

/** Beans with their methods, and tools, that the rows of a flow name. */
export interface NamedByRows {
  readonly actions: readonly (readonly [bean: string, method: string])[];
  readonly ruleTasks: readonly (readonly [bean: string, method: string])[];
  readonly tools: readonly string[];
}

/**
 * Stands between the engine and everything outside of it. A handler that was loaded is run; in the place of each that the
 * rows name and that was not, something stands in. What was called is written down, by conversation.
 */
export class PerformedCalls {
  readonly #calls = new Map<string, PerformedCall[]>();
  readonly #standIns = new Map<string, StandIn>();

  /** From now on this answers in a conversation. */
  standIn(conversationId: string, standIn: StandIn): void {
    this.#standIns.set(conversationId, standIn);
  }

  /** The calls of a conversation since this was asked for the last time. */
  take(conversationId: string): PerformedCall[] {
    const calls = this.#calls.get(conversationId) ?? [];
    this.#calls.delete(conversationId);
    return calls;
  }

  /** Nothing more will be asked of a conversation. */
  forget(conversationId: string): void {
    this.#calls.delete(conversationId);
    this.#standIns.delete(conversationId);
  }

  /** The handlers of an engine: those that were loaded, and stand-ins for the others that the rows name. */
  handlers(loaded: readonly Handler[], named: NamedByRows): Handler[] {
    const others = loaded.filter(({ kind }) => kind !== 'action' && kind !== 'tool');
    const tasks = new Set(loaded.flatMap((one) => (one.kind === 'rule-task' ? [one.name.toLowerCase()] : [])));
    const real = loaded.filter((one) => one.kind === 'action');
    const realTools = loaded.filter((one) => one.kind === 'tool');
    return [
      ...others,
      ...this.actionHandlers(real, named.actions),
      ...byBean(named.ruleTasks.filter(([bean]) => !tasks.has(bean.toLowerCase()))).map(idleTask),
      ...realTools.map((handler) => this.realTool(handler)),
      ...missing(named.tools, realTools).map((code) => this.missingTool(code)),
    ];
  }

  /** What stands in for the model's answer; undefined where nothing does. */
  modelAnswer({ conversationId, step }: LlmPurpose): string | undefined {
    return this.#standIns.get(conversationId)?.model(step);
  }

  private actionHandlers(real: readonly ActionHandler[], named: NamedByRows['actions']): ActionHandler[] {
    const pairs = [
      ...real.flatMap(({ name, methods }) => Object.keys(methods).map((m) => [name, m] as const)),
      ...named,
    ];
    return byBean(pairs).map(([name, methods]) => {
      const handler = real.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return {
        kind: 'action',
        name,
        methods: Object.fromEntries(methods.map((m) => [m, this.method(name, m, handler)])),
      };
    });
  }

  private method(bean: string, method: string, handler: ActionHandler | undefined): ActionHandler['methods'][string] {
    const by = `${bean}.${method}`;
    return (call) => {
      const performed = { name: call.actionKey, by, isEffect: true, arguments: call.arguments };
      this.note(call.conversationId, performed);
      const outcome = this.#standIns.get(call.conversationId)?.action(call, by);
      return outcome ?? watched(performed, async () => (await handler?.methods[method]?.(call)) ?? done({}));
    };
  }

  private realTool(handler: ToolHandler): ToolHandler {
    return {
      ...handler,
      execute: (call) => this.answer(call, (performed) => watched(performed, async () => handler.execute(call))),
    };
  }

  private missingTool(toolCode: string): ToolHandler {
    const nothing = () => {
      throw new ToolError(`nothing answers ${toolCode} here: add it to stubs.tools`);
    };
    return { kind: 'tool', toolCode, execute: (call) => this.answer(call, nothing) };
  }

  private answer(call: ToolCall, otherwise: (performed: PerformedCall) => unknown): unknown {
    const { conversationId, toolCode, idempotencyKey } = call;
    const isEffect = idempotencyKey !== null;
    const performed = { name: toolCode, by: toolCode, isEffect, arguments: call.arguments };
    this.note(conversationId, performed);
    const result = this.#standIns.get(conversationId)?.tool(call);
    return result ? result[0] : otherwise(performed);
  }

  private note(conversationId: string, call: PerformedCall): void {
    this.#calls.set(conversationId, [...(this.#calls.get(conversationId) ?? []), call]);
  }
}

/** Keeps what a handler throws for those who have written it: the engine tells users and the audit that it failed, and no more. */
async function watched<T>(performed: PerformedCall, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    performed.threw = thrown(error);
    throw error;
  }
}

/** `TypeError: …`, and the first place of its stack. */
function thrown(error: unknown): string {
  const [, place = ''] = (error instanceof Error && error.stack?.match(/^\s*(at .+)$/mu)) || [];
  return [String(error), place].filter((part) => part !== '').join(' ');
}

function idleTask([name, methods]: readonly [string, readonly string[]]): RuleTaskHandler {
  return { kind: 'rule-task', name, methods: Object.fromEntries(methods.map((method) => [method, () => ({})])) };
}

/** Each bean once, by names without regard to case. */
function byBean(pairs: readonly (readonly [string, string])[]): [string, string[]][] {
  const beans = new Map<string, [string, Set<string>]>();
  for (const [bean, method] of pairs) {
    const entry = beans.get(bean.toLowerCase()) ?? [bean, new Set<string>()];
    beans.set(bean.toLowerCase(), entry);
    entry[1].add(method);
  }
  return [...beans.values()].map(([bean, methods]) => [bean, [...methods]]);
}

function missing(codes: readonly string[], handlers: readonly ToolHandler[]): string[] {
  const known = new Set(handlers.map(({ toolCode }) => toolCode.toLowerCase()));
  return codes.filter((code) => !known.has(code.toLowerCase()));
}
