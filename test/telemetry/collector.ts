import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/platform/common/json.js';

/** A span as it came over OTLP. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, JsonValue>>;
  /** 2 for one that failed. */
  readonly status: number;
  readonly links: readonly string[];
}

/** A collector of OpenTelemetry on a port of its own, as far as its protocol goes: OTLP over HTTP, in JSON. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  /** The newest value of each metric, by its name. */
  readonly metrics = new Map<string, JsonObject>();
  /** The attributes of whoever sent the last. */
  resource: Readonly<Record<string, JsonValue>> = {};
  /** Everything that was sent, as it came. */
  raw = '';
  #server: Server | undefined;

  async start(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      this.raw += text;
      this.#take(JSON.parse(text) as JsonObject);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** The environment of a service that is to tell this one, soon. */
  get environment(): Record<string, string> {
    const { port } = (this.#server as Server).address() as AddressInfo;
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      OTEL_METRIC_EXPORT_TIMEOUT: '400',
    };
  }

  /** The spans of a trace. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  #take(sent: JsonObject): void {
    for (const { resource, scopeSpans } of objects(sent.resourceSpans)) {
      this.resource = attributesOf(resource);
      for (const { spans } of objects(scopeSpans)) this.spans.push(...objects(spans).map(readSpan));
    }
    for (const { scopeMetrics } of objects(sent.resourceMetrics)) {
      for (const { metrics } of objects(scopeMetrics)) {
        for (const metric of objects(metrics)) this.metrics.set(String(metric.name), metric);
      }
    }
  }
}

function readSpan(span: JsonObject): ReceivedSpan {
  const status = isJsonObject(span.status) ? span.status.code : undefined;
  return {
    name: String(span.name),
    traceId: String(span.traceId),
    spanId: String(span.spanId),
    parentSpanId: String(span.parentSpanId ?? ''),
    kind: Number(span.kind),
    attributes: attributesOf(span),
    status: Number(status ?? 0),
    links: objects(span.links).map(({ spanId }) => String(spanId)),
  };
}

function attributesOf(owner: JsonValue | undefined): Record<string, JsonValue> {
  const list = isJsonObject(owner) ? objects(owner.attributes) : [];
  return Object.fromEntries(
    list.map(({ key, value }) => [String(key), isJsonObject(value) ? (Object.values(value)[0] ?? null) : null]),
  );
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
