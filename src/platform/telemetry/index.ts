export { beforeTelling, PROMETHEUS_TYPE, prometheusText } from './instrument.js';
export { measured } from './measured.js';
export { statementName } from './sql-name.js';
export { isTelemetryConfigured } from './start-telemetry.js';
export { TelemetryModule } from './telemetry.module.js';
export { Traced } from './traced.js';
export {
  type Attributes,
  errorType,
  inSpan,
  isTracing,
  noteInSpan,
  type OpenSpan,
  openSpan,
  type SpanStart,
  type TracedSteps,
  tracedSteps,
  traceHeaders,
  traceIds,
  withSteps,
} from './tracing.js';
