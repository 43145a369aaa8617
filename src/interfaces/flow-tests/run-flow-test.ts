import { randomUUID } from 'node:crypto';
import type { Principal } from '../../engine/principal/index.js';
import type { MessageResponse } from '../../engine/turn/index.js';
import type { AuditEvent } from '../../platform/audit/index.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { FlowEngine, type StartEngine } from '../flow-engine/index.js';
import { callText, checkTurn, isNamedSo, type TurnOutcome } from './check-turn.js';
import { Coverage, type CoveredTable } from './coverage.js';
import { describeDecisions } from './decisions.js';
import type { ScriptedConversation, SpokenTurn } from './flow-test-file.js';
import { type FlowTest, readFlowTest } from './read-flow-test.js';
import { stubbed } from './stubs.js';

/** How many conversations are held at the same time. */
const AT_ONCE = 16;

/** A turn that was not as expected. */
export interface FailedTurn {
  readonly line: number;
  /** What was said or done: `user: yes please`. */
  readonly said: string;
  readonly problems: readonly string[];
  /** What decided the turn, a line each. */
  readonly decisions: readonly string[];
}

/** What a scripted conversation has come to. */
export interface ConversationResult {
  readonly name: string;
  readonly line: number;
  readonly turns: number;
  readonly milliseconds: number;
  /** The first turn that was not as expected; what follows it was not tried. */
  readonly failed: FailedTurn | undefined;
}

/** What a file of scripted conversations has come to. */
export interface FlowTestResult {
  readonly file: string;
  readonly conversations: readonly ConversationResult[];
  readonly milliseconds: number;
  /** Which rows the conversations have reached. */
  readonly coverage: readonly CoveredTable[];
}

/** What a file of scripted conversations is run with. */
export interface FlowTestOptions {
  readonly config: ConvEngineConfig;
  readonly start: StartEngine;
}

/**
 * Holds the conversations of a file with an engine of their own.
 * @throws EngineError where the file, its rows or its handlers cannot be read
 */
export async function runFlowTest(file: string, { config, start }: FlowTestOptions): Promise<FlowTestResult> {
  const test = await readFlowTest(file);
  const { rows, handlers } = test.script;
  const engine = await FlowEngine.start({
    config,
    rows: rows === undefined ? { database: config.database.url } : { files: [rows].flat().map(test.fromHere) },
    handlers: [handlers ?? []].flat().map(test.fromHere),
    hasModel: [test.script, ...test.script.conversations].some(
      (one) => Object.keys(one.stubs?.models ?? {}).length > 0,
    ),
    start,
  });
  try {
    const startedAt = performance.now();
    const coverage = new Coverage(engine.rows);
    const conversations = await holdAll(test, engine, coverage);
    return { file, conversations, milliseconds: performance.now() - startedAt, coverage: coverage.tables() };
  } finally {
    await engine.close();
  }
}

async function holdAll(test: FlowTest, engine: FlowEngine, coverage: Coverage): Promise<ConversationResult[]> {
  const waiting = test.script.conversations.map((script, index) => new Talk(test, engine, coverage, script, index));
  const results: ConversationResult[] = [];
  const worker = async () => {
    for (let talk = waiting.shift(); talk; talk = waiting.shift()) results[talk.index] = await talk.hold();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** One scripted conversation while it is held. */
class Talk {
  readonly #id = randomUUID();
  readonly #actionKeys = new Map<string, string>();
  /** How far its time is ahead of the process's. */
  #aheadMs: number;
  #last: MessageResponse | undefined;

  constructor(
    private readonly test: FlowTest,
    private readonly engine: FlowEngine,
    private readonly coverage: Coverage,
    private readonly script: ScriptedConversation,
    readonly index: number,
  ) {
    this.#aheadMs = script.at === undefined ? 0 : Date.parse(script.at) - Date.now();
  }

  async hold(): Promise<ConversationResult> {
    const startedAt = performance.now();
    this.engine.calls.standIn(this.#id, stubbed([this.test.script.stubs, this.script.stubs]));
    let turns = 0;
    let failed: FailedTurn | undefined;
    for (const [index, turn] of this.script.turns.entries()) {
      if ('wait' in turn) this.#aheadMs += millisecondsOf(turn.wait);
      else {
        turns += 1;
        failed = await this.take(turn, index);
      }
      if (failed) break;
    }
    const line = this.test.lineOf(this.index);
    return { name: this.script.name, line, turns, milliseconds: performance.now() - startedAt, failed };
  }

  /** @returns what is wrong with the turn, where something is */
  private async take(turn: SpokenTurn, index: number): Promise<FailedTurn | undefined> {
    const line = this.test.lineOf(this.index, index);
    const said = 'user' in turn ? `user: ${turn.user}` : `press: ${turn.press}`;
    try {
      const reply = await this.say(turn);
      this.#last = reply;
      const events = await this.engine.takeEvents(this.#id);
      this.noteActions(events);
      const calls = this.engine.calls.take(this.#id);
      const outcome: TurnOutcome = { reply, events, calls, actionKeys: this.#actionKeys };
      this.coverage.note(events);
      const problems = [...checkTurn(turn, outcome), ...this.forbidden(outcome)];
      return problems.length === 0 ? undefined : { line, said, problems, decisions: describeDecisions(events, calls) };
    } catch (error) {
      if (error instanceof EngineError && turn.error === error.code) return undefined;
      return { line, said, problems: [messageOf(error)], decisions: [] };
    }
  }

  private say(turn: SpokenTurn): Promise<MessageResponse> {
    const by: { principal?: Principal } = turn.as === undefined ? {} : { principal: userNamed(turn.as) };
    const nowMs = Date.now() + this.#aheadMs;
    if ('user' in turn) {
      const { user: message, params: inputParams } = turn;
      return this.engine.say(this.#id, nowMs, { message, ...by, ...(inputParams && { inputParams }) });
    }
    const [open] = this.#last?.pendingActions ?? [];
    if (!open) throw new EngineError('FLOW_TEST_INVALID', 'no question is open that has buttons');
    const { actionId, revision } = open;
    const decision = turn.press === 'yes' ? 'CONFIRM' : 'REJECT';
    return this.engine.say(this.#id, nowMs, { inReplyTo: { actionId, revision }, decision, ...by });
  }

  private noteActions(events: readonly AuditEvent[]): void {
    for (const { stage, payload } of events) {
      if (stage !== 'PENDING_ACTION_LIFECYCLE') continue;
      this.#actionKeys.set(String(payload.proposalId), String(payload.actionKey));
    }
  }

  private forbidden({ calls }: TurnOutcome): string[] {
    const found = calls.filter((call) => call.isEffect && this.script.never.some((name) => isNamedSo(call, name)));
    return found.map((call) => `never: ${callText(call)} was executed`);
  }
}

function userNamed(id: string): Principal {
  return { kind: 'USER', id, door: 'library', proof: 'process' };
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function millisecondsOf(duration: string): number {
  return Number.parseFloat(duration) * (UNITS[duration.at(-1) ?? 's'] ?? 0);
}
