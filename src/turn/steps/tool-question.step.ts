import type { JsonObject } from '../../common/json.js';
import type { ToolDefinition } from '../../flow/index.js';
import type { Proposal } from '../../pending-action/index.js';
import type { ToolAttempt, ToolCalls } from '../tool-calls.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** Puts one tool call that writes before the user; the reply of the turn is its question. */
export class ToolQuestionStep implements TurnStep {
  readonly name = 'ToolQuestionStep';
  readonly needs = [] as const;
  readonly gives = ['missing_fields', 'pending_action_result'] as const;
  /** What became of it, once the step has run. */
  attempt: ToolAttempt | undefined;

  constructor(
    private readonly tool: ToolDefinition,
    private readonly args: JsonObject,
    /** The arguments without what must not be shown. */
    private readonly shown: JsonObject,
    private readonly calls: ToolCalls,
  ) {}

  async run(turn: Turn): Promise<StepOutcome> {
    const about = { tool_code: this.tool.code, args: this.shown };
    turn.audit.record('TOOL_ORCHESTRATION_REQUEST', about);
    this.attempt = await this.calls.attempt(turn, this.tool, this.args);
    if (this.attempt.kind === 'refused') turn.notice = this.attempt.error;
    turn.audit.record('TOOL_ORCHESTRATION_RESULT', { ...about, status: this.attempt.kind.toUpperCase() });
    return 'CONTINUE';
  }
}

/** Reads the action that is open at the end of the turn, with the question as it is asked. */
export class AskedActionStep implements TurnStep {
  readonly name = 'AskedActionStep';
  readonly needs = [] as const;
  readonly gives = [] as const;
  readonly endsEveryTurn = true;
  /** Undefined where nothing is open, and before the step has run. */
  proposal: Proposal | undefined;
  /** What it would call. */
  tool: ToolDefinition | undefined;

  run(turn: Turn): StepOutcome {
    [this.proposal] = turn.openProposals;
    this.tool = turn.flow.tool(this.proposal?.toolCode ?? '');
    return 'CONTINUE';
  }
}
