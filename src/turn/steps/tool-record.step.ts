import type { JsonObject } from '../../common/json.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** Writes down a tool call that was made beside the turns of a conversation. */
export class ToolRecordStep implements TurnStep {
  readonly name = 'ToolRecordStep';
  readonly needs = [] as const;
  readonly gives = [] as const;

  constructor(
    private readonly request: JsonObject,
    private readonly result: JsonObject,
  ) {}

  run(turn: Turn): StepOutcome {
    const isError = this.result.status === 'ERROR';
    turn.audit.record('TOOL_ORCHESTRATION_REQUEST', this.request);
    turn.audit.record(isError ? 'TOOL_ORCHESTRATION_ERROR' : 'TOOL_ORCHESTRATION_RESULT', this.result);
    turn.reply = { type: 'TEXT', value: `${String(this.request.tool_code)}: ${String(this.result.status)}` };
    return 'CONTINUE';
  }
}
