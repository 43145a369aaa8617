import type * as OpenTelemetry from '@opentelemetry/api';
import { EngineError } from '../common/errors.js';

/** What is told of a span: names and numbers of the service's own, never what people said or what tools were given. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The trace of somebody else, or this one for them: the headers of W3C Trace Context. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** How a span begins. */
export interface SpanStart {
  readonly name: string;
  /** `INTERNAL` where left out. */
  readonly kind?: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER';
  readonly attributes?: Attributes;
  /** The trace that it goes on with, where there is one in it; the span at hand is then linked. */
  readonly from?: Readonly<Record<string, unknown>> | undefined;
  /** Whether no other span begins in it, so that its work need not know of it. */
  readonly isLeaf?: boolean;
  /** Whether there is none outside of a trace: what background work does all the time is none's business. */
  readonly onlyInside?: boolean;
}

/** A span whose end somebody else knows. */
export interface OpenSpan {
  /** Runs work inside of it: spans that begin there are its children. */
  run<T>(work: () => T): T;
  /** @param attributes with `error.type` for one that failed */
  end(attributes?: Attributes): void;
}

/** What a turn is at just now: a step becomes a span where something happens in it. */
interface StepPlace {
  name: string | undefined;
  startedAt: number;
  span: OpenTelemetry.Span | undefined;
}

interface Tracing {
  readonly api: typeof OpenTelemetry;
  readonly tracer: OpenTelemetry.Tracer;
  readonly step: symbol;
}

/** A step that took so long is a span, whatever it did (milliseconds). */
const LONG_STEP_MS = 1;
const NOTHING: TraceHeaders = Object.freeze({});

/** Undefined while nothing is traced, which costs one look at this. */
let tracing: Tracing | undefined;

/** From now on what happens is traced by the tracer that is registered. */
export function beginTracing(api: typeof OpenTelemetry, version: string): void {
  const step = api.createContextKey('convengine step');
  tracing = { api, tracer: api.trace.getTracer('convengine', version), step };
}

/** From now on nothing is traced. */
export function endTracing(): void {
  tracing = undefined;
}

/** Whether spans are made. Ask before making anything for one. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Runs work as a span. @param ending what its result says; with `error.type` for one that failed */
export async function inSpan<T>(
  start: SpanStart,
  work: () => Promise<T>,
  ending?: (result: T) => Attributes | undefined,
): Promise<T> {
  const span = openSpan(start);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end(ending?.(result));
    return result;
  } catch (error) {
    span.end({ 'error.type': errorType(error) });
    throw error;
  }
}

/** Begins a span; undefined while nothing is traced, or where there is to be none. */
export function openSpan({
  name,
  kind = 'INTERNAL',
  attributes,
  from,
  onlyInside,
  isLeaf,
}: SpanStart): OpenSpan | undefined {
  if (!tracing) return undefined;
  const { api, tracer } = tracing;
  const active = api.context.active();
  if (onlyInside && !api.trace.getSpan(active)) return undefined;
  const { parent, links } = from ? goingOn(tracing, active, from) : { parent: ofStep(tracing, active), links: [] };
  // Samplers decide by what a request is; what is inside of it goes with it, and is told more cheaply afterwards.
  const sampled = kind === 'SERVER' && attributes ? { attributes } : undefined;
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], links, ...sampled }, parent);
  if (!sampled && attributes) span.setAttributes(attributes);
  return {
    run: (work) => (isLeaf ? work() : api.context.with(api.trace.setSpan(parent, span), work)),
    end: (more) => endSpan(api, span, more),
  };
}

/** Tells something of the span at hand. */
export function noteInSpan(attributes: Attributes): void {
  tracing?.api.trace.getActiveSpan()?.setAttributes(attributes);
}

/** The trace at hand, for a request to somebody else; nothing while there is none. */
export function traceHeaders(): TraceHeaders {
  if (!tracing) return NOTHING;
  const { api, step } = tracing;
  const headers: Record<string, string> = {};
  const active = api.context.active();
  // A step that calls somebody else is a span of its own.
  api.propagation.inject(active.getValue(step) === undefined ? active : ofStep(tracing, active), headers);
  return headers;
}

