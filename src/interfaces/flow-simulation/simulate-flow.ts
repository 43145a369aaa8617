import { EngineError } from '../../platform/common/errors.js';
import { randomFrom } from '../../platform/common/random.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { FlowEngine, type RowsFrom, type StartEngine } from '../flow-engine/index.js';
import { Coverage, type CoveredTable } from '../flow-tests/index.js';
import { type Goal, goalsOf } from './openings.js';
import { type SimulatedConversation, simulateConversation } from './simulate-conversation.js';
import { SimulatedUser } from './simulated-user.js';

/** How many conversations are held at the same time. */
const AT_ONCE = 16;

export interface SimulationOptions {
  readonly config: ConvEngineConfig;
  readonly rows: RowsFrom;
  /** Folders of handlers that are really run. */
  readonly handlers: readonly string[];
  readonly conversations: number;
  /** Of a conversation, at most. */
  readonly turns: number;
  /** The same seed makes the same users. */
  readonly seed: number;
  readonly start: StartEngine;
  readonly onProgress: (done: number) => void;
}

export interface Simulation {
  readonly seed: number;
  /** The time at which all of it was said; milliseconds since 1970 UTC. */
  readonly nowMs: number;
  readonly milliseconds: number;
  readonly conversations: readonly SimulatedConversation[];
  /** Intents that nobody knows how to begin: they have neither examples nor patterns. */
  readonly unspoken: readonly string[];
  /** Actions of intents that somebody wanted, about which nobody was asked. */
  readonly neverAsked: readonly string[];
  readonly coverage: readonly CoveredTable[];
}

/**
 * Has users who want what the flow offers talk to it, without a model and without any effect.
 * @throws EngineError where rows or handlers cannot be loaded, or nobody can begin
 */
export async function simulateFlow(options: SimulationOptions): Promise<Simulation> {
  const { config, rows, handlers, start, seed } = options;
  const engine = await FlowEngine.start({ config, rows, handlers, hasModel: false, start });
  try {
    const startedAt = performance.now();
    const { goals, unspoken } = goalsOf(engine.rows, randomFrom(seed));
    if (goals.length === 0) {
      throw new EngineError('FLOW_INVALID', 'Nobody can begin: no intent has an example or a pattern.', {
        problems: [],
      });
    }
    const coverage = new Coverage(engine.rows);
    const nowMs = Date.now();
    const conversations = await holdAll(engine, coverage, goals, options, nowMs);
    return {
      seed,
      nowMs,
      milliseconds: performance.now() - startedAt,
      conversations,
      unspoken,
      neverAsked: neverAsked(engine, goals, coverage),
      coverage: coverage.tables(),
    };
  } finally {
    await engine.close();
  }
}

async function holdAll(
  engine: FlowEngine,
  coverage: Coverage,
  goals: readonly Goal[],
  { conversations, turns: mostTurns, seed, onProgress }: SimulationOptions,
  nowMs: number,
): Promise<SimulatedConversation[]> {
  const held: SimulatedConversation[] = [];
  let begun = 0;
  let done = 0;
  const worker = async () => {
    while (begun < conversations) {
      const index = begun;
      begun += 1;
      const goal = goals[index % goals.length] as Goal;
      const user = new SimulatedUser(goal, goals, engine.yes, randomFrom(seed + index + 1));
      held[index] = await simulateConversation(engine, coverage, goal.intent, user, { mostTurns, nowMs });
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return held;
}

function neverAsked({ rows }: FlowEngine, goals: readonly Goal[], coverage: Coverage): string[] {
  const wanted = new Set(goals.map(({ intent }) => intent));
  const missed = coverage.tables().find(({ table }) => table === 'ce_pending_action')?.missed ?? [];
  return rows.pendingActions
    .filter(({ actionKey, intentCode }) => missed.includes(actionKey) && wanted.has(intentCode))
    .map(({ actionKey, intentCode }) => `${actionKey} of ${intentCode}`);
}
