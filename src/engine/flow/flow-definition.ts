import type { JsonObject } from '../../platform/common/json.js';
import type { Tool, ToolSet } from '../../tools/index.js';
import { hasSensitive } from '../../tools/index.js';
import { ANY, normalizeCode, type Scoped, ScopeIndex, sameCode } from '../../tools/scope.js';
import type { IntentPrediction } from '../../understanding/intents/index.js';
import type {
  ContainerConfig,
  ExampleUtterance,
  Intent,
  IntentClassifier,
  OutputSchema,
  PendingActionDefinition,
  PlannerPrompt,
  Policy,
  PromptFormat,
  PromptTemplate,
  ResponseTemplate,
  VerboseMessage,
} from './definition-types.js';
import { type LearnedIntents, NOTHING_LEARNED } from './intent-learner.js';
import type { Rule, RulePhase } from './rule.js';

/** Everything that was read from the flow tables, compiled. */
export interface FlowParts {
  readonly intents: readonly Intent[];
  readonly classifiers: readonly IntentClassifier[];
  readonly examples: readonly ExampleUtterance[];
  readonly policies: readonly Policy[];
  readonly schemas: readonly OutputSchema[];
  readonly prompts: readonly PromptTemplate[];
  readonly responses: readonly ResponseTemplate[];
  readonly rules: readonly Rule[];
  readonly pendingActions: readonly PendingActionDefinition[];
  readonly containers: readonly ContainerConfig[];
  readonly tools: ToolSet;
  readonly planners: readonly PlannerPrompt[];
  readonly verbose: readonly VerboseMessage[];
  /** `ce_config` values by `TYPE.KEY`, upper case. */
  readonly settings: ReadonlyMap<string, string>;
}

/**
 * What DBAs wrote, as one immutable value: a turn sees one definition from its first step to its last, also while
 * another is being loaded. Only enabled rows are in it.
 */
export class FlowDefinition {
  readonly intents: readonly Intent[];
  /** The intents as templates name them (`allowed_intents`); the same list for every turn. */
  readonly shownIntents: JsonObject[];
  readonly classifiers: readonly IntentClassifier[];
  readonly examples: readonly ExampleUtterance[];
  readonly policies: readonly Policy[];
  /** Every state that any row mentions; a model or rule may move a conversation to these only. */
  readonly states: ReadonlySet<string>;

  /** Schemas of values that mark some of them as secret. */
  readonly secretSchemas: readonly OutputSchema[];

  private readonly schemas: ScopeIndex<OutputSchema>;
  private readonly schemasByIntent: ReadonlyMap<string, readonly OutputSchema[]>;
  private readonly prompts: ScopeIndex<PromptTemplate>;
  private readonly responses: ScopeIndex<ResponseTemplate>;
  private readonly rules: ReadonlyMap<RulePhase, ScopeIndex<Rule>>;
  /** How many rules there are: in all, in a phase, and in a phase for an intent. */
  private readonly ruleCounts: ReadonlyMap<string, number>;
  private readonly pendingActions: ScopeIndex<PendingActionDefinition>;
  private readonly containers: ScopeIndex<ContainerConfig>;
  readonly tools: ToolSet;
  private readonly planners: ScopeIndex<PlannerPrompt>;
  private readonly verbose: ScopeIndex<VerboseMessage>;
  private readonly settings: ReadonlyMap<string, string>;
  private readonly entered: ReadonlyMap<string, string>;
  private readonly intentsWithExamples: ReadonlySet<string>;
  private readonly intentsWithSchema: ReadonlySet<string>;
  private readonly intentsWithAction: ReadonlySet<string>;
  private readonly actionKeys: ReadonlySet<string>;

  /**
   * @param learned what was learned from the examples: it changes while the definition stays
   * @param versionId which version of the flow it is; null where versions are not counted
   */
  constructor(
    private readonly parts: FlowParts,
    private readonly learned: LearnedIntents = NOTHING_LEARNED,
    readonly versionId: number | null = null,
  ) {
    this.intents = parts.intents;
    this.shownIntents = parts.intents.map(({ code, description }) => ({ code, description }));
    this.classifiers = parts.classifiers;
    this.examples = parts.examples;
    this.policies = parts.policies;
    this.schemas = new ScopeIndex(parts.schemas);
    this.schemasByIntent = Map.groupBy(inOrder(parts.schemas), ({ intent }) => normalizeCode(intent));
    this.secretSchemas = parts.schemas.filter(({ document }) => hasSensitive(document));
    this.prompts = new ScopeIndex(parts.prompts);
    this.responses = new ScopeIndex(parts.responses);
    this.rules = rulesByPhase(parts.rules);
    this.ruleCounts = countRules(parts.rules);
    this.pendingActions = new ScopeIndex(parts.pendingActions);
    this.containers = new ScopeIndex(parts.containers);
    this.tools = parts.tools;
    this.planners = new ScopeIndex(parts.planners);
    this.verbose = new ScopeIndex(parts.verbose);
    this.settings = parts.settings;
    this.entered = new Map(parts.classifiers.toReversed().map(({ intent, state }) => [intent, state]));
    this.intentsWithExamples = new Set(parts.examples.map((example) => example.intent));
    this.intentsWithSchema = new Set(parts.schemas.map((schema) => normalizeCode(schema.intent)));
    this.intentsWithAction = new Set(parts.pendingActions.map((action) => normalizeCode(action.intent)));
    this.actionKeys = new Set(parts.pendingActions.map(({ actionKey }) => normalizeCode(actionKey)));
    this.states = new Set(statesOf(parts));
  }

