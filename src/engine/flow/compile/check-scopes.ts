import { FILES, type FlowProblems, MANIFESTS, SERVERS } from '../../../tools/flow-problem.js';
import { ANY, normalizeCode, type Scoped } from '../../../tools/scope.js';
import type { SourceName } from '../../../tools/tool.js';
import type { FlowParts } from '../flow-definition.js';

/**
 * Every intent a row names must exist in `ce_intent`; every state must be one that a conversation can get to: from a
 * classifier or an example, from a rule's SET_STATE, or as the scope of a rule.
 */
export function checkScopes(parts: FlowParts, problems: FlowProblems): void {
  const intents = new Set([ANY, 'UNKNOWN', ...parts.intents.map((intent) => intent.code)]);
  const reachable = reachableStates(parts);
  for (const [table, rows] of scopedTables(parts)) {
    for (const row of rows) {
      if (!intents.has(row.intent)) {
        const text = `"${row.intent}" is not an enabled intent; add it to ce_intent or correct the row`;
        problems.warn(table, row.id, 'intent_code', text);
      }
      if (!reachable.has(row.state)) {
        const text = `no classifier, example or rule leads to the state "${row.state}"; the row is never used`;
        problems.warn(table, row.id, 'state_code', text);
      }
    }
  }
  for (const { code, intent, state, origin } of parts.tools.list) {
    if (origin.source === 'rows') continue;
    const warn = (text: string) => problems.warn(TABLES[origin.source] ?? 'ce_mcp_tool', origin.place, null, text);
    if (!intents.has(intent)) {
      warn(
        `the tool "${code}" is for "${intent}", which is not an enabled intent; add it to ce_intent or correct its intent`,
      );
    }
    if (!reachable.has(state)) {
      warn(`no classifier, example or rule leads to the state "${state}" of the tool "${code}"; it is never used`);
    }
  }
}

/** What problems of tools that are no rows are told as, with the place they come from. */
const TABLES: Readonly<Partial<Record<SourceName, string>>> = { files: FILES, packages: MANIFESTS, remote: SERVERS };

function reachableStates(parts: FlowParts): Set<string> {
  return new Set(
    [
      ANY,
      'UNKNOWN',
      'IDLE',
      ...parts.classifiers.map((classifier) => classifier.state),
      ...parts.examples.map((example) => example.state ?? 'UNKNOWN'),
      ...parts.rules.flatMap((rule) => [rule.state, rule.action.type === 'SET_STATE' ? rule.action.state : rule.state]),
    ].map(normalizeCode),
  );
}

function scopedTables(parts: FlowParts): [string, readonly Pick<Scoped, 'id' | 'intent' | 'state'>[]][] {
  return [
    ['ce_intent_classifier', parts.classifiers],
    ['ce_intent_example', parts.examples.map((example) => ({ ...example, state: example.state ?? ANY }))],
    ['ce_output_schema', parts.schemas],
    ['ce_prompt_template', parts.prompts],
    ['ce_response', parts.responses],
    ['ce_rule', parts.rules],
    ['ce_pending_action', parts.pendingActions],
    ['ce_container_config', parts.containers],
    ['ce_mcp_tool', parts.tools.list.filter(({ origin }) => origin.source === 'rows')],
    ['ce_mcp_planner', parts.planners],
    ['ce_verbose', parts.verbose],
  ];
}
