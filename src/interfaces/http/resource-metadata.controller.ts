import { Controller, Get, Headers, Inject } from '@nestjs/common';
import { EngineError } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { ApiExcludeController } from '../api-description/index.js';
import { ownAddress, RESOURCE_METADATA, scopesFor } from '../callers/index.js';

/**
 * Tells clients whose tokens are taken here (RFC 9728). The Model Context Protocol is a resource of its own: a token that a
 * program was given for it opens nothing else.
 */
@ApiExcludeController()
@Controller(RESOURCE_METADATA)
export class ResourceMetadataController {
  constructor(@Inject(CONFIG) private readonly config: ConvEngineConfig) {}

  /** @throws EngineError NOT_FOUND where no tokens are taken */
  @Get()
  describe(@Headers() headers: Record<string, string>): JsonObject {
    return this.resource(headers, '', []);
  }

  /** @throws EngineError NOT_FOUND where no tokens are taken */
  @Get('mcp')
  describeMcp(@Headers() headers: Record<string, string>): JsonObject {
    return this.resource(headers, '/mcp', scopesFor('mcp.use', this.config.auth.oidc));
  }

  private resource(headers: Record<string, string>, path: string, scopes: readonly string[]): JsonObject {
    const { auth, http } = this.config;
    const { issuer } = auth.oidc;
    if (issuer === '') throw new EngineError('NOT_FOUND', 'No tokens are taken here (convengine.auth.oidc).');
    return {
      resource: `${ownAddress(http, headers)}${path}`,
      resource_name: 'ConvEngine',
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      ...(scopes.length > 0 && { scopes_supported: [...scopes] }),
    };
  }
}
