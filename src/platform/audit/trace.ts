import type { JsonObject, JsonValue } from '../common/json.js';
import type { AuditEvent } from './audit-event.js';

/** One event as a trace shows it. */
interface TraceStage {
  readonly auditId: number;
  readonly stage: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly payload: JsonObject;
}

/** One run of a pipeline step with what was recorded while it ran. */
interface TraceStep {
  readonly turnNo: number;
  readonly step: string;
  readonly stepClass: string | null;
  /** Always null; kept for clients that expect the field. */
  readonly sourceFile: null;
  /** RUNNING: no end was recorded, because the step still runs or the process died in it. */
  readonly status: 'RUNNING' | 'OK' | 'ERROR';
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  readonly error: string | null;
  readonly stages: readonly TraceStage[];
}

/** What happened in a conversation, step by step and as one list. */
export interface Trace {
  readonly conversationId: string;
  /** In the order in which they began; an inner step follows the step that it ran in. */
  readonly steps: readonly TraceStep[];
  readonly stages: readonly TraceStage[];
}

type Draft = { -readonly [K in keyof TraceStep]: TraceStep[K] } & { stages: TraceStage[] };

/**
 * Reads audit events as a trace, ordered by `auditId`. STEP_ENTER begins a step. STEP_EXIT and STEP_ERROR end the
 * innermost running step of that name, or the innermost of all where none has it. Every other stage is put into the
 * flat list and into the innermost step. A step never reaches into the next turn.
 */
export function assembleTrace(conversationId: string, events: readonly AuditEvent[]): Trace {
  const steps: Draft[] = [];
  const stages: TraceStage[] = [];
  let running: Draft[] = [];
  for (const event of [...events].sort((a, b) => a.auditId - b.auditId)) {
    running = running.filter((step) => step.turnNo === event.turnNo);
    if (event.stage === 'STEP_ENTER') {
      const step = begin(event);
      steps.push(step);
      running.push(step);
    } else if (event.stage === 'STEP_EXIT' || event.stage === 'STEP_ERROR') {
      const step = innermost(running, text(event.payload.step));
      if (step) end(step, event);
      running = running.filter((other) => other !== step);
    } else {
      const stage = traceStage(event);
      stages.push(stage);
      running.at(-1)?.stages.push(stage);
    }
  }
  return { conversationId, steps, stages };
}

function innermost(running: readonly Draft[], name: string | null): Draft | undefined {
  return running.findLast((step) => step.step === name) ?? running.at(-1);
}

function begin(event: AuditEvent): Draft {
  return {
    turnNo: event.turnNo,
    step: text(event.payload.step) ?? 'UNKNOWN',
    stepClass: text(event.payload.stepClass),
    sourceFile: null,
    status: 'RUNNING',
    startedAt: isoTime(event),
    endedAt: null,
    durationMs: null,
    error: null,
    stages: [],
  };
}

function end(step: Draft, event: AuditEvent): void {
  const { durationMs, errorMessage } = event.payload;
  step.endedAt = isoTime(event);
  step.durationMs = typeof durationMs === 'number' ? durationMs : Date.parse(step.endedAt) - Date.parse(step.startedAt);
  step.status = event.stage === 'STEP_EXIT' ? 'OK' : 'ERROR';
  step.error = event.stage === 'STEP_EXIT' ? null : (text(errorMessage) ?? 'failed');
}

function traceStage(event: AuditEvent): TraceStage {
  return { auditId: event.auditId, stage: event.stage, createdAt: isoTime(event), payload: event.payload };
}

function isoTime(event: AuditEvent): string {
  return new Date(event.createdAtMs).toISOString();
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
