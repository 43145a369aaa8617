import { Inject, Injectable } from '@nestjs/common';
import { EngineError } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { compileSchema } from '../../../platform/common/json-schema.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { ACTION_STATUSES } from '../../../platform/handlers-api/index.js';
import { ASKED_ENTRIES, ASKED_LISTS } from '../../pending-action/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<PersistConversationStep>;

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
        status: { type: 'string', enum: [...ACTION_STATUSES] },
        created_turn: { type: 'integer' },
        created_at_epoch_ms: { type: 'integer' },
        expires_turn: { type: 'integer' },
        expires_at_epoch_ms: { type: 'integer' },
      },
      additionalProperties: true,
    },
    ...Object.fromEntries(ASKED_LISTS.map((entry) => [entry, { type: 'array', items: { type: 'string' } }])),
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
function keepClarification(turn: View): void {
  delete turn.context.pending_clarification;
  if (!turn.ownWords.clarification) return;
  const { question, reason, options } = turn.ownWords.clarification;
  const asked = options?.map(({ intent, state }) => ({ intent, state }));
  turn.context.pending_clarification = { question, reason, ...(asked && { options: asked }) };
}

/** Brings the conversation's state into the form that is stored, and refuses one that breaks the contract. */
@Injectable()
export class PersistConversationStep implements TurnStep<PersistConversationStep> {
  readonly name = 'PersistConversationStep';
  readonly reads = {
    reply: 'ResponseResolutionStep',
    pending_action_result: 'RulesStep',
    ownWords: 'ResponseResolutionStep',
    context: 'MemoryStep',
    intent: 'RulesStep',
    state: 'StateGraphStep',
  } as const;
  readonly writes = ['context'] as const;
  readonly endsEveryTurn = true;

  constructor(@Inject(CONFIG) private readonly config: ConvEngineConfig) {}

  run(turn: View): StepOutcome {
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
  private fit(turn: View): void {
    const size = () => Buffer.byteLength(JSON.stringify(turn.context));
    for (const key of DISPENSABLE) {
      if (size() <= this.config.limits.contextBytes) return;
      delete turn.context[key];
    }
    const bytes = size();
    if (bytes <= this.config.limits.contextBytes) return;
    const { pending_action_result: result } = turn.facts;
    if (result === 'EXECUTED' || result === 'SCHEDULED' || result === 'REVOKED') {
      const { pending_action_runtime = {}, ...context } = turn.context;
      const asked = Object.fromEntries(ASKED_ENTRIES.map((entry) => [entry, context[entry] ?? []]));
      turn.context = { ...turn.conversation.context, pending_action_runtime, ...asked };
      return;
    }
    const text = `context_json would be ${bytes} bytes long; at most ${this.config.limits.contextBytes} are allowed.`;
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
