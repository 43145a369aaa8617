import { isJsonObject, type JsonValue } from '../../platform/common/json.js';
import type { FlowProblems } from '../../tools/flow-problem.js';
import type { CompiledFlow } from '../flow/index.js';

/** Two backslashes before a letter that means something behind one. */
const DOUBLED = /\\\\([bBdDsSwW])/;
/** The pattern of `=~ /…/`; in quotes, two backslashes are one. */
const SLASHED = /=~\s*\/((?:[^/\\]|\\[\s\S])*)\//g;

/** Warns of backslashes that were doubled where a pattern was copied out of a program or a document. */
export function checkPatterns({ parts }: CompiledFlow, problems: FlowProblems): void {
  const warn = (table: string, id: number | null, column: string, pattern: string, where = '') => {
    const [written, letter] = DOUBLED.exec(pattern) ?? [];
    if (written === undefined) return;
    const text =
      `${where}"${written}" looks for a backslash and the letter "${letter}"; ` +
      `write "\\${letter}", with one backslash, as long as the message is not meant to hold a backslash`;
    problems.warn(table, id, column, text);
  };
  for (const { id, ruleType, pattern } of parts.classifiers) {
    if (ruleType.trim().toUpperCase() === 'REGEX') warn('ce_intent_classifier', id, 'pattern', pattern);
  }
  for (const { id, ruleType, pattern } of parts.policies) {
    if (ruleType.trim().toUpperCase() === 'REGEX') warn('ce_policy', id, 'pattern', pattern);
  }
  for (const { id, condition, pattern } of parts.rules) {
    if (condition.type === 'REGEX') warn('ce_rule', id, 'match_pattern', pattern);
    if (condition.type === 'JSON_PATH' || condition.type === 'CONTEXT_JSON_PATH')
      warn('ce_rule', id, 'match_pattern', [...pattern.matchAll(SLASHED)].map(([, one = '']) => one).join(' '));
  }
  for (const { id, document } of parts.schemas) warn('ce_output_schema', id, 'json_schema', patternsIn(document));
  for (const [key, value] of parts.settings) {
    if (key.includes('.REGEX_')) warn('ce_config', null, 'config_value', value, `${key}: `);
  }
}

/** Every `pattern` of a schema, in lines. */
function patternsIn(schema: JsonValue): string {
  if (Array.isArray(schema)) return schema.map(patternsIn).join('\n');
  if (!isJsonObject(schema)) return '';
  const own = typeof schema.pattern === 'string' ? schema.pattern : '';
  return [own, ...Object.values(schema).map(patternsIn)].filter((one) => one !== '').join('\n');
}
