import type { Attributes, Meter, ObservableResult } from '@opentelemetry/api';
import type { Counter as CounterOf, Gauge as GaugeOf, Histogram as HistogramOf } from 'prom-client';
import {
  loadProcessMetrics,
  PrometheusCounter,
  PrometheusGauge,
  PrometheusHistogram,
  Registry,
} from './prom-client.js';

/** Series of one instrument at most; what has other labels is counted as `other`. */
const MOST_SERIES = 1_000;

/** What is measured, under the name that OpenTelemetry gives it; Prometheus gets the same name in its own spelling. */
export interface About<Label extends string> {
  /** Such as `convengine.turns`. */
  readonly name: string;
  readonly help: string;
  /** `s` for seconds, `By` for bytes, `1` or left out for numbers of things. */
  readonly unit?: 's' | 'By';
  readonly labels: readonly Label[];
}

/** One series of an instrument: the same labels in both spellings. */
interface Series<Child> {
  readonly child: Child;
  readonly attributes: Attributes;
  /** What the child has not been told yet: it is told when somebody reads, since each telling costs a look-up by labels. */
  untold: number;
}

/** Everything that this process measures, for Prometheus to read. */
const registry = new Registry();

const instruments: { attach(meter: Meter): void; tell?(): void }[] = [];

/** Has everything be measured by OpenTelemetry as well. */
export function attachMeter(meter: Meter): void {
  for (const instrument of instruments) instrument.attach(meter);
}

/** The series of an instrument, each made when its labels are first seen. */
class AllSeries<Child> {
  readonly #series = new Map<string, Series<Child>>();

  constructor(
    private readonly labels: readonly string[],
    private readonly make: (labels: Record<string, string>) => Child,
  ) {}

  get all(): Iterable<Series<Child>> {
    return this.#series.values();
  }

  of(values: readonly string[]): Series<Child> {
    const key = values.join('\n');
    const known = this.#series.get(key);
    if (known) return known;
    if (this.#series.size >= MOST_SERIES && values.some((value) => value !== OTHER)) {
      return this.of(values.map(() => OTHER));
    }
    const entries = this.labels.map((label, index) => [label, values[index] ?? ''] as const);
    const child = this.make(Object.fromEntries(entries.map(([label, value]) => [spelled(label), value])));
    const made = { child, attributes: Object.fromEntries(entries), untold: 0 };
    this.#series.set(key, made);
    return made;
  }
}

const OTHER = 'other';

/** Counts what happens. */
export class Counter<Label extends string> {
  readonly #series: AllSeries<CounterOf.Internal>;
  #other: ReturnType<Meter['createCounter']> | undefined;

  constructor(about: About<Label>) {
    const counter = new PrometheusCounter({
      name: `${nameOf(about)}_total`,
      help: about.help,
      labelNames: about.labels.map(spelled),
      registers: [registry],
    });
    this.#series = new AllSeries(about.labels, (labels) => counter.labels(labels));
    instruments.push({
      attach: (meter) => {
        this.#other = meter.createCounter(about.name, { description: about.help, unit: about.unit ?? '1' });
      },
      tell: () => {
        for (const series of this.#series.all) {
          series.child.inc(series.untold);
          series.untold = 0;
        }
      },
    });
  }

  /** @param values of the labels, in their order */
  add(count: number, ...values: string[]): void {
    const series = this.#series.of(values);
    series.untold += count;
    this.#other?.add(count, series.attributes);
  }
}

/** Measures how long things take, or how large they are. */
export class Histogram<Label extends string> {
  readonly #series: AllSeries<HistogramOf.Internal<string>>;
  #other: ReturnType<Meter['createHistogram']> | undefined;

  /** @param bounds of the buckets, in the unit */
  constructor(about: About<Label>, bounds: readonly number[]) {
    const histogram = new PrometheusHistogram({
      name: nameOf(about),
      help: about.help,
      labelNames: about.labels.map(spelled),
      buckets: [...bounds],
      registers: [registry],
    });
    this.#series = new AllSeries(about.labels, (labels) => histogram.labels(labels));
    instruments.push({
      attach: (meter) => {
        const advice = { explicitBucketBoundaries: [...bounds] };
        this.#other = meter.createHistogram(about.name, { description: about.help, unit: about.unit ?? '1', advice });
      },
    });
  }

  /** @param values of the labels, in their order */
  record(measured: number, ...values: string[]): void {
    const { child, attributes } = this.#series.of(values);
    child.observe(measured);
    this.#other?.record(measured, attributes);
  }
}

/** What is so many at the moment: looked at whenever somebody asks. */
export class Gauge<Label extends string> {
  readonly #gauge: GaugeOf;
  readonly #labels: readonly Label[];
  #values: { readonly value: number; readonly attributes: Attributes }[] = [];

  constructor(about: About<Label>) {
    this.#labels = about.labels;
    this.#gauge = new PrometheusGauge({
      name: nameOf(about),
      help: about.help,
      labelNames: about.labels.map(spelled),
      registers: [registry],
    });
    instruments.push({
      attach: (meter) => {
        const observed = meter.createObservableGauge(about.name, { description: about.help, unit: about.unit ?? '1' });
        observed.addCallback(async (result: ObservableResult) => {
          await gathered();
          for (const { value, attributes } of this.#values) result.observe(value, attributes);
        });
      },
    });
  }

  /** What it is now, in all its series: those that are not named are gone. */
  set(series: readonly (readonly [number, ...string[]])[]): void {
    this.#gauge.reset();
    this.#values = series.map(([value, ...labels]) => {
      const entries = this.#labels.map((label, index) => [label, labels[index] ?? ''] as const);
      this.#gauge.labels(Object.fromEntries(entries.map(([label, text]) => [spelled(label), text]))).set(value);
      return { value, attributes: Object.fromEntries(entries) };
    });
  }
}

/** Looks at what the gauges are about. */
type Gather = () => Promise<void>;

const gatherers = new Set<Gather>();
let gathering: Promise<void> | undefined;

/** Has `gather` look before the gauges are told. @returns what ends that */
export function beforeTelling(gather: Gather): () => void {
  gatherers.add(gather);
  return () => gatherers.delete(gather);
}

/** Looks once, however many ask meanwhile. */
function gathered(): Promise<void> {
  gathering ??= Promise.all([...gatherers].map((gather) => gather()))
    .then(() => undefined)
    .finally(() => {
      gathering = undefined;
    });
  return gathering;
}

let watchesProcess = false;

/** Everything, in the text format of Prometheus; memory, processor and threads of the process from the first time on. */
export async function prometheusText(): Promise<string> {
  if (!watchesProcess) loadProcessMetrics()({ register: registry });
  watchesProcess = true;
  await gathered();
  for (const { tell } of instruments) tell?.();
  return registry.metrics();
}

/** The content type of that format. */
export const PROMETHEUS_TYPE = registry.contentType;

const UNITS = { s: '_seconds', By: '_bytes' };

/** As the two agree on: dots are underscores, and the unit stands at the end. */
function nameOf({ name, unit }: About<string>): string {
  return `${spelled(name)}${unit === undefined ? '' : UNITS[unit]}`;
}

function spelled(name: string): string {
  return name.replaceAll('.', '_');
}
