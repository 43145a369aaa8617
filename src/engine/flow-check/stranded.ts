import { isDeepStrictEqual } from 'node:util';
import type { FlowRow } from '../../platform/persistence/index.js';
import type { ToolRunner } from '../../tools/index.js';
import { ANY, normalizeCode, type Scoped, sameCode } from '../../tools/scope.js';
import type { CompiledFlow, RowChange } from '../flow/index.js';
import { workRef } from '../pending-action/index.js';
import type { AskedActions, OpenWork, StandingConversations } from './open-work.js';

/** What other rows do to conversations and questions that are open, and to what is agreed to for times to come. */
export interface AffectedWork {
  /** Whether they would be stuck, a yes would do nothing, or times to come would not be kept; otherwise they go on in another way. */
  readonly isStranded: boolean;
  readonly what: 'conversations' | 'questions' | 'schedules';
  readonly count: number;
  /** For people: where they are. */
  readonly where: string;
  /** For people: what becomes of them. */
  readonly why: string;
  /** The rows that do it, as `TABLE[KEY]`. */
  readonly rows: readonly string[];
}

/** Rows that run, rows that would, and what is different by the keys of the former. */
export interface ComparedFlows {
  readonly present: CompiledFlow;
  readonly candidate: CompiledFlow;
  readonly changes: readonly RowChange[];
  readonly tools: Pick<ToolRunner, 'digest'>;
}

/** Finds what a change of rows would strand, that which is stranded first, and of that the most. */
export function findStranded(flows: ComparedFlows, { conversations, questions, schedules }: OpenWork): AffectedWork[] {
  const found = [
    ...conversations.flatMap((standing) => affectedConversations(flows, standing)),
    ...questions.flatMap((asked) => affectedActions(flows, asked, 'questions')),
    ...schedules.flatMap((agreed) => affectedActions(flows, agreed, 'schedules')),
  ];
  return found.sort((a, b) => Number(b.isStranded) - Number(a.isStranded) || b.count - a.count);
}

function affectedConversations(flows: ComparedFlows, { intent, state, count }: StandingConversations): AffectedWork[] {
  const { present, candidate } = flows;
  const told = { what: 'conversations', count, where: `${intent}/${state}` } as const;
  const ofIntent = (row: FlowRow) => sameCode(String(row.intent_code), intent);
  const ofPlace = (row: FlowRow) => isOf(row.intent_code, intent) && sameCode(String(row.state_code), state);
  if (present.definition.isIntent(intent) && !candidate.definition.isIntent(intent)) {
    const rows = named(flows, ['ce_intent'], ofIntent);
    return [{ ...told, isStranded: true, why: `there is no intent ${intent} any more`, rows }];
  }
  if (hasRowsFor(present, intent, state) && !hasRowsFor(candidate, intent, state)) {
    const rows = named(flows, TABLES_OF_PLACES, ofPlace);
    return [{ ...told, isStranded: true, why: `no row is for the state ${state} any more`, rows }];
  }
  const [before, after] = [present, candidate].map(({ definition }) => definition.schemaFor(intent, state));
  if (!before || isDeepStrictEqual(before.document, after?.document)) return [];
  const ofSchema = (row: FlowRow) => isOf(row.intent_code, intent) && isOf(row.state_code, state);
  const why = after ? 'other values are asked for' : 'no values are asked for any more';
  return [{ ...told, isStranded: !after, why, rows: named(flows, ['ce_output_schema'], ofSchema) }];
}

/** What becomes of a question, and of times to come, where their action or tool is another one, or gone. */
const WHY = {
  questions: {
    toolIsGone: 'a yes does nothing: the tool is gone',
    toolIsAnother: 'a yes is asked for again: the tool is another one',
    actionIsGone: 'a yes does nothing: no row has the action',
    actionIsAnother: 'a yes does what was asked',
  },
  schedules: {
    toolIsGone: 'their times are missed: the tool is gone',
    toolIsAnother: 'they are stopped: the tool is another one',
    actionIsGone: 'they are stopped: no row has the action',
    actionIsAnother: 'they do what was agreed to',
  },
} as const;

function affectedActions(flows: ComparedFlows, asked: AskedActions, what: keyof typeof WHY): AffectedWork[] {
  const { present, candidate, tools } = flows;
  const { actionKey, toolCode, count } = asked;
  const actionRef = workRef(asked.actionRef);
  const told = { what, count, where: actionKey } as const;
  const why = WHY[what];
  if (toolCode !== null) {
    const [before, after] = [present, candidate].map(({ definition }) => definition.tool(toolCode));
    // What other servers and applications bring is not known here.
    if (!before || (after && tools.digest(before) === tools.digest(after))) return [];
    const ids = new Set([before.id, after?.id].map(String));
    const rows = named(flows, ['ce_mcp_tool', 'ce_mcp_db_tool'], (row) => ids.has(String(row.tool_id)));
    if (!after) return [{ ...told, isStranded: true, why: why.toolIsGone, rows }];
    return [{ ...told, isStranded: what === 'schedules', why: why.toolIsAnother, rows }];
  }
  if (!present.definition.hasAction(actionKey)) return [];
  const rows = named(flows, ['ce_pending_action'], (row) => sameCode(String(row.action_key), actionKey));
  if (!candidate.definition.hasAction(actionKey)) {
    return [{ ...told, isStranded: true, why: why.actionIsGone, rows }];
  }
  const runs = ({ parts }: CompiledFlow) =>
    parts.pendingActions.some((one) => `${one.handler}:${one.methods.join(',')}` === actionRef);
  if (!runs(present) || runs(candidate)) return [];
  return [{ ...told, isStranded: false, why: `${why.actionIsAnother}, by ${actionRef}`, rows }];
}

const TABLES_OF_PLACES = ['ce_pending_action', 'ce_rule', 'ce_output_schema', 'ce_response', 'ce_prompt_template'];

/** Whether any row is for this state of the intent, by name. */
function hasRowsFor({ parts }: CompiledFlow, intent: string, state: string): boolean {
  const scoped: readonly (readonly Scoped[])[] = [
    parts.pendingActions,
    parts.rules,
    parts.schemas,
    parts.responses,
    parts.prompts,
  ];
  return scoped.flat().some((row) => isOf(row.intent, intent) && sameCode(row.state, state));
}

function isOf(scope: unknown, code: string): boolean {
  return normalizeCode(String(scope)) === ANY || sameCode(String(scope), code);
}

/** The changed rows of these tables that were for something. */
function named({ changes }: ComparedFlows, tables: readonly string[], wasFor: (row: FlowRow) => boolean): string[] {
  const own = changes.filter(({ table, before }) => tables.includes(table) && before !== null && wasFor(before));
  return own.map(({ table, row }) => `${table}[${row}]`);
}
