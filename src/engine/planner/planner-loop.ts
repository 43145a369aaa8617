import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { isExecuted } from '../pending-action/index.js';
import { type Reads, type TurnGiven, type Writes } from '../turn/kernel/index.js';

/** How a planner's loop ended. */
export interface LoopEnd {
  readonly status: string;
  readonly outcome: string;
  readonly finished: boolean;
  readonly answer?: string;
  readonly errorMessage?: string;
  /** The answer is the engine's, since the model gave no plan that can be used. */
  readonly isUnplanned?: boolean;
}

/** What the planner has seen so far in this turn, and in the turns before a yes it waited for. */
export class Loop {
  /** What the tools answered, oldest first: `{ toolCode, json }` (contract). */
  readonly observations: JsonObject[];
  private readonly calls = new Set<string>();
  lastTool: string | undefined;
  lastGroup: string | undefined;
  failures = 0;
  /** What the user would be told of what was carried out in this turn. */
  done: string | undefined;

  constructor(earlier: readonly JsonObject[]) {
    this.observations = [...earlier];
    this.lastTool = earlier.map(({ toolCode }) => String(toolCode)).at(-1);
  }

  /** Notes a result; `json` is JSON text, as the contract has it. */
  observe(toolCode: string, result: JsonValue, args?: JsonObject): void {
    this.observations.push({ toolCode, json: JSON.stringify(result) });
    this.lastTool = toolCode;
    if (args) this.calls.add(callKey(toolCode, args));
  }

  hasRun(toolCode: string, args: JsonObject): boolean {
    return this.calls.has(callKey(toolCode, args));
  }
}

function callKey(toolCode: string, args: JsonObject): string {
  return `${toolCode.toUpperCase()} ${canonicalJson(args)}`;
}

/** That something is done is left to the planner's answer; where it gives none, or asks for the next thing, it is told before that. */
export function tellDone({ ownWords }: Writes<'ownWords'>, end: LoopEnd, { done }: Loop): void {
  const isAnswered = end.status === 'ANSWER' && !end.isUnplanned && end.answer?.trim() !== '';
  if (done === undefined || isAnswered) return;
  if (end.answer === undefined && end.status !== 'PENDING_CONFIRMATION') ownWords.tell(done);
  else ownWords.tellFirst(done);
}

/** Begins a loop: afresh, or where the planner left off when the yes it waited for has come and the tool has run. */
export function startLoop(turn: TurnGiven & Reads<'target' | 'proposals'> & Writes<'context' | 'ownWords'>): Loop {
  const mcp = isJsonObject(turn.context.mcp) ? turn.context.mcp : {};
  const target = turn.proposals.all.find(({ proposalId }) => proposalId === turn.target?.proposalId);
  const goesOn = target?.toolCode != null && isExecuted(target);
  const earlier = goesOn && Array.isArray(mcp.observations) ? mcp.observations.filter(isJsonObject) : [];
  const loop = new Loop(earlier);
  if (goesOn && target.toolCode !== null) {
    loop.observe(target.toolCode, target.result, target.arguments);
    loop.done = turn.ownWords.notice;
    turn.ownWords.untell();
  }
  const { toolExecution } = mcp;
  turn.context.mcp = toolExecution === undefined ? {} : { toolExecution };
  turn.audit.record('MCP_CONTEXT_CLEARED', {});
  return loop;
}

type LifecycleView = Reads<'mcp_action' | 'mcp_tool_code' | 'mcp_tool_args'> &
  Writes<'context' | 'mcp_status' | 'mcp_observations' | 'mcp_final_answer'>;

/** Writes the state of the loop where rules, templates and the next turn look for it. */
export function writeLifecycle(turn: LifecycleView, end: LoopEnd, loop?: Loop): void {
  turn.facts.mcp_status = end.status;
  const mcp = isJsonObject(turn.context.mcp) ? turn.context.mcp : {};
  const { mcp_action: action, mcp_tool_code: toolCode, mcp_tool_args: args } = turn.facts;
  const lifecycle: JsonObject = {
    phase: 'POST_AGENT_MCP',
    status: end.status,
    outcome: end.outcome,
    finished: end.finished,
    blocked: end.outcome === 'BLOCKED',
    error: end.outcome === 'ERROR',
    toolExecuted: end.status === 'TOOL_RESULT',
    ...(action !== undefined && { lastAction: action }),
    ...(toolCode !== undefined && { lastToolCode: toolCode }),
    ...(loop?.lastGroup !== undefined && { lastToolGroup: loop.lastGroup }),
    ...(args !== undefined && Object.keys(args).length > 0 && { lastToolArgs: args }),
    ...(end.errorMessage !== undefined && { errorMessage: end.errorMessage }),
  };
  turn.context.mcp = {
    ...mcp,
    ...(loop && { observations: loop.observations }),
    ...(end.answer !== undefined && { finalAnswer: end.answer }),
    lifecycle,
  };
  if (loop) turn.facts.mcp_observations = loop.observations;
  if (end.answer !== undefined) turn.facts.mcp_final_answer = end.answer;
}

export function auditLoopEnd(turn: Pick<TurnGiven, 'audit'>, end: LoopEnd): void {
  if (end.status === 'ANSWER') turn.audit.record('MCP_FINAL_ANSWER', { answer: end.answer ?? '' });
}
