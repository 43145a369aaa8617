import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { CLOCK, CONFIG, LLM_CLIENT } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { LlmClient } from '../../../platform/llm/index.js';
import {
  didYouMean,
  hasHidden,
  isGatewayTool,
  meantCall,
  normalizeCode,
  normalizeGroup,
  type Tool,
  ToolRunner,
} from '../../../tools/index.js';
import { isConfirmedFirst } from '../../pending-action/asking/index.js';
import { ConfirmedCalls } from '../../pending-action/execution/index.js';
import { isExecuted } from '../../pending-action/index.js';
import {
  auditLoopEnd,
  type Loop,
  type LoopEnd,
  mayFollow,
  type NextToolSettings,
  PLAN_SCHEMA,
  type Plan,
  plannerPrompts,
  readPlan,
  resolveReferences,
  shownObservations,
  startLoop,
  tellDone,
  writeLifecycle,
} from '../../planner/index.js';
import { usableBy } from '../../principal/index.js';
import { RULE_WRITES, RuleEngine } from '../../rules/index.js';
import { askForJson, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { EngineLanguage, engineText, Verbose } from '../../wording/index.js';
import { TOOL_REQUEST_WRITES, ToolRequests } from './tool-requests.js';

type View = ViewOf<McpToolStep>;

/** What `convengine.mcp` says about the planner. */
interface PlannerSettings {
  readonly maxLoops: number;
  /** Milliseconds after which nothing new is begun. */
  readonly timeMs: number;
  /** Characters of a tool's result that the model reads. */
  readonly observationChars: number;
  readonly nextTool: NextToolSettings;
  /** With more tools than this in scope, the model is given those that find and call the others. */
  readonly gatewayAbove: number;
}

/** Which tools a model reads of, and which it may call. */
interface ToolChoice {
  readonly offered: readonly Tool[];
  readonly callable: readonly Tool[];
}

/**
 * Lets the planner call tools until it can answer. What reads runs at once; what writes becomes a proposal with exactly
 * the planned arguments, and the plan goes on when the user has said yes. An unknown tool, a wrong argument or a
 * failing tool is told to the planner as an observation, so that it can do better.
 */
@Injectable()
export class McpToolStep implements TurnStep<McpToolStep> {
  readonly name = 'McpToolStep';
  readonly reads = {
    passedPolicy: 'PolicyEnforcementStep',
    dialogue_act: 'ToolOrchestrationStep',
    skip_tool_execution: 'ToolOrchestrationStep',
    guardrail_blocked: 'GuardrailStep',
    policy_decision: 'GuardrailStep',
    routing_decision: 'GuardrailStep',
    needsApproval: 'GuardrailStep',
    confirmation: 'ConsentStep',
    intent_resolved: 'IntentResolutionStep',
    digression: 'IntentResolutionStep',
    schema: 'PendingActionStep',
    schema_complete: 'AutoAdvanceStep',
    correction_applied: 'CorrectionStep',
    target: 'GuardrailStep',
    proposals: 'ToolOrchestrationStep',
    ownWords: 'ToolOrchestrationStep',
    context: 'ToolOrchestrationStep',
    intent: 'ToolOrchestrationStep',
    state: 'ToolOrchestrationStep',
  } as const;
  readonly writes = [
    ...TOOL_REQUEST_WRITES,
    ...RULE_WRITES,
    'mcp_action',
    'mcp_tool_code',
    'mcp_tool_args',
    'mcp_tool_group',
    'mcp_observations',
    'mcp_final_answer',
    'mcp_status',
  ] as const;

  private readonly settings: PlannerSettings;

  constructor(
    @Inject(CONFIG) { mcp }: ConvEngineConfig,
    @Inject(LLM_CLIENT) private readonly llm: LlmClient,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly language: EngineLanguage,
    private readonly tools: ToolRunner,
    private readonly calls: ConfirmedCalls,
    private readonly requests: ToolRequests,
    private readonly rules: RuleEngine,
    private readonly verbose: Verbose,
  ) {
    this.settings = {
      maxLoops: mcp.toolMaxLoops,
      timeMs: mcp.plannerTimeMs,
      observationChars: mcp.plannerObservationChars,
      nextTool: mcp.guardrail,
      gatewayAbove: mcp.gatewayTools.above,
    };
  }

  async run(turn: View): Promise<StepOutcome> {
    const isHeld = turn.facts.skip_tool_execution || turn.facts.guardrail_blocked;
    // A rule may move the conversation to where the tools are.
    if (!isHeld && !turn.digression)
      await this.rules.run(turn, 'PRE_AGENT_MCP', 'McpToolStep PreMcp', this.requests.forRules(turn));
    const inScope = usableBy(turn.principal, turn.flow.toolsFor(turn.intent, turn.state));
    const [tools, gateway] = [inScope.filter((one) => !isGatewayTool(one)), inScope.filter(isGatewayTool)];
    const skipped = isHeld ? 'SKIPPED_BY_GUARDRAIL' : this.skipReason(turn, tools);
    if (skipped) {
      if (skipped !== 'SILENT') writeLifecycle(turn, { status: skipped, outcome: outcomeOf(skipped), finished: true });
      return 'CONTINUE';
    }
    const loop = startLoop(turn);
    const isLong = gateway.length > 0 && tools.length > this.settings.gatewayAbove;
    const end = await this.loop(turn, { offered: isLong ? gateway : tools, callable: inScope }, loop);
    writeLifecycle(turn, end, loop);
    tellDone(turn, end, loop);
    auditLoopEnd(turn, end);
    await this.rules.run(turn, 'POST_AGENT_MCP', this.name, this.requests.forRules(turn));
    return 'CONTINUE';
  }

  private skipReason(turn: View, tools: readonly Tool[]): string | undefined {
    const { dialogue_act: act } = turn.facts;
    if (turn.digression || !this.llm.available) return 'SILENT';
    if (turn.schema && !turn.facts.schema_complete) {
      turn.audit.record('MCP_SKIPPED_SCHEMA_INCOMPLETE', { intent: turn.intent, state: turn.state });
      return 'SKIPPED_SCHEMA_INCOMPLETE';
    }
    const goesOn = turn.target?.toolCode != null && isExecuted(currentForm(turn));
    const isAboutTheConversation = act === 'AFFIRM' || act === 'NEGATE' || act === 'EDIT' || act === 'RESET';
    const corrected = turn.facts.correction_applied === true;
    if (isAboutTheConversation && !goesOn && !corrected && !proceeds(turn)) return 'SKIPPED_DIALOGUE_ACT';
    if (this.language.commands.isGreeting(turn.userText)) return 'SKIPPED_GREETING';
    if (turn.ownWords.clarification) {
      turn.audit.record('MCP_SKIPPED_PENDING_CLARIFICATION', { intent: turn.intent, state: turn.state });
      return 'SILENT';
    }
    if (tools.length > 0) return undefined;
    turn.audit.record('MCP_NO_TOOLS_AVAILABLE', { intent: turn.intent, state: turn.state });
    return 'NO_TOOLS_FOR_SCOPE';
  }

  private async loop(turn: View, tools: ToolChoice, loop: Loop): Promise<LoopEnd> {
    const maxLoops = turn.flow.numberSetting('McpToolStep', 'MCP_TOOL_MAX_LOOPS', this.settings.maxLoops);
    const endsAtMs = this.clock.now() + this.settings.timeMs;
    for (let step = 0; step < maxLoops; step += 1) {
      if (this.clock.now() >= endsAtMs) return stopped('TOOL_TIME_LIMIT_REACHED');
      const plan = await this.plan(turn, tools, loop);
      turn.facts.mcp_action = plan?.action ?? 'ANSWER';
      if (!plan) return unplanned(turn);
      if (plan.action === 'ANSWER')
        return { status: 'ANSWER', outcome: 'ANSWERED', finished: true, answer: plan.answer };
      if (plan.action === 'UNDECIDED') return undecided(turn);
      const end = await this.callTool(turn, tools, loop, plan);
      if (end) return end;
    }
    return stopped('TOOL_LOOP_LIMIT_REACHED');
  }

  /** Undefined where the model gives no plan that can be used. */
  private async plan(turn: View, tools: ToolChoice, loop: Loop): Promise<Plan | undefined> {
    const prompts = plannerPrompts(turn.flow, turn.intent, turn.state);
    const output = await askForJson(
      turn,
      this.llm,
      {
        step: 'McpPlanner',
        stagePrefix: 'MCP_PLAN',
        system: prompts.system,
        user: prompts.user,
        values: {
          planner_source: prompts.source,
          mcp_observations: shownObservations(loop.observations, this.settings.observationChars),
          mcp_tools: tools.offered.map((tool) => ({
            tool_code: tool.code,
            tool_group: normalizeGroup(tool.group),
            description: tool.description,
            side_effect: this.tools.sideEffect(tool),
            input_schema: this.tools.inputSchema(tool),
          })),
        },
      },
      PLAN_SCHEMA,
    );
    return output === undefined ? undefined : readPlan(output);
  }

  /** Undefined when the planner may go on. */
  private async callTool(
    turn: View,
    tools: ToolChoice,
    loop: Loop,
    planned: Extract<Plan, { action: 'CALL_TOOL' }>,
  ): Promise<LoopEnd | undefined> {
    const plan = meantCall(planned.toolCode, planned.args);
    turn.facts.mcp_tool_code = plan.toolCode;
    turn.facts.mcp_tool_args = plan.args;
    const tool = tools.callable.find((one) => normalizeCode(one.code) === normalizeCode(plan.toolCode));
    if (!tool) {
      const hint = didYouMean(plan.toolCode, tools.callable);
      return void loop.observe(plan.toolCode, { error: `There is no tool "${plan.toolCode}" here.${hint}` });
    }
    loop.lastGroup = normalizeGroup(tool.group);
    turn.facts.mcp_tool_group = loop.lastGroup;
    turn.facts.mcp_tool_args = this.tools.shownArguments(tool, plan.args);
    if (!mayFollow(this.settings.nextTool, loop.lastTool, tool.code)) return blocked(turn, tool, loop);
    const hidden = Object.keys(plan.args).filter((name) => hasHidden(plan.args[name] ?? null));
    if (hidden.length > 0) {
      const error = `What stands for ${hidden.join(', ')} is hidden from you; a secret cannot be handed on by its place.`;
      return void loop.observe(tool.code, { error });
    }
    const args = argumentsOf(plan, loop);
    if ('error' in args) return void loop.observe(tool.code, { error: args.error });
    const values = this.tools.completed(tool, args.values);
    if (loop.hasRun(tool.code, values)) {
      turn.audit.record('MCP_DUPLICATE_TOOL_CALL_SUPPRESSED', { tool_code: tool.code });
      return void loop.observe(tool.code, { error: 'This call has been made already; its result stands above.' });
    }
    return this.attempt(turn, tool, values, loop);
  }

  private async attempt(turn: View, tool: Tool, args: JsonObject, loop: Loop): Promise<LoopEnd | undefined> {
    const about = { tool_code: tool.code, tool_group: normalizeGroup(tool.group) };
    const tell = (stage: string, details: JsonObject) => {
      turn.audit.record(stage, { ...about, ...details });
      this.verbose.tell(turn, this.name, stage, about, { toolCode: tool.code });
    };
    const attempt = await this.calls.attempt(turn, tool, args, () =>
      tell('MCP_TOOL_CALL', { args: this.tools.shownArguments(tool, args) }),
    );
    if (attempt.kind === 'proposed') return { status: 'PENDING_CONFIRMATION', outcome: 'IN_PROGRESS', finished: false };
    if (attempt.kind === 'settled') {
      const errorMessage = turn.ownWords.notice ?? '';
      tell('MCP_TOOL_ERROR', { error: errorMessage });
      return { status: 'TOOL_ERROR', outcome: 'ERROR', finished: true, errorMessage };
    }
    if (attempt.kind === 'refused') return void loop.observe(tool.code, { error: attempt.error });
    if (attempt.kind === 'done') {
      loop.observe(tool.code, attempt.result, args);
      const { shaped, told } = attempt;
      loop.done = told ?? loop.done;
      return void tell('MCP_TOOL_RESULT', {
        rows: JSON.stringify(attempt.result),
        ...(shaped && { transform: shaped }),
      });
    }
    tell('MCP_TOOL_ERROR', { error: attempt.error });
    loop.failures += 1;
    loop.observe(tool.code, { error: attempt.error });
    return loop.failures > 1 ? toolFailed(turn, attempt.error) : undefined;
  }
}

/** The user has agreed to what the flow does next, and nothing has been carried out yet. */
function proceeds(turn: View): boolean {
  const isYetToRun = turn.target === undefined || isConfirmedFirst(turn.target);
  return turn.facts.routing_decision === 'PROCEED_CONFIRMED' && isYetToRun;
}

/** The planned arguments, with what they refer to in earlier results. */
function argumentsOf(plan: { args: JsonObject }, loop: Loop): { values: JsonObject } | { error: string } {
  try {
    return { values: resolveReferences(plan.args, loop.observations) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function stopped(errorMessage: string): LoopEnd {
  return { status: 'TOOL_RESULT', outcome: 'FALLBACK', finished: true, errorMessage };
}

function blocked(turn: View, tool: Tool, loop: Loop): LoopEnd {
  const error = 'NEXT_TOOL_GUARDRAIL_BLOCKED';
  const current = loop.lastTool ?? '__START__';
  turn.audit.record('MCP_TOOL_ERROR', { tool_code: tool.code, error, current_observation_tool: current });
  return {
    status: 'GUARDRAIL_BLOCKED_NEXT_TOOL',
    outcome: 'BLOCKED',
    finished: true,
    answer: engineText(turn, 'McpToolStep.BLOCKED_TEXT'),
    errorMessage: error,
  };
}

function currentForm(turn: View) {
  const target = turn.proposals.all.find(({ proposalId }) => proposalId === turn.target?.proposalId);
  return target ?? { status: 'OPEN' as const };
}

function outcomeOf(status: string): string {
  return status === 'NO_TOOLS_FOR_SCOPE' ? 'NO_TOOLS' : 'SKIPPED';
}

function unplanned(turn: View): LoopEnd {
  const answer = engineText(turn, 'McpToolStep.UNSAFE_PLAN_TEXT');
  return { status: 'ANSWER', outcome: 'ANSWERED', finished: true, answer, isUnplanned: true };
}

function undecided(turn: View): LoopEnd {
  const answer = engineText(turn, 'McpToolStep.UNDECIDED_TEXT');
  return { status: 'FALLBACK', outcome: 'FALLBACK', finished: true, answer };
}

function toolFailed(turn: View, errorMessage: string): LoopEnd {
  const answer = engineText(turn, 'McpToolStep.TOOL_FAILED_TEXT');
  return { status: 'TOOL_ERROR', outcome: 'ERROR', finished: true, answer, errorMessage };
}
