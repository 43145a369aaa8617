import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import {
  type ActionHandler,
  type ActionOutcome,
  done,
  failed,
  type Handler,
  inDoubt,
  type RuleTaskHandler,
  type ToolHandler,
} from '../../platform/handlers-api/index.js';
import { ToolError } from '../../tools/index.js';
import type { ActionStub, Stubs, ToolStub } from './flow-test-file.js';

/** One call of a handler or of a stub in its place. */
export interface PerformedCall {
  /** The key of the action, or the code of the tool. */
  readonly name: string;
  /** BEAN.METHOD of an action; the code of a tool. */
  readonly by: string;
  readonly isEffect: boolean;
  readonly arguments: JsonObject;
}

/** Beans with their methods, and tools, that the rows of a flow name. */
export interface NamedByRows {
  readonly actions: readonly (readonly [bean: string, method: string])[];
  readonly ruleTasks: readonly (readonly [bean: string, method: string])[];
  readonly tools: readonly string[];
}

/**
 * Stands between the engine and everything outside of it. A handler that was loaded is run; in the place of each that the
 * rows name and that was not, a stub answers. What was called is written down, by conversation.
 */
export class PerformedCalls {
  readonly #calls = new Map<string, PerformedCall[]>();
  readonly #stubs = new Map<string, Stubs>();

  /** What is said of one conversation goes before what is said of all. */
  stub(conversationId: string, stubs: readonly (Stubs | undefined)[]): void {
    const given = stubs.filter((one) => one !== undefined);
    this.#stubs.set(conversationId, {
      actions: Object.assign({}, ...given.map(({ actions }) => lowered(actions))),
      tools: Object.assign({}, ...given.map(({ tools }) => lowered(tools))),
    });
  }

  /** The calls of a conversation since this was asked for the last time. */
  take(conversationId: string): PerformedCall[] {
    const calls = this.#calls.get(conversationId) ?? [];
    this.#calls.delete(conversationId);
    return calls;
  }

  /** The handlers of a test: those that were loaded, and stubs for the others that the rows name. */
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
      ...missing(named.tools, realTools).map((code) => this.stubbedTool(code)),
    ];
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
      this.note(call.conversationId, { name: call.actionKey, by, isEffect: true, arguments: call.arguments });
      const stub = this.#stubs.get(call.conversationId)?.actions[by.toLowerCase()];
      if (stub) return outcomeOf(stub);
      return handler?.methods[method]?.(call) ?? done({});
    };
  }

  private realTool(handler: ToolHandler): ToolHandler {
    return { ...handler, execute: (call) => this.answer(call, () => handler.execute(call)) };
  }

  private stubbedTool(toolCode: string): ToolHandler {
    const nothing = () => {
      throw new ToolError(`nothing answers ${toolCode} in this test: add it to stubs.tools`);
    };
    return { kind: 'tool', toolCode, execute: (call) => this.answer(call, nothing) };
  }

  private answer(call: Parameters<ToolHandler['execute']>[0], otherwise: () => unknown): unknown {
    const { conversationId, toolCode, idempotencyKey } = call;
    const isEffect = idempotencyKey !== null;
    this.note(conversationId, { name: toolCode, by: toolCode, isEffect, arguments: call.arguments });
    const stub = this.#stubs.get(conversationId)?.tools[toolCode.toLowerCase()];
    return stub ? resultOf(stub) : otherwise();
  }

  private note(conversationId: string, call: PerformedCall): void {
    this.#calls.set(conversationId, [...(this.#calls.get(conversationId) ?? []), call]);
  }
}

function outcomeOf(stub: ActionStub): ActionOutcome {
  if ('done' in stub) return done(stub.done);
  return 'failed' in stub ? failed(stub.failed, stub) : inDoubt(stub['in-doubt']);
}

function resultOf({ result, error }: ToolStub): JsonValue {
  if (error !== undefined) throw new ToolError(error);
  return result ?? {};
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

function lowered<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key.toLowerCase(), value]));
}
