import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { type LlmClient, LlmError } from '../../../platform/llm/index.js';
import type { BuiltInCall, BuiltInTool } from '../../built-in-tool.js';
import { type ErrorPayload, errorPayload } from './error-payload.js';
import { askReviewer, reviewed } from './review.js';
import { INPUT_SCHEMA, OUTPUT_SCHEMA, SCHEMA_VERSION, TOOL } from './schemas.js';
import { type Score, scoreConversion } from './score.js';
import { type ConversionRequest, readConversionRequest } from './validation.js';

/** Whether a model reviews the score: `off`, `optional` (where one is configured and answers), `required`. */
export type ReviewMode = 'off' | 'optional' | 'required';

/** `legacy-rule-conversion`: how good a proposal to convert a legacy rule is. It changes nothing. */
export class LegacyRuleConversionTool implements BuiltInTool {
  readonly code = TOOL;
  readonly aliases = [];
  readonly title = 'Score a legacy rule conversion';
  readonly description =
    'Scores a proposed conversion of a legacy rule, 0 to 1: whether the template does the same as the rule in every ' +
    'case, whether names are resolved, and whether it can run; with the rationale, every check and warnings.';
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = OUTPUT_SCHEMA;
  readonly annotations = {
    readOnly: true,
    domain: 'legacy_conversion',
    costClass: 'medium',
    readOnlyHint: true,
    idempotentHint: true,
    openWorldHint: false,
  };
  readonly sideEffect = 'READ';

  constructor(
    private readonly llm: LlmClient,
    private readonly review: ReviewMode,
  ) {}

  notesOn({ status }: JsonObject) {
    return { isError: status === 'error', metadata: { tool: TOOL, status: status ?? 'error' } };
  }

  /** Never throws but when the call is cancelled: what is wrong is told by a payload with `status: error`. */
  async execute(args: JsonValue, call: BuiltInCall): Promise<JsonObject> {
    const startedAt = performance.now();
    const read = readConversionRequest(args);
    if ('problem' in read) return errorPayload('VALIDATION_ERROR', read.problem);
    const found = scoreConversion(read.request.item);
    const judged = await this.judge(read.request, found, call);
    return isError(judged) ? judged : success(judged, Math.round(performance.now() - startedAt));
  }

  private async judge(request: ConversionRequest, found: Score, call: BuiltInCall): Promise<Score | ErrorPayload> {
    if (this.review === 'off' || (this.review === 'optional' && !this.llm.available)) return found;
    try {
      return reviewed(found, await askReviewer(this.llm, request, found, call));
    } catch (error) {
      if (call.signal.aborted && !isTimeout(call.signal.reason)) throw error;
      if (!(error instanceof LlmError)) throw error;
      if (this.review === 'required') return errorPayload('MODEL_OUTPUT_ERROR', messageOf(error));
      return {
        ...found,
        warnings: [...found.warnings, 'The reviewing model gave no usable score; this one is without it.'],
      };
    }
  }
}

function success({ score, rationale, checks, warnings }: Score, timingMs: number): JsonObject {
  return {
    status: 'success',
    score,
    rationale,
    tool: TOOL,
    schema_version: SCHEMA_VERSION,
    confidenceScore: score,
    checks: checks.map((check) => ({ ...check })),
    normalized: { scale: '0..1', raw: Math.round(score * 100), raw_scale: '0..100' },
    warnings: [...warnings],
    timing_ms: timingMs,
  };
}

function isError(judged: Score | ErrorPayload): judged is ErrorPayload {
  return 'error_code' in judged;
}

/** Out of time is a review that did not come; whoever cancels wants no answer at all. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
