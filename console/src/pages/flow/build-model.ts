import { ANY, type Finding, type FlowModel, type Group, type Line, type Part, partId, stateId } from './flow-model';
import type { Flow } from './use-flow';

type Draft = Omit<Part, 'findings' | 'chats'>;
type Drafts = Map<string, Draft>;

/** Tables whose rows are parts of their own, with the kind of them. */
const KINDS: Readonly<Record<string, Part['kind']>> = {
  ce_intent: 'intent',
  ce_intent_classifier: 'classifier',
  ce_rule: 'rule',
  ce_response: 'reply',
  ce_pending_action: 'action',
};

/** Makes parts of rows: states are what rows and conversations name, and rules lead from one to another. */
export function buildModel(flow: Flow): FlowModel {
  const drafts = draftsOf(flow);
  const chats = new Map(flow.traffic.map((place) => [stateId(place.intent, place.state), place.conversations]));
  const findings = flow.findings.map((finding) => ({ finding, id: placeOf(finding, flow) }));
  const about = Map.groupBy(findings, ({ id }) => id);
  const parts = new Map<string, Part>();
  for (const draft of drafts.values()) {
    const isPlace = draft.kind === 'state' && draft.state !== ANY;
    const own = about.get(draft.id) ?? [];
    parts.set(draft.id, {
      ...draft,
      findings: own.map(({ finding }) => finding),
      chats: isPlace ? (chats.get(draft.id) ?? 0) : undefined,
    });
  }
  return {
    groups: groupsOf([...parts.values()]),
    parts,
    lines: [...linesOf(flow, drafts)].flatMap((line) => {
      const rule = parts.get(line.id);
      return rule ? [{ ...line, rule }] : [];
    }),
    findings: findings.map(({ finding, id }) => ({ finding, part: parts.get(id ?? '') })),
    mostChats: Math.max(0, ...chats.values()),
  };
}

function draftsOf(flow: Flow): Drafts {
  const drafts: Drafts = new Map();
  for (const row of flow.intents) {
    const place = { intent: row.code, state: ANY };
    add(drafts, draft('intent', row.code, { name: row.code, text: row.displayName ?? row.description, place, row }));
  }
  for (const { from, to, ...row } of flow.rules) {
    add(drafts, draft('rule', row.id, { name: namedRule(row), text: row.condition, place: from, row }));
    if (row.action === 'SET_STATE' && to) addPlace(drafts, to.intent, to.state);
    if (row.action === 'SET_INTENT' && to) addPlace(drafts, to.intent, ANY);
  }
  for (const row of flow.classifiers) {
    add(drafts, draft('classifier', row.id, { name: row.pattern, text: row.ruleType, place: row, row }));
  }
  for (const row of flow.responses) {
    add(drafts, draft('reply', row.id, { name: row.text ?? '', text: '', place: row, row }));
  }
  for (const row of flow.pendingActions) {
    add(drafts, draft('action', row.id, { name: row.actionKey, text: row.description ?? '', place: row, row }));
  }
  for (const row of flow.tools) {
    add(drafts, draft('tool', row.code, { name: row.code, text: row.description ?? '', place: row, row }));
  }
  for (const { intent, state } of [...drafts.values(), ...flow.traffic]) addPlace(drafts, intent, state);
  return drafts;
}

interface Place {
  readonly intent: string;
  readonly state: string;
}

/** What a part is made of. */
interface Described {
  readonly name: string;
  readonly text: string;
  readonly place: Place;
  /** As the flow has it. */
  readonly row: object;
}

function draft(kind: Part['kind'], key: string | number, { name, text, place, row }: Described): Draft {
  const { intent, state } = place;
  return { id: partId(kind, key), kind, name, text, intent, state, table: TABLES[kind], row: { ...row } };
}

const TABLES: Readonly<Partial<Record<Part['kind'], string>>> = Object.fromEntries(
  Object.entries(KINDS).map(([table, kind]) => [kind, table]),
);

function namedRule({ action, actionValue }: Pick<Flow['rules'][number], 'action' | 'actionValue'>): string {
  const value = action === 'CALL_TOOL' ? calledTool(actionValue) : actionValue;
  return value ? `${action} ${value}` : action;
}

/** The tool that a rule calls, as its `action_value` names it. */
function calledTool(actionValue: string | null): string {
  return /"tool_code"\s*:\s*"([^"]+)"/.exec(actionValue ?? '')?.[1] ?? '';
}

/** The first of a name stays. */
function add(drafts: Drafts, one: Draft): void {
  if (!drafts.has(one.id)) drafts.set(one.id, one);
}

/** An intent and one of its states; ANY of states is one only where a row says so. */
function addPlace(drafts: Drafts, intent: string, state: string): void {
  add(drafts, unwritten('intent', intent, { intent, state: ANY }));
  if (drafts.has(stateId(intent, state))) return;
  const hasRows = state !== ANY || [...drafts.values()].some((one) => isIn(one, intent, state));
  if (hasRows) add(drafts, unwritten('state', `${intent}/${state}`, { intent, state }));
}

/** An intent or a state that rows name, and that is no row itself. */
function unwritten(kind: 'intent' | 'state', key: string, place: Place): Draft {
  return { ...draft(kind, key, { name: place[kind], text: '', place, row: {} }), table: undefined };
}

function isIn(one: Draft, intent: string, state: string): boolean {
  return one.kind !== 'intent' && one.intent === intent && one.state === state;
}

/** What rules lead from and to. */
function* linesOf({ rules }: Flow, drafts: Drafts): Iterable<Omit<Line, 'rule'>> {
  for (const { id, from, to, action, actionValue } of rules) {
    const target = action === 'CALL_TOOL' ? partId('tool', calledTool(actionValue)) : to && targetOf(to, drafts);
    if (!target || !drafts.has(target)) continue;
    yield { id: partId('rule', id), from: stateId(from.intent, from.state), to: target };
  }
}

/** Another intent keeps the name of the state, which it need not have. */
function targetOf({ intent, state }: Place, drafts: Drafts): string {
  const id = stateId(intent, state);
  return state !== ANY && drafts.has(id) ? id : partId('intent', intent);
}

/** The part that a finding is about. */
function placeOf({ table, row, message }: Finding, flow: Flow): string | undefined {
  if (row === null) return undefined;
  const kind = KINDS[table];
  if (kind !== undefined) return partId(kind, row);
  // Rows of tools are known here by their codes, and findings name them.
  const tool = flow.tools.find(({ code }) => table === 'ce_mcp_tool' && message.includes(`"${code}"`));
  return tool && partId('tool', tool.code);
}

function groupsOf(parts: readonly Part[]): Group[] {
  const inIntent = Map.groupBy(parts, (part) => part.intent);
  return parts
    .filter((part) => part.kind === 'intent')
    .map((intent) => {
      const own = Map.groupBy(inIntent.get(intent.intent) ?? [], (part) => part.kind);
      const of = (kind: Part['kind']) => own.get(kind) ?? [];
      return {
        intent,
        states: of('state'),
        classifiers: of('classifier'),
        tools: of('tool'),
        rules: of('rule'),
        actions: of('action'),
        replies: of('reply'),
      };
    });
}
