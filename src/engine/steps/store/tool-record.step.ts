import type { JsonObject } from '../../../platform/common/json.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { ALL_BEFORE_STORING } from '../stand-ins.js';

/** Writes down a tool call that was made beside the turns of a conversation. */
export class ToolRecordStep implements TurnStep<ToolRecordStep> {
  readonly name = 'ToolRecordStep';
  readonly reads = {} as const;
  readonly writes = ['reply'] as const;
  readonly standsFor = ALL_BEFORE_STORING;

  constructor(
    private readonly request: JsonObject,
    private readonly result: JsonObject,
  ) {}

  run(turn: ViewOf<ToolRecordStep>): StepOutcome {
    const isError = this.result.status === 'ERROR';
    turn.audit.record('TOOL_ORCHESTRATION_REQUEST', this.request);
    turn.audit.record(isError ? 'TOOL_ORCHESTRATION_ERROR' : 'TOOL_ORCHESTRATION_RESULT', this.result);
    turn.reply = { type: 'TEXT', value: `${String(this.request.tool_code)}: ${String(this.result.status)}` };
    return 'CONTINUE';
  }
}
