import { Controller, Get, Headers, Inject } from '@nestjs/common';
import { EngineError } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { ApiExcludeController } from '../api-description/index.js';
import { ownAddress, RESOURCE_METADATA } from '../callers/index.js';

/** Tells clients of the Model Context Protocol whose tokens are taken here (RFC 9728). */
@ApiExcludeController()
@Controller(RESOURCE_METADATA)
export class ResourceMetadataController {
  constructor(@Inject(CONFIG) private readonly config: ConvEngineConfig) {}

  /** @throws EngineError NOT_FOUND where no tokens are taken */
  @Get(['', 'mcp'])
  describe(@Headers() headers: Record<string, string>): JsonObject {
    const { auth, http } = this.config;
    const { issuer } = auth.oidc;
    if (issuer === '') throw new EngineError('NOT_FOUND', 'No tokens are taken here (convengine.auth.oidc).');
    return {
      resource: `${ownAddress(http, headers)}/mcp`,
      resource_name: 'ConvEngine',
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    };
  }
}
