import type { AuditEvent } from '../../platform/audit/index.js';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { type LlmClient, LlmError, type LlmRequest } from '../../platform/llm/index.js';
import { ToolError } from '../../tools/index.js';
import { AnswersAgain, type StoredOutcome } from '../comparison/index.js';
import { ActionNotDone, type Withheld, type Withholding } from './withheld.js';

const ASKED = '_LLM_INPUT';
const ANSWERED = '_LLM_OUTPUT';

/** Answers as what is outside has answered in a turn; notes what was not asked then. */
export class AnsweredAgain implements Withholding {
  readonly unrecorded = new Set<string>();
  readonly #answers: AnswersAgain;
  readonly #ofModels: Map<string, JsonValue[]>;

  /** @param proposals what became of the turn's actions, by their ids */
  constructor(events: readonly AuditEvent[], proposals: ReadonlyMap<string, StoredOutcome>) {
    this.#answers = new AnswersAgain(events, proposals);
    const answers = events.filter(({ stage }) => stage.endsWith(ANSWERED));
    const byWho = Map.groupBy(answers, ({ stage }) => stage.slice(0, -ANSWERED.length));
    this.#ofModels = new Map([...byWho].map(([who, some]) => [who, some.map(({ payload }) => payload.output ?? null)]));
  }

  note({ kind, name, arguments: args }: Pick<Withheld, 'kind' | 'name' | 'arguments'>): JsonValue | undefined {
    if (kind === 'ACTION') return this.action(name, args);
    return kind === 'TOOL' ? this.tool(name, args) : undefined;
  }

  /** @param lastStage what the turn that asks has noted last: by it one knows who asks */
  model(available: boolean, lastStage: () => string): LlmClient {
    const answer = async ({ purpose }: LlmRequest): Promise<JsonValue> => {
      const stage = lastStage();
      const next = this.#ofModels.get(stage.slice(0, -ASKED.length))?.shift();
      if (next !== undefined) return next;
      this.unrecorded.add(`model in ${purpose.step}`);
      const about = { step: purpose.step, provider: 'stand-in', model: 'stand-in' };
      throw new LlmError('LLM_CALL_FAILED', 'was not asked then', about);
    };
    return { available, text: async (request) => String(await answer(request)), json: answer };
  }

  private action(name: string, args: JsonObject): JsonValue | undefined {
    const stub = this.#answers.action(name, args);
    if (!stub) return this.result(name, args) ?? this.unknown(`action ${name}`);
    if ('done' in stub) return stub.done;
    if ('in-doubt' in stub) throw new ActionNotDone(stub['in-doubt'], 'in-doubt');
    throw new ActionNotDone(stub.failed, stub.retryable ? 'retryable' : 'failed');
  }

  private tool(name: string, args: JsonObject): JsonValue {
    const result = this.result(name, args);
    if (result !== undefined) return result;
    this.unknown(`tool ${name.toLowerCase()}`);
    throw new ToolError(`${name} was not called then: what it gives is not known`);
  }

  /** @throws ToolError where the tool has failed */
  private result(name: string, args: JsonObject): JsonValue | undefined {
    const stub = this.#answers.tool(name, args);
    if (stub?.error !== undefined) throw new ToolError(stub.error);
    return stub && structuredClone(stub.result ?? {});
  }

  private unknown(what: string): undefined {
    this.unrecorded.add(what);
  }
}
