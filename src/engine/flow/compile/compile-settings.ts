import { checkRegex } from '../../../platform/common/regex.js';
import type { ConfigRow } from '../../../platform/persistence/index.js';
import type { FlowProblems } from '../../../tools/flow-problem.js';
import { enabled } from '../../../tools/sources/rows/index.js';
import { settingKey } from '../flow-definition.js';

/** Confidences, from 0 to 1. */
const SHARES = new Set(['LLM_THRESHOLD', 'CONSENT_FLOOR']);
const NUMBERS = new Set([
  'MIN_CONFIDENCE',
  'CANDIDATE_CONFIDENCE',
  'OUT_OF_SCOPE_SHARE',
  'COLLISION_GAP_THRESHOLD',
  'MCP_TOOL_MAX_LOOPS',
]);

/** `ce_config` rows by type and key; the first of two equal ones wins. */
export function compileSettings(rows: readonly ConfigRow[], problems: FlowProblems): Map<string, string> {
  const settings = new Map<string, string>();
  for (const row of enabled(rows)) {
    const problem = checkSetting(row);
    if (problem) problems.error('ce_config', row.configId, 'config_value', problem);
    const key = settingKey(row.configType, row.configKey);
    if (!problem && !settings.has(key)) settings.set(key, row.configValue);
  }
  return settings;
}

function checkSetting(row: ConfigRow): string | undefined {
  const key = row.configKey.trim().toUpperCase();
  if (key.startsWith('REGEX_')) return checkRegex(row.configValue);
  if (NUMBERS.has(key) && !Number.isFinite(Number(row.configValue.trim() || Number.NaN))) return 'is not a number';
  const share = Number(row.configValue.trim() || Number.NaN);
  if (SHARES.has(key) && !(share >= 0 && share <= 1)) return 'is not a number from 0 to 1';
  return undefined;
}