  /** The same rows, with intents told apart by words alone: nobody is asked what a message means. */
  byWords(): FlowDefinition {
    return new FlowDefinition(this.parts, { ...NOTHING_LEARNED, model: this.learned.model });
  }

  isIntent(code: string): boolean {
    return this.intents.some((intent) => sameCode(intent.code, code));
  }

  isState(code: string): boolean {
    return this.states.has(normalizeCode(code));
  }

  /** True for an intent that only answers: it collects nothing and proposes nothing. */
  isInformational(intent: string): boolean {
    const code = normalizeCode(intent);
    return !this.intentsWithSchema.has(code) && !this.intentsWithAction.has(code);
  }

  /** True where nothing of the intent can have an effect: it has no action, and no tool of its own that writes. */
  onlyReads(intent: string, state: string): boolean {
    const actions = [intent, 'ANY'].some((each) => this.intentsWithAction.has(normalizeCode(each)));
    const own = this.tools.toolsFor(intent, state).filter((tool) => sameCode(tool.intent, intent));
    return !actions && own.every(({ sideEffect }) => sideEffect === 'READ');
  }

  /** The state a conversation enters an intent in: that of its first classifier, else UNKNOWN. */
  enteredState(intent: string): string {
    return this.entered.get(normalizeCode(intent)) ?? 'UNKNOWN';
  }

  /** What the examples say about a message; undefined where there are none, or they are still being learned. */
  predictIntent(text: string): IntentPrediction | undefined {
    const prediction = this.learned.model?.predict(text);
    return prediction && this.known(prediction);
  }

  /** A prediction joined with the examples that mean what the message means; the same where no model tells meanings. */
  async joinMeaning(text: string, prediction: IntentPrediction): Promise<IntentPrediction> {
    const joined = await this.learned.joinMeaning(text, prediction);
    return this.known(joined) ?? prediction;
  }

  private known(prediction: IntentPrediction): IntentPrediction | undefined {
    // The classifier may be one behind, and know intents that have been taken away since.
    const candidates = prediction.candidates.filter(({ intent }) => this.intentsWithExamples.has(intent));
    return candidates.length > 0 ? { ...prediction, candidates } : undefined;
  }

  hasSchemaForIntent(intent: string): boolean {
    return this.intentsWithSchema.has(normalizeCode(intent));
  }

  /** What is collected in a scope: the exact state's schema, else the one for any state of that intent. */
  schemaFor(intent: string, state: string): OutputSchema | undefined {
    return this.schemas.first(intent, state);
  }

  /** What is collected in any state of an intent, in the order of priority. */
  schemasOf(intent: string): readonly OutputSchema[] {
    return this.schemasByIntent.get(normalizeCode(intent)) ?? [];
  }

  /** Rules of a phase: the most specific scope first. */
  rulesFor(phase: RulePhase, intent: string, state: string): readonly Rule[] {
    return this.rules.get(phase)?.lookup(intent, state) ?? [];
  }

  /** Every rule, whatever its phase and its scope. */
  get allRules(): readonly Rule[] {
    return this.parts.rules;
  }

  /** How many rules a phase leaves out in a place, by the reason; a reason without any is left out. */
  rulesLeftOut(phase: RulePhase, intent: string, state: string): Readonly<Record<string, number>> {
    const count = (key: string) => this.ruleCounts.get(key) ?? 0;
    const code = normalizeCode(intent);
    const ofIntent = count(`${phase} ${code}`) + (code === ANY ? 0 : count(`${phase} ${ANY}`));
    const all = {
      OTHER_PHASE: count('') - count(phase),
      INTENT_MISMATCH: count(phase) - ofIntent,
      STATE_MISMATCH: ofIntent - this.rulesFor(phase, intent, state).length,
    };
    return Object.fromEntries(Object.entries(all).filter(([, number]) => number > 0));
  }

