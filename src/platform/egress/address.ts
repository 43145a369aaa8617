import ipaddr from 'ipaddr.js';

/** `public`: the internet. `private`: one's own network or machine. `refused`: neither, or no place to call. */
export type AddressClass = 'public' | 'private' | 'refused';

const PRIVATE = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

/** Where clouds hand out credentials to whoever asks; the usual one, 169.254.169.254, is link-local. */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254']);

/** All of the IPv6 internet; what lies outside and is not private has no business here. */
const IPV6_INTERNET = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Which kind of address this is. IPv4 inside IPv6 counts as the IPv4 address; link-local, multicast, tunnelled,
 * reserved and metadata addresses are refused, and so is what is no address.
 */
export function classifyAddress(text: string): AddressClass {
  if (!ipaddr.isValid(text)) return 'refused';
  const address = ipaddr.process(text);
  if (METADATA.has(address.toString())) return 'refused';
  const range = address.range();
  if (PRIVATE.has(range)) return 'private';
  if (range !== 'unicast') return 'refused';
  return address instanceof ipaddr.IPv4 || address.match(IPV6_INTERNET) ? 'public' : 'refused';
}
