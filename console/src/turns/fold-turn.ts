/** One recorded event, as the stream, the audit and the turns of the API have it. */
export interface TurnEvent {
  readonly stage: string;
  /** ISO 8601. */
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Something that decided how a turn went. `text` is a key of the language file `turns`; `values` are its blanks. */
export interface Decision {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  readonly tone: 'plain' | 'good' | 'bad' | 'warn';
}

/** A rule that was looked at. */
export interface RuleLook {
  readonly ruleId: string;
  readonly phase: string;
  readonly fired: boolean;
  /** What it does, such as `SET_STATE CANCELLED`. */
  readonly action: string;
  readonly condition: string;
  /** Why it did not fire. */
  readonly reason: string;
  /** What its condition looked at, as it was found; undefined where it looked at nothing. */
  readonly saw: unknown;
}

/** A question to a model, and its answer. */
export interface ModelCall {
  readonly purpose: string;
  readonly system: string;
  readonly user: string;
  readonly answer: string;
  readonly error: string;
}

/** A tool that was called. */
export interface ToolCall {
  readonly tool: string;
  readonly outcome: 'asked' | 'done' | 'failed';
  readonly details: unknown;
}

/** A turn, folded to what a reader wants to know of it. */
export interface FoldedTurn {
  readonly turn: number;
  readonly startedAt: string;
  /** Null while it is answered, and where it never ended. */
  readonly durationMs: number | null;
  /** Whether its user has said something: what an operator does with a conversation is a turn, too. */
  readonly isUsers: boolean;
  readonly userText: string;
  /** CONFIRM or REJECT, where a button was pressed. */
  readonly button: string | undefined;
  readonly reply: { readonly type: string; readonly value: string } | undefined;
  /** The person whose words the reply is; undefined where they are the engine's. */
  readonly by: string | undefined;
  /** Whether the message was left to a person. */
  readonly isPassedOn: boolean;
  readonly intent: string;
  readonly state: string;
  /** What the user did, such as AFFIRM. */
  readonly act: string;
  /** What came of it, in short. */
  readonly outcome: Decision;
  readonly decisions: readonly Decision[];
  /** Values that were taken in this turn, and how. */
  readonly taken: Readonly<Record<string, 'words' | 'model' | 'correction'>>;
  readonly rules: readonly RuleLook[];
  /** How many rules were not looked at, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly models: readonly ModelCall[];
  readonly tools: readonly ToolCall[];
  /** Actions that this turn touched. */
  readonly actionIds: readonly string[];
  readonly steps: readonly { readonly step: string; readonly durationMs: number }[];
  readonly events: readonly TurnEvent[];
}

const ACTION_TONES: Readonly<Record<string, Decision['tone']>> = {
  EXECUTED: 'good',
  REJECTED: 'plain',
  EXPIRED: 'warn',
  FAILED: 'bad',
  IN_DOUBT: 'bad',
};

/** Reads the events of one turn, oldest first. Stages that it does not know stay in `events` alone. */
export function foldTurn(turn: number, events: readonly TurnEvent[]): FoldedTurn {
  const of = (stage: string) => events.filter((event) => event.stage === stage);
  const first = (stage: string) => of(stage)[0]?.payload;
  const decisions = events.flatMap((event) => decisionsOf(event));
  const returned = of('ENGINE_RETURN').at(-1)?.payload;
  const act = first('DIALOGUE_ACT_CLASSIFIED');
  const passedOn = first('PASSED_ON');
  const output = of('ASSISTANT_OUTPUT').at(-1)?.payload;
  const timing = of('PIPELINE_TIMING').at(-1)?.payload.totalMs;
  const touched = events.map(({ payload }) => text(payload.proposalId)).filter((id) => id !== '');
  return {
    turn,
    startedAt: events[0]?.at ?? '',
    durationMs: typeof timing === 'number' ? timing : null,
    isUsers: first('USER_INPUT') !== undefined,
    userText: text(first('USER_INPUT')?.text),
    button: text(passedOn?.decision) || buttonOf(act),
    reply: replyOf(returned, output),
    by: text(output?.by) || undefined,
    isPassedOn: passedOn !== undefined,
    intent: text(lastOf(events, 'intent')),
    state: text(lastOf(events, 'state')),
    act: text(act?.dialogueAct),
    outcome: outcomeOf(decisions, timing !== undefined),
    decisions,
    taken: takenOf(events),
    rules: events.flatMap(ruleOf),
    leftOut: Object.assign({}, ...events.map(({ payload }) => payload.leftOut ?? {})) as Record<string, number>,
    models: modelsOf(events),
    tools: events.flatMap(toolOf),
    actionIds: [...new Set(touched)],
    steps: events.flatMap(({ stage, payload }) =>
      stage === 'STEP_EXIT' || stage === 'STEP_ERROR'
        ? [{ step: text(payload.step), durationMs: Number(payload.durationMs ?? 0) }]
        : [],
    ),
    events,
  };
}

function decisionsOf({ stage, payload }: TurnEvent): Decision[] {
  const say = (name: string, tone: Decision['tone'] = 'plain', more: Record<string, unknown> = {}): Decision[] => [
    { text: name, tone, values: texts({ ...payload, ...more }) },
  ];
  switch (stage) {
    case 'POLICY_BLOCK':
      return say('policyBlock', 'bad');
    case 'DIALOGUE_ACT_CLASSIFIED':
      return say(payload.dialogueActSource === 'BUTTON' ? 'button' : 'act', 'plain', {
        evidence: (payload.acts as { evidence?: string }[] | undefined)?.map(({ evidence }) => evidence).join('; '),
      });
    case 'INTERACTION_POLICY_DECIDED':
      return payload.policyDecision === 'RECLASSIFY_INTENT' ? [] : say('policy');
    case 'CORRECTION_STEP_CORRECTION_PATCH_APPLIED':
      return say('corrected');
    case 'CONSENT_REFUSED':
      return say('consentRefused', 'bad');
    case 'GUARDRAIL_DENY':
      return say('held', 'warn');
    case 'DISAMBIGUATION_REQUIRED':
      return say('whichAction', 'warn');
    case 'INTENT_RESOLVED_BY_CLASSIFIER':
    case 'INTENT_RESOLVED_BY_AGENT':
      return say('intent', 'plain', { how: stage === 'INTENT_RESOLVED_BY_AGENT' ? 'model' : 'classifier' });
    case 'INTENT_EXAMPLES_CLASSIFIED':
      return say('examples', 'plain', { candidates: candidates(payload.candidates) });
    case 'INTENT_DIGRESSION':
      return say('digression');
    case 'INTENT_COLLISION_DETECTED':
      return say('collision', 'warn');
    case 'SCHEMA_STATUS':
      return schemaDecisions(payload);
    case 'PENDING_ACTION_LIFECYCLE':
      return say(`action.${text(payload.event)}`, ACTION_TONES[text(payload.event)] ?? 'plain', {
        words: (payload.consent as { words?: string } | undefined)?.words || '–',
        by: (payload.consent as { by?: string } | undefined)?.by ?? '',
      });
    case 'PENDING_ACTION_SKIPPED':
      return say('actionSkipped', 'warn');
    case 'RULE_APPLIED':
      return say('rule');
    case 'HAND_OVER':
      return say('handedOver', 'warn', { queue: payload.queue || '–', by: payload.by ?? 'FLOW' });
    case 'HAND_BACK':
      return say('handedBack', 'good', { note: payload.note || '–' });
    case 'PASSED_ON':
      return say('passedOn');
    case 'ASSISTANT_OUTPUT':
      return payload.by === undefined ? [] : say('personReplied');
    case 'STATE_GRAPH_VIOLATION':
      return say('stateGraph', 'warn');
    case 'MCP_TOOL_CALL':
    case 'TOOL_ORCHESTRATION_REQUEST':
      return say('toolCall');
    case 'MCP_TOOL_ERROR':
    case 'TOOL_ORCHESTRATION_ERROR':
      return say('toolFailed', 'bad');
    case 'RESOLVE_RESPONSE':
      return say('response');
    case 'STEP_ERROR':
      return say('stepError', 'bad');
    default:
      return [];
  }
}

function schemaDecisions(payload: TurnEvent['payload']): Decision[] {
  const list = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '');
  const [taken, missing] = [list(payload.updatedFields), list(payload.missingRequiredFields)];
  return [
    ...(taken ? [{ text: 'taken', tone: 'plain' as const, values: { fields: taken } }] : []),
    ...(missing ? [{ text: 'missing', tone: 'plain' as const, values: { fields: missing } }] : []),
  ];
}

