import type { JsonObject } from '../../platform/common/json.js';
import { compileSchema } from '../../platform/common/json-schema.js';
import { ToolError } from '../tool-error.js';

/**
 * Holds arguments against an executor's own schema: a row may have replaced it with one that says less.
 * @throws ToolError naming what does not fit
 */
export function checkArguments(schema: JsonObject, args: JsonObject): void {
  const problems = compileSchema(schema).check(args);
  if (problems.length === 0) return;
  const text = problems.map(({ path, message }) => `${path || 'args'} ${message}`).join('; ');
  throw new ToolError(`The arguments are not valid: ${text}`);
}
