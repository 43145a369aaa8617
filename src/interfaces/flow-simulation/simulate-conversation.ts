import { randomUUID } from 'node:crypto';
import { hashArguments } from '../../engine/pending-action/index.js';
import type { MessageResponse } from '../../engine/turn/index.js';
import type { AuditEvent } from '../../platform/audit/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { isJsonObject, type JsonObject, parseJson } from '../../platform/common/json.js';
import type { FlowEngine, PerformedCall } from '../flow-engine/index.js';
import type { Coverage } from '../flow-tests/index.js';
import { asks, type Move, type SimulatedUser, type Situation } from './simulated-user.js';

/** One turn of a simulated conversation. */
export interface SimulatedTurn {
  readonly move: Move;
  /** Undefined where the message was refused. */
  readonly reply: MessageResponse | undefined;
  readonly calls: readonly PerformedCall[];
}

/** What a simulated user can meet that no user should. */
export type ProblemKind =
  | 'executed without a question'
  | 'an error'
  | 'asks again for what was said'
  | 'a question that a yes does not answer'
  | 'no end';

export interface Problem {
  readonly kind: ProblemKind;
  /** Intent, state and what else tells it from others. */
  readonly where: string;
}

/** A simulated conversation, from its beginning to its end. */
export interface SimulatedConversation {
  readonly goal: string;
  readonly turns: readonly SimulatedTurn[];
  readonly problem: Problem | undefined;
}

/** The same value is asked for so often before it counts as a loop. */
const MOST_TIMES_ASKED = 3;

/** Lets a user talk until they have nothing more to say, have met a problem, or have said as much as they may. All of it is said at one time. */
export async function simulateConversation(
  engine: FlowEngine,
  coverage: Coverage,
  goal: string,
  user: SimulatedUser,
  { mostTurns, nowMs }: { readonly mostTurns: number; readonly nowMs: number },
): Promise<SimulatedConversation> {
  const talk = new Talk(engine, coverage, user.yes, nowMs);
  for (let move: Move | undefined = user.begin(); move; ) {
    const situation = await talk.take(move);
    const next = situation && !talk.problem ? user.next(situation) : undefined;
    if (next && talk.turns.length >= mostTurns) talk.note('no end');
    move = talk.problem ? undefined : next;
  }
  talk.end();
  return { goal, turns: talk.turns, problem: talk.problem };
}

class Talk {
  readonly turns: SimulatedTurn[] = [];
  problem: Problem | undefined;
  readonly #id = randomUUID();
  readonly #asked = new Map<string, number>();
  /** The key of each action that was asked about, by its id. */
  readonly #actionKeys = new Map<string, string>();
  #isDone = false;
  #hasValues = false;
  #last: MessageResponse | undefined;

  constructor(
    private readonly engine: FlowEngine,
    private readonly coverage: Coverage,
    private readonly yes: string,
    private readonly nowMs: number,
  ) {
    // Tools give nothing, actions are done, and no model answers.
    engine.calls.standIn(this.#id, { action: () => undefined, tool: () => [{}], model: () => undefined });
  }

  /** @returns what is open then; undefined where the message was refused */
  async take(move: Move): Promise<Situation | undefined> {
    const before = this.#last;
    const reply = await this.say(move);
    const calls = this.engine.calls.take(this.#id);
    this.turns.push({ move, reply, calls });
    if (!reply) return undefined;
    this.#last = reply;
    const events = await this.engine.takeEvents(this.#id);
    this.coverage.note(events);
    const effects = calls.filter(({ isEffect }) => isEffect);
    this.#isDone ||= effects.length > 0;
    const agrees = 'user' in move ? move.user === this.yes : move.press === 'yes';
    if (!wereAsked(effects, agrees ? this.questionsOf(before) : [])) this.note('executed without a question');
    this.noteActions(events);
    if (!reply.success) this.note('an error', reply.errorCode ?? '');
    const missing = missingOf(events, this.engine.rows.schemas);
    for (const [name] of missing.slice(0, 1)) this.countAsked(name, reply);
    this.#hasValues ||= events.some(({ payload }) => payload.hasAnySchemaValue === true);
    const isMoved = missing.length > 0 || effects.length > 0 || reply.pendingActions.length > 0;
    if (agrees && !isMoved && this.#hasValues && before && asks(before) && isInPlace(before, reply)) {
      this.note('a question that a yes does not answer');
    }
    return { reply, missing, isDone: this.#isDone };
  }

  note(kind: ProblemKind, detail = ''): void {
    const { intent = '', state = '' } = this.#last ?? {};
    this.problem ??= { kind, where: [`${intent}/${state}`, detail].filter((part) => part !== '').join(' ') };
  }

  end(): void {
    this.engine.forget(this.#id);
  }

  private async say(move: Move): Promise<MessageResponse | undefined> {
    try {
      if ('user' in move) return await this.engine.say(this.#id, this.nowMs, { message: move.user });
      const { actionId = '', revision = 0 } = this.#last?.pendingActions[0] ?? {};
      const decision = move.press === 'yes' ? 'CONFIRM' : 'REJECT';
      return await this.engine.say(this.#id, this.nowMs, { inReplyTo: { actionId, revision }, decision });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.note('an error', error.code);
      return undefined;
    }
  }

  private noteActions(events: readonly AuditEvent[]): void {
    for (const { stage, payload } of events) {
      if (stage !== 'PENDING_ACTION_LIFECYCLE') continue;
      this.#actionKeys.set(String(payload.proposalId), String(payload.actionKey));
    }
  }

  private questionsOf(reply: MessageResponse | undefined): AskedAction[] {
    return (reply?.pendingActions ?? []).map(({ actionId, argumentsHash }) => ({
      actionKey: this.#actionKeys.get(actionId) ?? '',
      argumentsHash,
    }));
  }

  private countAsked(name: string, { intent, state }: MessageResponse): void {
    const key = `${intent}/${state} ${name}`;
    const times = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, times);
    if (times > MOST_TIMES_ASKED) this.note('asks again for what was said', name);
  }
}

/** What a question was about. */
export interface AskedAction {
  readonly actionKey: string;
  readonly argumentsHash: string;
}

/** Whether each execution has a question of its own, for this action and exactly these arguments. */
export function wereAsked(effects: readonly PerformedCall[], questions: readonly AskedAction[]): boolean {
  const left = [...questions];
  return effects.every(({ name, arguments: args }) => {
    const hash = hashArguments(args);
    const at = left.findIndex(({ actionKey, argumentsHash }) => actionKey === name && argumentsHash === hash);
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}

function isInPlace(before: MessageResponse, { intent, state }: MessageResponse): boolean {
  return before.intent === intent && before.state === state;
}

function missingOf(events: readonly AuditEvent[], schemas: FlowEngine['rows']['schemas']): Situation['missing'] {
  const status = events.findLast(({ stage }) => stage === 'SCHEMA_STATUS')?.payload;
  const names = status?.missingRequiredFields;
  if (!Array.isArray(names)) return [];
  const properties = propertiesOf(schemas.find(({ schemaId }) => schemaId === status?.schemaId)?.jsonSchema);
  return names.map((name) => {
    const schema = properties[String(name)];
    return [String(name), isJsonObject(schema) ? schema : undefined] as const;
  });
}

/** JSON columns are text on SQLite. */
function propertiesOf(column: unknown): JsonObject {
  const schema = typeof column === 'string' ? parseJson(column) : column;
  const { properties } = (schema ?? {}) as { properties?: JsonObject };
  return properties ?? {};
}
