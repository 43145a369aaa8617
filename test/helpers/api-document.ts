import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { packageVersion } from '../../src/platform/config/index.js';

const DESCRIPTION =
  'A conversation flow engine. Errors have an HTTP status and a body of one shape, ErrorResponse; docs/errors.md ' +
  'lists the codes. Conversation addresses ask for a key where convengine.security.conversation-api-key is set; ' +
  'administration asks for convengine.security.admin-api-key, or, where that is not set, for a caller on the same machine. ' +
  '/mcp serves the Model Context Protocol (docs/mcp.md), which is JSON-RPC and not described here.';

/** The OpenAPI document of every controller in the application. */
export function apiDocument(app: NestFastifyApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setTitle('ConvEngine')
    .setDescription(DESCRIPTION)
    .setVersion(packageVersion())
    .addBearerAuth({ type: 'http', scheme: 'bearer' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, 'api-key')
    .build();
  return SwaggerModule.createDocument(app, base);
}