/** The strongest that was decided: what was done, else what was refused, else the rule, else the intent. */
const WEIGHT = [
  'action.EXECUTED',
  'action.IN_DOUBT',
  'action.FAILED',
  'action.REJECTED',
  'action.EXPIRED',
  'policyBlock',
  'consentRefused',
  'handedOver',
  'handedBack',
  'personReplied',
  'passedOn',
  'held',
  'whichAction',
  'stepError',
  'action.OPEN',
  'actionSkipped',
  'toolFailed',
  'toolCall',
  'digression',
  'corrected',
  'missing',
  'rule',
  'intent',
  'examples',
  'policy',
  'response',
];

function outcomeOf(decisions: readonly Decision[], isOver: boolean): Decision {
  for (const name of WEIGHT) {
    const found = decisions.findLast((decision) => decision.text === name);
    if (found) return found;
  }
  return { text: isOver ? 'answered' : 'answering', tone: 'plain', values: {} };
}

function ruleOf({ stage, payload }: TurnEvent): RuleLook[] {
  if (stage !== 'RULE_APPLIED' && stage !== 'RULE_NO_MATCH') return [];
  if (payload.ruleId === undefined) return [];
  return [
    {
      ruleId: text(payload.ruleId),
      phase: text(payload.phase),
      fired: stage === 'RULE_APPLIED',
      action: `${text(payload.action)} ${text(payload.actionValue)}`.trim(),
      condition: text(payload.pattern),
      reason: text(payload.reason),
      saw: payload.operands,
    },
  ];
}

