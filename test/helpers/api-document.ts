import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { upgrade } from '@scalar/openapi-upgrader';
import { z } from 'zod';
import { PROBLEM_JSON, problemDetailsSchema } from '../../src/interfaces/http/problem-details.js';
import { packageVersion } from '../../src/platform/config/index.js';

const DESCRIPTION =
  'A conversation flow engine. Errors have an HTTP status and a body of one shape, ErrorResponse, or ProblemDetails where ' +
  'Accept asks for it; docs/errors.md lists the codes. Conversation addresses ask for a key where ' +
  'convengine.security.conversation-api-key is set; administration asks for convengine.security.admin-api-key, or, where ' +
  'that is not set, for a caller on the same machine. ' +
  '/mcp serves the Model Context Protocol (docs/mcp.md), which is JSON-RPC and not described here.';

/** An operation, as far as it is looked at here. */
export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly requestBody?: { readonly content: object };
  readonly responses: Record<string, { content?: Record<string, { readonly schema?: object }> }>;
}

/** An OpenAPI document, as far as it is looked at here. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, { readonly examples?: readonly unknown[] }> };
}

/**
 * The OpenAPI 3.1 document of every controller in the application. Nest reads schemas as OpenAPI 3.0 has them; they are
 * translated to those of JSON Schema, which 3.1 has.
 */
export function apiDocument(app: NestFastifyApplication): ApiDocument {
  const base = new DocumentBuilder()
    .setTitle('ConvEngine')
    .setDescription(DESCRIPTION)
    .setVersion(packageVersion())
    .addBearerAuth({ type: 'http', scheme: 'bearer' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-KEY' }, 'api-key')
    .build();
  const described = JSON.parse(JSON.stringify(SwaggerModule.createDocument(app, base))) as Record<string, unknown>;
  const document = withNullInEnums(upgrade(described, '3.1')) as ApiDocument;
  describeProblems(document);
  return document;
}

/** `nullable` of 3.0 allows null beside an enum; in JSON Schema, the enum has to name it. */
function withNullInEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullInEnums);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNullInEnums(part)]));
  const { type, enum: values } = parts;
  if (!Array.isArray(type) || !type.includes('null') || !Array.isArray(values) || values.includes(null)) return parts;
  return { ...parts, enum: [...values, null] };
}

/** Whatever answers an error in the contract's body answers it as problem details, too. */
function describeProblems({ paths, components }: ApiDocument): void {
  const { $defs } = z.toJSONSchema(problemDetailsSchema);
  const { id: _id, example, ...schema } = $defs?.ProblemDetails ?? {};
  components.schemas.ProblemDetails = { ...schema, examples: [example] };
  const problem = { schema: { $ref: '#/components/schemas/ProblemDetails' } };
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const { content } of Object.values(responses)) {
      const isError = JSON.stringify(content?.['application/json']?.schema ?? {}).includes('/ErrorResponse"');
      if (content && isError) content[PROBLEM_JSON] = problem;
    }
  }
}
