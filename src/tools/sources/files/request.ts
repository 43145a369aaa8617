import type { FileRequest } from '../../tool.js';
import { readAuth } from './auth.js';
import type { Capability, CapabilityProvider } from './capability-file/index.js';
import { NamedSecrets } from './placeholders.js';
import type { Problems } from './problem.js';
import { ProtocolReader } from './protocol-request.js';
import { RestReader } from './rest-request.js';

/** Services that are no HTTP API, and what to do instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  cli: 'runs a program on this machine, which is not done here: answer the tool by a handler, or serve the program over HTTP',
  local: 'is code of another program: answer the tool by a handler',
  mcp: 'is a server of the Model Context Protocol: name it in convengine.mcp.servers',
};

/** The request that a capability file describes; what cannot be sent is added to `problems`. */
export function readRequest(capability: Capability, problems: Problems): FileRequest | undefined {
  const { primary, fallback = [] } = capability.providers;
  if (!primary) return void problems.add(['providers'], 'has no "primary", so that nothing can be called');
  const request = readProvider(capability, primary, ['providers', 'primary'], problems);
  const isList = Array.isArray(fallback);
  const others = [fallback].flat().map((provider, index) => {
    const path = ['providers', 'fallback', ...(isList ? [index] : [])];
    return readProvider(capability, provider, path, problems);
  });
  if (!request) return undefined;
  const fallbacks = others.filter((one) => one !== undefined);
  const cacheSeconds = cacheSecondsOf(capability);
  return {
    ...request,
    ...(fallbacks.length > 0 && { fallbacks }),
    ...(cacheSeconds > 0 && { cacheSeconds }),
  };
}

function readProvider(
  capability: Capability,
  provider: CapabilityProvider,
  path: readonly (string | number)[],
  problems: Problems,
): FileRequest | undefined {
  const service = provider.service.trim().toLowerCase();
  const elsewhere = ELSEWHERE[service];
  if (elsewhere !== undefined) return void problems.add([...path, 'service'], `"${service}" ${elsewhere}`);
  const auth = readAuth(capability, provider.config as never, problems);
  const input = {
    capability,
    config: provider.config,
    path: [...path, 'config'],
    problems,
    secrets: new NamedSecrets(),
  };
  const isProtocol = service === 'graphql' || service === 'jsonrpc';
  const read = isProtocol ? new ProtocolReader(input, service).read(auth) : new RestReader(input).read(auth);
  if (!read || !auth || problems.list.length > 0) return undefined;
  const secrets = input.secrets.all;
  return { ...read, ...(secrets && { secrets }), timeoutMs: Math.round(provider.timeout * 1_000) };
}

/** Seconds; 0 where answers are not kept. */
function cacheSecondsOf({ cache }: Capability): number {
  const strategy = cache?.strategy?.trim().toLowerCase() ?? '';
  return strategy === '' || strategy === 'none' ? 0 : Math.max(0, cache?.ttl ?? 0);
}