function modelsOf(events: readonly TurnEvent[]): ModelCall[] {
  const calls: ModelCall[] = [];
  for (const { stage, payload } of events) {
    const [, purpose = '', part] = /^(.*)_LLM_(INPUT|OUTPUT|ERROR)$/.exec(stage) ?? [];
    const last = calls.length - 1;
    const open = calls[last];
    if (part === 'INPUT')
      calls.push({
        purpose,
        system: text(payload.system_prompt),
        user: text(payload.user_prompt),
        answer: '',
        error: '',
      });
    else if (part === 'OUTPUT' && open) calls[last] = { ...open, answer: text(payload.output) };
    else if (part === 'ERROR' && open) calls[last] = { ...open, error: text(payload.error ?? payload) };
  }
  return calls;
}

const TOOL_STAGE = /^(MCP_TOOL|TOOL_ORCHESTRATION|PLAYBOOK_STEP)_(CALL|REQUEST|RESULT|ERROR)$/;

function toolOf({ stage, payload }: TurnEvent): ToolCall[] {
  const [, , part] = TOOL_STAGE.exec(stage) ?? [];
  if (part === undefined) return [];
  const outcome = part === 'ERROR' ? 'failed' : part === 'RESULT' ? 'done' : 'asked';
  return [{ tool: text(payload.tool_code ?? payload.tool ?? payload.step), outcome, details: payload }];
}

function takenOf(events: readonly TurnEvent[]): FoldedTurn['taken'] {
  const taken: Record<string, 'words' | 'model' | 'correction'> = {};
  const isModels = events.some(({ stage }) => stage === 'SCHEMA_EXTRACTION_LLM_OUTPUT');
  for (const { stage, payload } of events) {
    if (stage === 'CORRECTION_STEP_CORRECTION_PATCH_APPLIED') taken[text(payload.field)] = 'correction';
    if (stage !== 'SCHEMA_STATUS' || !Array.isArray(payload.updatedFields)) continue;
    for (const field of payload.updatedFields as string[]) taken[field] ??= isModels ? 'model' : 'words';
  }
  return taken;
}

/** CONFIRM or REJECT, where a button was pressed. */
function buttonOf(act: TurnEvent['payload'] | undefined): string | undefined {
  if (act?.dialogueActSource !== 'BUTTON') return undefined;
  return act.dialogueAct === 'AFFIRM' ? 'CONFIRM' : 'REJECT';
}

function replyOf(returned: TurnEvent['payload'] | undefined, said: TurnEvent['payload'] | undefined) {
  const result = returned?.final_result as { type?: string; value?: string } | undefined;
  if (result?.value !== undefined) return { type: result.type ?? 'TEXT', value: result.value };
  return said === undefined ? undefined : { type: text(said.outputFormat) || 'TEXT', value: text(said.output) };
}

function lastOf(events: readonly TurnEvent[], field: string): unknown {
  return events.findLast(({ payload }) => typeof payload[field] === 'string')?.payload[field];
}

function candidates(list: unknown): string {
  if (!Array.isArray(list)) return '';
  const all = list as { intent: string; confidence: number }[];
  return all.map(({ intent, confidence }) => `${intent} ${Math.round(confidence * 100)} %`).join(', ');
}

/** The payload's plain values, to fill blanks with. */
function texts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
