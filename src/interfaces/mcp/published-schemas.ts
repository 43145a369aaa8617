import { Logger } from '@nestjs/common';
import type { JsonObject } from '../../platform/common/json.js';
import { publishedSchema } from '../../tools/package-format/index.js';

const logger = new Logger('Mcp');
const published = new WeakMap<JsonObject, JsonObject>();

/** The schema of a tool with patterns that its clients can compile; what is left out is told once in the log. */
export function asClientsCompile(toolCode: string, schema: JsonObject): JsonObject {
  const known = published.get(schema);
  if (known) return known;
  const { schema: made, leftOut } = publishedSchema(schema);
  for (const pattern of leftOut) {
    logger.warn(
      `${toolCode}: clients could not compile the pattern ${JSON.stringify(pattern)}; they are not told of it.`,
    );
  }
  published.set(schema, made as JsonObject);
  return made as JsonObject;
}