  /** The reply of a scope: exact, then any state, then any intent, then any of both. */
  responseFor(intent: string, state: string): ResponseTemplate | undefined {
    return this.responses.first(intent, state);
  }

  promptFor(format: PromptFormat, intent: string, state: string): PromptTemplate | undefined {
    return this.prompts.lookup(intent, state).find((prompt) => prompt.format === format);
  }

  /** The template that says what a user may do in this scope, if one does. */
  interactionFor(intent: string, state: string) {
    return this.prompts.lookup(intent, state).find((prompt) => prompt.interaction)?.interaction;
  }

  /** What may be proposed in a scope; several with the same best priority are an open choice for the user. */
  pendingActionsFor(intent: string, state: string): readonly PendingActionDefinition[] {
    const eligible = this.pendingActions.lookup(intent, state);
    const best = Math.min(...eligible.map((action) => action.priority));
    return eligible.filter((action) => action.priority === best);
  }

  pendingAction(id: number | null, intent: string, state: string): PendingActionDefinition | undefined {
    return this.pendingActions.lookup(intent, state).find((action) => action.id === id);
  }

  /** Whether any row proposes an action of this key, wherever. */
  hasAction(actionKey: string): boolean {
    return this.actionKeys.has(normalizeCode(actionKey));
  }

  /** Containers of the narrowest scope that has any. */
  containersFor(intent: string, state: string): readonly ContainerConfig[] {
    const eligible = this.containers.lookup(intent, state);
    const first = eligible[0];
    return eligible.filter(
      (row) => sameCode(row.intent, first?.intent ?? '') && sameCode(row.state, first?.state ?? ''),
    );
  }

  toolsFor(intent: string, state: string): readonly Tool[] {
    return this.tools.toolsFor(intent, state);
  }

  /** Every tool, whatever its scope, in the order of their codes. */
  get allTools(): readonly Tool[] {
    return this.tools.all;
  }

  tool(code: string): Tool | undefined {
    return this.tools.tool(code);
  }

  /** Intent and state, then intent, then state, then any; among equals the higher id. */
  plannerFor(intent: string, state: string): PlannerPrompt | undefined {
    return this.planners.first(intent, state);
  }

  verboseFor(intent: string, state: string): readonly VerboseMessage[] {
    return this.verbose.lookup(intent, state);
  }

  /** A `ce_config` value; type and key in any case. */
  setting(type: string, key: string): string | undefined {
    return this.settings.get(settingKey(type, key));
  }

  /** A `ce_config` number; the default where it is absent (rows that are no number are reported at load). */
  numberSetting(type: string, key: string, fallback: number): number {
    const value = Number(this.setting(type, key)?.trim() || Number.NaN);
    return Number.isFinite(value) ? value : fallback;
  }

  /** A `ce_config` switch: true, 1, yes, on, or their opposites. */
  booleanSetting(type: string, key: string, fallback: boolean): boolean {
    const value = this.setting(type, key)?.trim().toLowerCase();
    if (value === undefined) return fallback;
    if (['true', '1', 'yes', 'on'].includes(value)) return true;
    return ['false', '0', 'no', 'off'].includes(value) ? false : fallback;
  }
}

export function settingKey(type: string, key: string): string {
  return `${normalizeCode(type)}.${normalizeCode(key)}`;
}

function countRules(rules: readonly Rule[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { phase, intent } of rules) {
    for (const key of ['', phase, `${phase} ${normalizeCode(intent)}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function inOrder<T extends Scoped>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => a.priority - b.priority);
}

function rulesByPhase(rules: readonly Rule[]): Map<RulePhase, ScopeIndex<Rule>> {
  const phases = Map.groupBy(rules, (rule) => rule.phase);
  return new Map([...phases].map(([phase, rows]) => [phase, new ScopeIndex(rows)]));
}

function statesOf(parts: FlowParts): string[] {
  const scoped: Scoped[] = [parts.schemas, parts.prompts, parts.responses, parts.rules, parts.pendingActions].flat();
  const targets = parts.rules.flatMap((rule) => (rule.action.type === 'SET_STATE' ? [rule.action.state] : []));
  const classified = parts.classifiers.map((classifier) => classifier.state);
  const shown = parts.examples.flatMap((example) => example.state ?? []);
  const scopedTools = [...parts.tools.list, ...parts.planners].map((row) => row.state);
  return [...scoped.map((row) => row.state), ...targets, ...classified, ...shown, ...scopedTools].map(normalizeCode);
}
