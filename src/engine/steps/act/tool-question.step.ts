import type { JsonObject } from '../../../platform/common/json.js';
import type { Tool } from '../../../tools/index.js';
import { PROPOSE_WRITES, type ToolAttempt, type ToolCalls } from '../../pending-action/asking/index.js';
import type { Proposal } from '../../pending-action/index.js';
import { START, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { ALL_BEFORE_ANSWERING } from '../stand-ins.js';

/** Puts one tool call that writes before the user; the reply of the turn is its question. */
export class ToolQuestionStep implements TurnStep<ToolQuestionStep> {
  readonly name = 'ToolQuestionStep';
  readonly reads = { intent: START, state: START, proposals: START, context: START } as const;
  readonly writes = [...PROPOSE_WRITES, 'passedPolicy'] as const;
  readonly standsFor = ALL_BEFORE_ANSWERING;
  /** What became of it, once the step has run. */
  attempt: ToolAttempt | undefined;

  constructor(
    private readonly tool: Tool,
    private readonly args: JsonObject,
    /** The arguments without what must not be shown. */
    private readonly shown: JsonObject,
    private readonly calls: ToolCalls,
  ) {}

  async run(turn: ViewOf<ToolQuestionStep>): Promise<StepOutcome> {
    turn.passedPolicy = true;
    const about = { tool_code: this.tool.code, args: this.shown };
    turn.audit.record('TOOL_ORCHESTRATION_REQUEST', about);
    this.attempt = await this.calls.attempt(turn, this.tool, this.args);
    if (this.attempt.kind === 'refused') turn.ownWords.tell(this.attempt.error);
    turn.audit.record('TOOL_ORCHESTRATION_RESULT', { ...about, status: this.attempt.kind.toUpperCase() });
    return 'CONTINUE';
  }
}

/** Reads the action that is open at the end of the turn, with the question as it is asked. */
export class AskedActionStep implements TurnStep<AskedActionStep> {
  readonly name = 'AskedActionStep';
  readonly reads = { proposals: 'ResponseResolutionStep' } as const;
  readonly writes = [] as const;
  readonly endsEveryTurn = true;
  /** Undefined where nothing is open, and before the step has run. */
  proposal: Proposal | undefined;
  /** What it would call. */
  tool: Tool | undefined;

  run(turn: ViewOf<AskedActionStep>): StepOutcome {
    [this.proposal] = turn.proposals.open;
    this.tool = turn.flow.tool(this.proposal?.toolCode ?? '');
    return 'CONTINUE';
  }
}
