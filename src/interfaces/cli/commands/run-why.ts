import type { DryRun, DryTurn } from '../../../engine/dry-run/index.js';
import { counted } from '../../../platform/common/counted.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { askService, type ServiceOptions } from '../operator-request.js';
import type { ExitCode, GlobalOptions } from '../options.js';
import { dim, plain, print } from '../terminal.js';

interface WhyOptions extends ServiceOptions {
  readonly conversation?: string;
  readonly intent?: string;
  readonly state?: string;
  readonly context?: JsonObject;
  readonly params?: JsonObject;
  readonly results?: JsonObject;
  readonly models?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
}

type RuleLook = DryTurn['rules'][number];

/** Longer than a turn may take, as it is configured by default. */
const TIMEOUT_MS = 120_000;

/** Shows how messages would be answered, and why; ends with 1 where a turn would fail. */
export async function runWhy(
  globals: GlobalOptions,
  messages: readonly string[],
  options: WhyOptions,
): Promise<ExitCode> {
  const { conversation: conversationId, intent, state, context, params: inputParams, results, models } = options;
  const body = { messages, conversationId, intent, state, context, inputParams, results, models };
  const run = (await askService(globals, options, { path: 'flow/dry-run', body, timeoutMs: TIMEOUT_MS })) as DryRun;
  if (options.json) print(JSON.stringify(run, null, 2));
  else for (const turn of run.turns) print(plain(describeTurn(turn, options.all === true)));
  if (run.modelLeftOut && !options.json) print(dim('The language model was not asked; --models has it asked.'));
  return run.turns.some(({ error }) => error !== null) ? 1 : 0;
}

function describeTurn(turn: DryTurn, all: boolean): string {
  const { message, reply, error, from, to, rules, questions, withheld } = turn;
  const fired = rules.filter(({ outcome }) => outcome === 'FIRED');
  const answer = error ? `fails: ${error.code}, ${error.message}` : (reply?.value ?? '');
  return [
    `you> ${message}`,
    `bot> ${answer}`,
    `  place       ${from.intent} / ${from.state} -> ${to.intent} / ${to.state}`,
    ...understood(turn),
    ...questions.map((one) => `  asks        consent (${one.consent}) with ${JSON.stringify(one.arguments)}`),
    ...withheld.map(
      (one) => `  would do    ${one.kind} ${one.name} ${JSON.stringify(one.arguments)} (${RESULTS[one.outcome]})`,
    ),
    ...fired.flatMap((rule) => [`  fired       ${nameOf(rule)}`, ...uncalled(turn, rule)]),
    ...unfired(rules, all),
    '',
  ].join('\n');
}

const RESULTS: Readonly<Record<DryTurn['withheld'][number]['outcome'], string>> = {
  GIVEN: 'with the result that was given',
  ASSUMED: 'taken as done',
  MISSING: 'taken as failed; --results can give its result',
};

function understood({ understood: { act, actSource, acts, intentBy, values, missing } }: DryTurn): string[] {
  const evidence = acts[0]?.evidence ? ` by "${acts[0].evidence}"` : '';
  return [
    ...(act ? [`  understood  ${act}${evidence} (${actSource})`] : []),
    ...(intentBy ? [`  intent      chosen by ${intentBy}`] : []),
    ...values.map(({ field, value, words }) => {
      return `  taken       ${field} = ${JSON.stringify(value)}${words === null ? '' : ` from "${words}"`}`;
    }),
    ...(missing.length > 0 ? [`  missing     ${missing.join(', ')}`] : []),
  ];
}

/** What a rule's call of a tool has come to, where that is no result. */
function uncalled({ events }: DryTurn, { ruleId }: RuleLook): string[] {
  const calls = events.filter(({ stage, payload }) => stage === 'CALL_TOOL' && payload.ruleId === ruleId);
  return calls
    .filter(({ payload: { error } }) => error !== undefined)
    .map(({ payload: { error } }) => `                could not call it: ${String(error)}`);
}

function unfired(rules: readonly RuleLook[], all: boolean): string[] {
  const looked = rules.filter(({ outcome }) => outcome === 'CONDITION_NOT_MET' || outcome === 'CONDITION_FAILED');
  const elsewhere = rules.filter(({ outcome }) => outcome === 'OUT_OF_SCOPE' || outcome === 'PHASE_NOT_RUN');
  const count = `  not looked  at ${counted(elsewhere.length, 'rule')} for other places or phases; --all shows why`;
  return [
    ...looked.flatMap(describeUnfired),
    ...(all ? elsewhere.flatMap(describeUnfired) : elsewhere.length > 0 ? [count] : []),
  ];
}

function describeUnfired(rule: RuleLook): string[] {
  return [`  not fired   ${nameOf(rule)}`, `                ${reasonOf(rule)}`];
}

function reasonOf({ outcome, ruleType, pattern, saw, places, intent, state, phase }: RuleLook): string {
  if (outcome === 'PHASE_NOT_RUN') return `its phase ${phase} did not run`;
  if (outcome === 'OUT_OF_SCOPE') {
    return `is for ${intent} / ${state}; was in ${places.map((one) => `${one.intent} / ${one.state}`).join(', ')}`;
  }
  if (outcome === 'CONDITION_FAILED') return `its condition could not be evaluated: ${pattern}`;
  return `needs ${ruleType} ${pattern}${saw ? `; saw ${valuesIn(saw)}` : ''}`;
}

function nameOf({ ruleId, action, actionValue, phase }: RuleLook): string {
  return `rule ${ruleId} ${action} ${actionValue ?? ''} (${phase})`;
}

/** `{a: {b: 1}}` as `a.b = 1`. */
function valuesIn(values: JsonObject, prefix = ''): string {
  const shown = ([name, value]: [string, JsonValue]) =>
    isJsonObject(value) ? valuesIn(value, `${prefix}${name}.`) : `${prefix}${name} = ${JSON.stringify(value)}`;
  return Object.entries(values).map(shown).join(', ');
}