/** What a line of the log says of the trace at hand. */
export function traceIds(): Readonly<Record<string, string>> {
  const span = tracing?.api.trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : NOTHING;
}

/** The steps of what is at hand, in the order in which they run: each becomes a span where it takes time, calls or fails. */
export interface TracedSteps {
  enter(name: string): void;
  /** @param error what it threw */
  leave(error?: unknown): void;
}

/** Undefined while nothing is traced, and outside of `withSteps`. */
export function tracedSteps(): TracedSteps | undefined {
  if (!tracing) return undefined;
  const known = tracing;
  const context = known.api.context.active();
  const place = context.getValue(known.step) as StepPlace | undefined;
  if (!place) return undefined;
  return {
    enter: (name) => {
      place.name = name;
      place.startedAt = performance.now();
    },
    leave: (error) => {
      const isTold = error !== undefined || performance.now() - place.startedAt >= LONG_STEP_MS;
      const span = place.span ?? (isTold ? spanOfStep(known, context, place) : undefined);
      if (span) endSpan(known.api, span, error === undefined ? undefined : { 'error.type': errorType(error) });
      place.name = undefined;
      place.span = undefined;
    },
  };
}

/** Runs work that has steps. */
export function withSteps<T>(work: () => T): T {
  if (!tracing) return work();
  const { api, step } = tracing;
  const place: StepPlace = { name: undefined, startedAt: 0, span: undefined };
  return api.context.with(api.context.active().setValue(step, place), work);
}

/** What a failure is called in traces and metrics: a code of the error table, or the name of what was thrown. */
export function errorType(error: unknown): string {
  if (error instanceof EngineError) return error.code;
  return error instanceof Error ? error.name : 'Error';
}

/** The context for a child: inside of the step at hand, which is a span from now on. */
function ofStep(known: Tracing, context: OpenTelemetry.Context): OpenTelemetry.Context {
  const place = context.getValue(known.step) as StepPlace | undefined;
  if (!place) return context;
  const outside = context.deleteValue(known.step);
  if (place.name === undefined) return outside;
  place.span ??= spanOfStep(known, context, place);
  return known.api.trace.setSpan(outside, place.span);
}

function spanOfStep({ tracer }: Tracing, context: OpenTelemetry.Context, place: StepPlace): OpenTelemetry.Span {
  const startTime = performance.timeOrigin + place.startedAt;
  return tracer.startSpan(`step ${place.name}`, { startTime }, context);
}

/** The context of whoever called, where they sent one; what is at hand is linked then, else gone on with. */
function goingOn(
  known: Tracing,
  active: OpenTelemetry.Context,
  from: NonNullable<SpanStart['from']>,
): { parent: OpenTelemetry.Context; links: OpenTelemetry.Link[] } {
  const { api } = known;
  const theirs = api.propagation.extract(api.trace.deleteSpan(active).deleteValue(known.step), from, HEADERS);
  if (!api.trace.getSpanContext(theirs)) return { parent: ofStep(known, active), links: [] };
  const ours = api.trace.getSpanContext(active);
  return { parent: theirs, links: ours ? [{ context: ours }] : [] };
}

/** Headers of requests, and what stands in their place elsewhere; whatever is no text is none. */
const HEADERS: OpenTelemetry.TextMapGetter<Readonly<Record<string, unknown>>> = {
  get: (carrier, key) => {
    const value = carrier[key];
    return typeof value === 'string' ? value : undefined;
  },
  keys: (carrier) => Object.keys(carrier),
};

function endSpan(api: typeof OpenTelemetry, span: OpenTelemetry.Span, attributes?: Attributes): void {
  if (attributes) span.setAttributes(attributes);
  if (attributes && 'error.type' in attributes) span.setStatus({ code: api.SpanStatusCode.ERROR });
  span.end();
}
