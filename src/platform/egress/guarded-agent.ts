import dns from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { EngineError } from '../common/errors.js';
import type { EgressPolicy } from './egress-policy.js';

/** Resolves names, as `dns.lookup` does; tests answer in its place. */
export type Resolve = typeof dns.lookup;

/** Why an address must not be connected to; undefined when it may be. */
type Refuse = (address: string) => EngineError | undefined;

/**
 * Connections that check each address at the moment of connecting: what a name resolved to a moment ago proves nothing.
 * Of a name with several addresses, one refused address refuses them all. Literal addresses are not looked up: the
 * policy has checked them with the rest of the URL.
 */
export function guardedAgent(policy: EgressPolicy, connectTimeoutMs: number, resolve: Resolve = dns.lookup): Agent {
  const connect: buildConnector.connector = (options, callback) => {
    const host = isIPv6(options.hostname) ? `[${options.hostname}]` : options.hostname.replace(/\.$/, '');
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const refuse: Refuse = (address) => policy.refusalOf(host, port, address);
    buildConnector({ timeout: connectTimeoutMs, lookup: guardedLookup(refuse, resolve) })(options, callback);
  };
  return new Agent({ connect });
}

function guardedLookup(refuse: Refuse, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const failure = error ?? addresses.map(({ address }) => refuse(address)).find((refusal) => refusal !== undefined);
      if (failure) return callback(failure, []);
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}
