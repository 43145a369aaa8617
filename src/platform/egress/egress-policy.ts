import { isIP } from 'node:net';
import { EngineError } from '../common/errors.js';
import type { ConvEngineConfig } from '../config/index.js';
import { classifyAddress } from './address.js';
import { HostPattern, hostOf, portOf } from './host-pattern.js';

/** What `convengine.egress` says. */
export type EgressSettings = ConvEngineConfig['egress'];

/** Which addresses may be called: by scheme, name and port before, and by the resolved address when connecting. */
export class EgressPolicy {
  private readonly publicHosts: readonly HostPattern[];
  private readonly privateHosts: readonly HostPattern[];

  constructor(private readonly settings: EgressSettings) {
    this.publicHosts = settings.allowHosts.map((text) => new HostPattern(text));
    this.privateHosts = settings.allowPrivateHosts.map((text) => new HostPattern(text));
  }

  /**
   * Refuses what can be refused without a look-up.
   * @throws EngineError EGRESS_REFUSED, with the host and not the rest of the address
   */
  checkUrl(url: URL): void {
    const host = hostOf(url);
    const problem = this.problemOf(url, host, portOf(url));
    if (problem) throw refused(host, problem);
    // A literal address is never looked up.
    const literal = host.replace(/^\[|\]$/g, '');
    const refusal = isIP(literal) === 0 ? undefined : this.refusalOf(host, portOf(url), literal);
    if (refusal) throw refusal;
  }

  /** Why no connection may go to an address that the host's name resolved to: EGRESS_REFUSED; undefined when it may. */
  refusalOf(host: string, port: number, address: string): EngineError | undefined {
    const kind = classifyAddress(address);
    if (kind === 'public' || (kind === 'private' && this.isPrivateHost(host, port))) return undefined;
    const remedy = 'a private address, and it is not in convengine.egress.allow-private-hosts';
    return refused(host, `it has ${kind === 'private' ? remedy : 'an address that nothing may call'}`);
  }

  private problemOf(url: URL, host: string, port: number): string | undefined {
    const isPrivateHost = this.isPrivateHost(host, port);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only https and http can be called';
    if (url.username !== '' || url.password !== '') return 'its address holds credentials';
    if (!isPrivateHost && !this.matches(this.publicHosts, host, port)) {
      return `the host with port ${port} is not in convengine.egress.allow-hosts`;
    }
    const isHttpAllowed = isPrivateHost || this.settings.allowHttp;
    if (url.protocol === 'http:' && !isHttpAllowed) return 'http is not allowed by convengine.egress.allow-http';
    return undefined;
  }

  private isPrivateHost(host: string, port: number): boolean {
    return this.matches(this.privateHosts, host, port);
  }

  private matches(patterns: readonly HostPattern[], host: string, port: number): boolean {
    const matchesPort = ({ port: own }: HostPattern) =>
      own === undefined ? this.settings.ports.includes(port) : own === port;
    return patterns.some((pattern) => pattern.matchesHost(host) && matchesPort(pattern));
  }
}

function refused(host: string, reason: string): EngineError {
  return new EngineError('EGRESS_REFUSED', `${host} may not be called: ${reason}.`);
}
