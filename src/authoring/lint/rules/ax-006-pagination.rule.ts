import type { JsonValue } from '../../../platform/common/json.js';
import type { Matching } from '../matching.js';
import { toSnakeCase } from '../naming.js';
import { Findings, PASS, type Rule, severityOf } from '../rule.js';
import { propertiesOf } from '../schema-parts.js';

const LISTING = ['list', 'search', 'find', 'query', 'all', 'multiple'];
const PAGING = ['limit', 'offset', 'page', 'cursor', 'page_size', 'max_results'];
const PAGE_INFO = ['total', 'total_count', 'has_more', 'next_cursor', 'page_info'];

/** What lists, gives pages. */
export const pagination: Rule = {
  id: 'AX-006',
  title: 'Paginate Large Results',
  why: 'A list without a limit fills the context of the model, and without a count it does not know that there is more.',
  example: {
    wrong: 'name: weather_find_stations',
    right: `name: weather_find_stations
schema:
  input: {properties: {limit: {type: integer}, offset: {type: integer}}}
  output: {properties: {stations: {type: array}, total_count: {type: integer}}}`,
  },
  check({ name, description, inputSchema, outputSchema }, matching) {
    if (!matching.findVerb(name, LISTING) && !matching.findVerb(description, LISTING)) return PASS;
    const found = new Findings();
    let score = 1;
    if (!hasAny(inputSchema, PAGING, matching)) {
      const advice = "Add 'limit' and 'offset' (or 'page' and 'page_size') parameters";
      found.add(['inputSchema', 'properties'], 'List operation lacks pagination parameters', advice);
      score -= 0.5;
    }
    if (outputSchema === null) {
      const message = 'List operation should define output schema with pagination metadata';
      found.add(['outputSchema'], message, 'Define output schema including items array and pagination metadata');
      score -= 0.2;
    } else if (!hasAny(outputSchema, PAGE_INFO, matching)) {
      const message = 'Output lacks pagination metadata (total_count, has_more, etc.)';
      found.add(['outputSchema'], message, 'Include metadata fields: total_count, has_more, next_cursor');
      score -= 0.3;
    }
    const severity = severityOf(score, { fail: 0.5, warn: 0.8 });
    return found.verdict(severity, score, found.isEmpty || severity === 'PASS');
  },
};

/** `pageSize` is as good as `page_size`. */
function hasAny(schema: JsonValue, names: readonly string[], { isCompat }: Matching): boolean {
  const properties = propertiesOf(schema) ?? [];
  return properties.some(([name]) => names.includes(isCompat ? name : toSnakeCase(name)));
}
