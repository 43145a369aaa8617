import type { FlowDefinition } from '../flow/index.js';
import { OBSERVATION_NOTICE } from './observations.js';

/** The prompts a planner works with, and where they came from. */
export interface PlannerPrompts {
  readonly source: string;
  readonly system: string;
  readonly user: string;
}

/** `ce_mcp_planner` by scope, else `ce_config` (`DB_…` before the plain keys), else the built-in ones. */
export function plannerPrompts(flow: FlowDefinition, intent: string, state: string): PlannerPrompts {
  const row = flow.plannerFor(intent, state);
  if (row) {
    const source = `ce_mcp_planner(planner_id=${row.id}, intent_code=${row.intent}, state_code=${row.state})`;
    return { source, system: withNotice(row.systemPrompt), user: row.userPrompt };
  }
  const setting = (key: string) => flow.setting('McpPlanner', `DB_${key}`) ?? flow.setting('McpPlanner', key);
  const system = setting('SYSTEM_PROMPT');
  const user = setting('USER_PROMPT');
  const source = system || user ? 'ce_config (McpPlanner)' : 'built-in';
  return { source, system: withNotice(system ?? SYSTEM_PROMPT), user: user ?? USER_PROMPT };
}

/** Whoever wrote the prompt, the planner is told what to think of tool results. */
function withNotice(system: string): string {
  return `${system}\n\n${OBSERVATION_NOTICE}`;
}

const SYSTEM_PROMPT = `You decide the next step of an assistant that can call tools. Either call one of the listed tools
with arguments that fit its schema, or answer the user. Call a tool only when its result is needed for the answer, keep
arguments minimal, and when something is unclear answer with one question. Reply with JSON only: {"action":"CALL_TOOL"|"ANSWER","tool_code":…,"args":{…},"answer":…}`;
const USER_PROMPT = `Message: {{user_input}}
Conversation state: {{context}}
Tools: {{mcp_tools}}
Results so far: {{mcp_observations}}`;
