import type { AuditEvent } from '../../platform/audit/index.js';
import type { JsonValue } from '../../platform/common/json.js';
import { type ActionStub, recordedAnswers, type StoredOutcome, type ToolStub } from './recorded-answers.js';

/** An answer that has not been given yet. */
interface Waiting<Stub> {
  readonly stub: Stub;
  /** As JSON text; undefined where the record does not say with what it was called. */
  readonly arguments: string | undefined;
}

/**
 * How actions and tools answered, to be answered once more: first where the arguments are the same, then in order. Who is
 * asked more often than then says the last again.
 */
export class AnswersAgain {
  readonly #actions = new Map<string, Waiting<ActionStub>[]>();
  readonly #tools = new Map<string, Waiting<ToolStub>[]>();

  /** @param proposals what became of actions, by their ids */
  constructor(events: readonly AuditEvent[], proposals: ReadonlyMap<string, StoredOutcome>) {
    for (const answer of recordedAnswers(events, proposals)) {
      if (answer.kind === 'action') add(this.#actions, answer.key, { stub: answer.stub, arguments: undefined });
      else
        add(this.#tools, answer.code.toLowerCase(), { stub: answer.stub, arguments: JSON.stringify(answer.arguments) });
    }
  }

  /** Undefined for one that was never done then. */
  action(key: string, args: JsonValue): ActionStub | undefined {
    return take(this.#actions.get(key), args);
  }

  /** Undefined for one that was never called then. @param code in any case */
  tool(code: string, args: JsonValue): ToolStub | undefined {
    return take(this.#tools.get(code.toLowerCase()), args);
  }
}

function add<Stub>(waiting: Map<string, Waiting<Stub>[]>, name: string, answer: Waiting<Stub>): void {
  waiting.set(name, [...(waiting.get(name) ?? []), answer]);
}

/** The last one is given again and again. */
function take<Stub>(waiting: Waiting<Stub>[] | undefined, args: JsonValue): Stub | undefined {
  if (!waiting || waiting.length === 1) return waiting?.[0]?.stub;
  const same = waiting.findIndex((one) => one.arguments === JSON.stringify(args));
  return waiting.splice(Math.max(0, same), 1)[0]?.stub;
}
