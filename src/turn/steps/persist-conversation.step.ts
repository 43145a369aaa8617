import { EngineError } from '../../common/errors.js';
import type { JsonObject } from '../../common/json.js';
import { compileSchema } from '../../common/json-schema.js';
import { ASKED_ACTIONS, type Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** The contract's schema of `context_json`. */
const CONTEXT = compileSchema({
  type: 'object',
  properties: {
    pending_action_key: { type: 'string' },
    pending_action: {
      type: 'object',
      properties: { action_key: { type: 'string' } },
      additionalProperties: true,
    },
    pending_action_runtime: {
      type: 'object',
      properties: {
        action_key: { type: 'string' },
        action_ref: { type: 'string' },
        status: { type: 'string', enum: ['OPEN', 'IN_PROGRESS', 'EXECUTED', 'REJECTED', 'EXPIRED'] },
        created_turn: { type: 'integer' },
        created_at_epoch_ms: { type: 'integer' },
        expires_turn: { type: 'integer' },
        expires_at_epoch_ms: { type: 'integer' },
      },
      additionalProperties: true,
    },
    pending_action_asked: { type: 'array', items: { type: 'string' } },
    pending_slot: { type: ['object', 'string', 'array'] },
    approval: { type: 'object', properties: { granted: { type: 'boolean' } }, additionalProperties: true },
    memory: {
      type: 'object',
      properties: { session_summary: { type: 'string' }, recalled_summary: { type: 'string' } },
      additionalProperties: true,
    },
  },
  additionalProperties: true,
});

/** The question of this turn is what the next one may be the answer to. */
function keepClarification(turn: Turn): void {
  delete turn.context.pending_clarification;
  if (!turn.clarification) return;
  const { question, reason, options } = turn.clarification;
  const asked = options?.map(({ intent, state }) => ({ intent, state }));
  turn.context.pending_clarification = { question, reason, ...(asked && { options: asked }) };
}

/** Brings the conversation's state into the form that is stored, and refuses one that breaks the contract. */
export class PersistConversationStep implements TurnStep {
  readonly name = 'PersistConversationStep';
  readonly needs = [] as const;
  readonly gives = [] as const;
  readonly endsEveryTurn = true;

  constructor(private readonly contextBytes: number) {}

  run(turn: Turn): StepOutcome {
    keepClarification(turn);
    this.fit(turn);
    check(turn.context);
    turn.audit.record('ENGINE_RETURN', {
      intent: turn.intent,
      state: turn.state,
      final_result: { type: turn.reply?.type ?? 'TEXT', value: turn.reply?.value ?? '' },
    });
    return 'CONTINUE';
  }

  /**
   * Brings the context below its limit by leaving out what can be found elsewhere. After an action has run, the turn
   * must not fail for its size: then the context stays as it was, but for what became of the action.
   */
  private fit(turn: Turn): void {
    const size = () => Buffer.byteLength(JSON.stringify(turn.context));
    for (const key of DISPENSABLE) {
      if (size() <= this.contextBytes) return;
      delete turn.context[key];
    }
    const bytes = size();
    if (bytes <= this.contextBytes) return;
    if (turn.facts.pending_action_result === 'EXECUTED') {
      const { pending_action_runtime = {}, [ASKED_ACTIONS]: asked = [] } = turn.context;
      turn.context = { ...turn.conversation.context, pending_action_runtime, [ASKED_ACTIONS]: asked };
      return;
    }
    const text = `context_json would be ${bytes} bytes long; at most ${this.contextBytes} are allowed.`;
    throw new EngineError('REQUEST_TOO_LARGE', text);
  }
}

/** Parts of the context that are copies of what is stored elsewhere, or can be fetched again. */
const DISPENSABLE = ['mcp', 'container_data', 'memory'];

function check(context: JsonObject): void {
  const problems = CONTEXT.check(context);
  if (problems.length === 0) return;
  const text = problems.map(({ path, message }) => `context_json${path ? `.${path}` : ''} ${message}`).join('; ');
  throw new EngineError('INVALID_CONTEXT', text, { problems: problems.map((problem) => ({ ...problem })) });
}
