// The types of the HTTP API, as TypeScript, from docs/openapi.json. `npm run docs` writes them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** The text of src/interfaces/client/schema.ts, for the client and for the console. */
export async function apiTypes() {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/openapi.json'), 'utf8'));
  const types = await openapiTypescript(document, { alphabetize: true });
  return `// Generated from docs/openapi.json by \`npm run docs\`.\n${astToString(types)}`;
}
