import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Agent } from 'undici';
import { CONFIG } from '../common/tokens.js';
import type { ConvEngineConfig } from '../config/index.js';
import { type Attributes, isTracing, type SpanStart, Traced, traceHeaders } from '../telemetry/index.js';
import { EgressPolicy, type EgressSettings } from './egress-policy.js';
import { type EgressRequest, type EgressResponse, exchange } from './exchange.js';
import type { Resolve } from './guarded-agent.js';

/** Headers that tell nothing about who asks, and so may go to another origin. */
const HARMLESS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The way out: every request that rows, tools or models can steer goes through here, and where it goes is checked. */
@Injectable()
export class Egress {
  private readonly settings: EgressSettings;
  private readonly policy: EgressPolicy;
  /** By connect timeout. */
  private readonly agents = new Map<number, Promise<Agent>>();

  /** @param resolve looks names up; the machine's own resolver where absent */
  constructor(
    @Inject(CONFIG) config: Pick<ConvEngineConfig, 'egress'>,
    @Optional() private readonly resolve?: Resolve,
  ) {
    this.settings = config.egress;
    this.policy = new EgressPolicy(config.egress);
  }

  /** The way to the server of an address that the configuration names, wherever that is, and to no other; no redirect is followed. */
  static onlyTo({ hostname, port, protocol }: URL): Egress {
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    const only = [`${hostname}:${number}`];
    return new Egress({
      egress: { allowHosts: only, allowPrivateHosts: only, allowHttp: true, ports: [number], maxRedirects: 0 },
    });
  }

  /**
   * Sends one request. Redirects of GET and HEAD are followed as often as is configured, unless the request says otherwise, each checked like the first,
   * and across origins without credentials; any other redirect is the answer.
   * @throws EngineError EGRESS_REFUSED when it may not go there; ExchangeError when no answer comes; the signal's reason
   */
  @Traced(requestSpan, requestEnding)
  async request(url: URL, request: EgressRequest): Promise<EgressResponse> {
    let target = url;
    let headers = withTrace(request.headers);
    for (let redirects = 0; ; redirects += 1) {
      this.policy.checkUrl(target);
      const response = await exchange(await this.agent(request.connectTimeoutMs), target, { ...request, headers });
      const next = redirectOf(response, target, request);
      if (!next || redirects >= this.settings.maxRedirects) return response;
      if (next.origin !== target.origin) headers = withoutCredentials(headers);
      target = next;
    }
  }

  /** Ends every connection; requests under way fail. */
  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map(async (agent) => (await agent).destroy()));
  }

  private agent(connectTimeoutMs: number): Promise<Agent> {
    const agent = this.agents.get(connectTimeoutMs) ?? this.makeAgent(connectTimeoutMs);
    this.agents.set(connectTimeoutMs, agent);
    return agent;
  }

  /** The library is loaded with the first request: many services never send one. */
  private async makeAgent(connectTimeoutMs: number): Promise<Agent> {
    const { guardedAgent } = await import('./guarded-agent.js');
    return guardedAgent(this.policy, connectTimeoutMs, this.resolve);
  }
}

/** Addresses and bodies may hold what people said: of an address, the server alone is told. */
function requestSpan({ hostname, port, protocol }: URL, { method }: EgressRequest): SpanStart {
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    'url.scheme': protocol.slice(0, -1),
  };
  return { name: method, kind: 'CLIENT', attributes, onlyInside: true };
}

function requestEnding({ status }: EgressResponse): Attributes {
  return { 'http.response.status_code': status, ...(status >= 400 && { 'error.type': String(status) }) };
}

/** The other side goes on with the trace at hand, where there is one. */
function withTrace(headers: EgressRequest['headers']): EgressRequest['headers'] {
  return isTracing() ? { ...headers, ...traceHeaders() } : headers;
}

function redirectOf({ status, headers }: EgressResponse, from: URL, request: EgressRequest): URL | undefined {
  const { method, followsRedirects = true } = request;
  if (!REDIRECTS.has(status) || !followsRedirects || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const location = headers.location;
  return location === undefined ? undefined : (URL.parse(location, from.href) ?? undefined);
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name)));
}
