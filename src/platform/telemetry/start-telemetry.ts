import type * as OpenTelemetry from '@opentelemetry/api';
import { loadOptional } from '../common/optional-package.js';
import { packageVersion } from '../config/index.js';
import { attachMeter } from './instrument.js';
import { beginTracing, endTracing } from './tracing.js';

/** The parts of the environment that say where traces and metrics go: those of OpenTelemetry itself. */
type Environment = Readonly<Record<string, string | undefined>>;

const SIGNALS = ['TRACES', 'METRICS'] as const;

/** Where the API of OpenTelemetry keeps what the process has registered, before and after it is loaded. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** For what the environment leaves open, beside the defaults of OpenTelemetry. */
function defaults(env: Environment): Record<string, string> {
  return {
    // Baggage may hold anything: it is passed on where somebody says so.
    OTEL_PROPAGATORS: 'tracecontext',
    // Not the command line of the process, where an address with a password may stand.
    OTEL_NODE_RESOURCE_DETECTORS: 'env,host,os,serviceinstance',
    // The log goes to standard output.
    OTEL_LOGS_EXPORTER: 'none',
    ...Object.fromEntries(
      SIGNALS.map((signal) => [`OTEL_${signal}_EXPORTER`, isNamedFor(env, signal) ? 'otlp' : 'none']),
    ),
  };
}

/** Whether the environment names somebody to tell. */
export function isTelemetryConfigured(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false;
  return SIGNALS.some((signal) => isNamedFor(env, signal));
}

/** Whether it names somebody to tell of this. */
function isNamedFor(env: Environment, signal: (typeof SIGNALS)[number]): boolean {
  const exporter = env[`OTEL_${signal}_EXPORTER`];
  if (isSet(exporter)) return exporter?.trim() !== 'none';
  return isSet(env.OTEL_EXPORTER_OTLP_ENDPOINT) || isSet(env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]);
}

/**
 * Begins to send traces and metrics where the environment says so, or where the application that embeds the engine has
 * registered a tracer. Otherwise nothing is loaded.
 * @returns what sends the rest and ends it; undefined where nothing was begun
 * @throws Error that says what to install
 */
export async function startTelemetry(env: Environment = process.env): Promise<(() => Promise<void>) | undefined> {
  if (hasTracer()) {
    useRegistered(await import('@opentelemetry/api'));
    return async () => endTracing();
  }
  if (!isTelemetryConfigured(env)) return undefined;
  const api = await import('@opentelemetry/api');
  const { NodeSDK } = await loadOptional(
    '@opentelemetry/sdk-node',
    'Sending traces and metrics (OTEL_EXPORTER_OTLP_ENDPOINT)',
    () => import('@opentelemetry/sdk-node'),
  );
  const sdk = withDefaults(defaults(env), () => {
    const begun = new NodeSDK(isNamed(env) ? {} : { serviceName: 'convengine' });
    begun.start();
    return begun;
  });
  useRegistered(api);
  return async () => {
    endTracing();
    await sdk.shutdown();
  };
}

function useRegistered(api: typeof OpenTelemetry): void {
  const version = packageVersion();
  beginTracing(api, version);
  attachMeter(api.metrics.getMeter('convengine', version));
}

/** Does something while the environment has the defaults; what is left out there stays so for everybody else. */
function withDefaults<T>(values: Readonly<Record<string, string>>, work: () => T): T {
  const added = Object.entries(values).filter(([name]) => !isSet(process.env[name]));
  for (const [name, value] of added) process.env[name] = value;
  try {
    return work();
  } finally {
    for (const [name] of added) delete process.env[name];
  }
}

/** Looked up without loading anything. */
function hasTracer(): boolean {
  const registered = (globalThis as Record<symbol, unknown>)[REGISTERED] as { trace?: unknown } | undefined;
  return registered?.trace !== undefined;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

function isNamed({ OTEL_SERVICE_NAME: name, OTEL_RESOURCE_ATTRIBUTES: attributes = '' }: Environment): boolean {
  return isSet(name) || /(^|,)\s*service\.name\s*=/.test(attributes);
}
