import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { packageVersion } from '../../platform/config/index.js';

/** The OpenAPI document of every controller in the application. */
function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const description =
    'A conversation flow engine. Errors have an HTTP status and a body of one shape, ErrorResponse; docs/errors.md ' +
    'lists the codes. Conversation addresses ask for a key where convengine.security.conversation-api-key is set; ' +
    'administration asks for convengine.security.admin-api-key, or, where that is not set, for a caller on the same machine. ' +
    '/mcp serves the Model Context Protocol (docs/mcp.md), which is JSON-RPC and not described here.';
  const base = new DocumentBuilder()
    .setTitle('ConvEngine')
    .setDescription(description)
    .setVersion(packageVersion())
    .addBearerAuth({ type: 'http', scheme: 'bearer' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, 'api-key')
    .build();
  return SwaggerModule.createDocument(app, base);
}

/** Serves the document at `/api/docs-json`, and pages to read and try it at `/api/docs`. */
export function serveApiDocs(app: NestFastifyApplication): void {
  SwaggerModule.setup('api/docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'api/docs-json',
    raw: ['json'],
    customSiteTitle: 'ConvEngine API',
  });
}
