import type { FlowProblems } from '../../tools/flow-problem.js';
import { ANY, normalizeCode, type Scoped } from '../../tools/scope.js';
import type { CompiledFlow, Rule } from '../flow/index.js';

/** States that a conversation is in before anything has moved it. */
const FIRST_STATES = ['UNKNOWN', 'IDLE'];

/**
 * Warns of states that nothing leads to within their intent, though their name is known. What is known to nothing at all
 * is found when rows are read.
 */
export function checkReachability(flow: CompiledFlow, problems: FlowProblems): void {
  const reached = reachedPlaces(flow);
  const known = new Set(
    flow.problems.filter(({ column }) => column === 'state_code').map(({ table, id }) => `${table} ${id}`),
  );
  const intents = new Set(flow.parts.intents.map(({ code }) => code));
  const lost = scopedRows(flow).filter(({ table, row }) => {
    const [intent, state] = [normalizeCode(row.intent), normalizeCode(row.state)];
    if (state === ANY || known.has(`${table} ${row.id}`)) return false;
    if (intent === ANY) return ![...reached].some((place) => place.endsWith(`/${state}`));
    return intents.has(intent) && !reached.has(`${intent}/${state}`);
  });
  for (const [place, rows] of Map.groupBy(
    lost,
    ({ row }) => `${normalizeCode(row.intent)}/${normalizeCode(row.state)}`,
  )) {
    const [first, ...others] = rows;
    if (!first) continue;
    const [intent, state] = place.split('/');
    const more = others.length === 0 ? 'this row is' : `this row and ${others.length} more are`;
    const text =
      `no classifier, example or rule leads to the state "${state}" while the intent is ${intent}; ${more} never used: ` +
      'add what leads there, or correct the name';
    problems.warn(first.table, first.row.id, 'state_code', text);
  }
}

/** `INTENT/STATE` of every place that a conversation can get to without a model's word. */
function reachedPlaces({ parts, definition }: CompiledFlow): Set<string> {
  const intents = [...new Set(['UNKNOWN', ...parts.intents.map(({ code }) => code)])];
  const reached = new Set(intents.flatMap((intent) => FIRST_STATES.map((state) => `${intent}/${state}`)));
  for (const { intent, state } of parts.classifiers) reached.add(`${intent}/${state}`);
  for (const { intent, state } of parts.examples)
    reached.add(`${normalizeCode(intent)}/${normalizeCode(state ?? definition.enteredState(intent))}`);
  // A set hands over what is added while it is walked.
  for (const place of reached) {
    const [intent = '', state = ''] = place.split('/');
    for (const rule of parts.rules) {
      if (covers(rule.intent, intent) && covers(rule.state, state))
        for (const next of moves(rule, intent, state)) reached.add(next);
    }
  }
  return reached;
}

function moves({ action }: Rule, intent: string, state: string): string[] {
  if (action.type === 'SET_STATE') return [`${intent}/${normalizeCode(action.state)}`];
  return action.type === 'SET_INTENT' ? [`${normalizeCode(action.intent)}/${state}`] : [];
}

function covers(scope: string, code: string): boolean {
  return normalizeCode(scope) === ANY || normalizeCode(scope) === code;
}

function scopedRows({ parts }: CompiledFlow): { table: string; row: Pick<Scoped, 'id' | 'intent' | 'state'> }[] {
  const tables: [string, readonly Pick<Scoped, 'id' | 'intent' | 'state'>[]][] = [
    ['ce_pending_action', parts.pendingActions],
    ['ce_rule', parts.rules],
    ['ce_output_schema', parts.schemas],
    ['ce_response', parts.responses],
    ['ce_prompt_template', parts.prompts],
    ['ce_container_config', parts.containers],
    ['ce_mcp_tool', parts.tools.list.filter(({ origin }) => origin.source === 'rows')],
    ['ce_mcp_planner', parts.planners],
    ['ce_verbose', parts.verbose],
  ];
  return tables.flatMap(([table, rows]) => rows.map((row) => ({ table, row })));
}
