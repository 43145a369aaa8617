import { createRequire } from 'node:module';
import type * as PromClient from 'prom-client';

// Its parts, and not the whole, which loads the API of OpenTelemetry and what nobody here uses.
const load = createRequire(import.meta.url);

export const Registry = load('prom-client/lib/registry.js') as typeof PromClient.Registry;
export const PrometheusCounter = load('prom-client/lib/counter.js') as typeof PromClient.Counter;
export const PrometheusGauge = load('prom-client/lib/gauge.js') as typeof PromClient.Gauge;
export const PrometheusHistogram = load('prom-client/lib/histogram.js') as typeof PromClient.Histogram;

/** What measures memory, processor and garbage collection; it begins when it is called. */
export function loadProcessMetrics(): typeof PromClient.collectDefaultMetrics {
  return load('prom-client/lib/defaultMetrics.js') as typeof PromClient.collectDefaultMetrics;
}
