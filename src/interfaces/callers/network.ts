import { EngineError } from '../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Authentication } from './authentication.js';

/** True for an address that programs on this machine alone can reach. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/**
 * Asked before a service listens.
 * @throws EngineError CONFIGURATION_INVALID where other machines could reach it, nobody would have to say who they are, and
 *   the settings do not say that this is meant
 */
export function refuseOpenNetwork({ http, auth }: ConvEngineConfig, { isOpen }: Authentication): void {
  if (!isOpen || auth.openToNetwork || isThisMachine(http.host)) return;
  const problem = 'other machines can reach this address, and there is no key: anybody could talk and use tools';
  const remedies = [
    'Set convengine.security.admin-api-key and .conversation-api-key to secrets of your own',
    'make keys with "convengine keys create"',
    'name an OpenID provider in convengine.auth.oidc',
    'listen on 127.0.0.1',
    'or, where it is meant, set convengine.auth.open-to-network: true (docs/access.md)',
  ];
  const message = `The service does not listen on ${http.host}: ${problem}.\n${remedies.join(';\n')}.`;
  const problems = [{ key: 'convengine.http.host', origin: http.host, problem }];
  throw new EngineError('CONFIGURATION_INVALID', message, { problems });
}
