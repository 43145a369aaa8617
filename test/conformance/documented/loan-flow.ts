import { isJsonObject, type JsonObject, parseJson } from '../../../src/platform/common/json.js';
import type { ModelRule, ReceivedRequest } from '../../helpers/scripted-model.js';
import { dialogueActAnswer } from '../turns/conversation.js';
import { classifier, insert, intent, planner, response, rule, schema } from '../turns/flow-rows.js';

/** The values of the documented conversation, after the correction. */
export const LOAN: JsonObject = { customerId: '1234', requestedAmount: 350_000, tenureMonths: 24 };

const FIELDS = {
  type: 'object',
  required: ['customerId', 'requestedAmount', 'tenureMonths'],
  additionalProperties: false,
  properties: {
    customerId: { type: 'string', minLength: 1, maxLength: 64 },
    requestedAmount: { type: 'number', minimum: 1_000, maximum: 50_000_000 },
    tenureMonths: { type: 'integer', minimum: 6, maximum: 480 },
  },
};

const SCOPE = { intent: 'LOAN_APPLICATION' } as const;
const PLAN = 'PLANS_THE_LOAN';

function template(state: string, format: string, mode: string, allows: readonly string[]): string {
  return insert('ce_prompt_template', {
    intent_code: 'LOAN_APPLICATION',
    state_code: state,
    output_format: format,
    system_prompt: `${format} of ${state}`,
    user_prompt: 'MESSAGE {{user_input}} VALUES {{context}}',
    interaction_mode: mode,
    interaction_contract: JSON.stringify({ allows, expects: mode === 'COLLECT' ? ['structured_input'] : [] }),
  });
}

function derived(state: string): string {
  return insert('ce_response', {
    intent_code: 'LOAN_APPLICATION',
    state_code: state,
    output_format: 'TEXT',
    response_type: 'DERIVED',
    derivation_hint: `HINT ${state}`,
  });
}

export function loanTool(code: string): string {
  return insert('ce_mcp_tool', {
    tool_code: code,
    tool_group: 'HTTP_API',
    intent_code: 'LOAN_APPLICATION',
    state_code: 'PROCESS_APPLICATION',
  });
}

const isTrue = (path: string) => `$[?(@.${path} == true)]`;
const FINISHED =
  '$[?(@.context.mcp.lifecycle.finished == true && @.context.mcp.lifecycle.error == false && @.context.mcp.finalAnswer != null)]';

/** The loan that is confirmed first, as the documents of the 2.0.7 engine's later line have it; and a greeting, which they leave out. */
export const CONFIRM_FIRST_FLOW = [
  intent('LOAN_APPLICATION', 'Loan application'),
  intent('GREETING', 'Greeting'),
  classifier('\\b(loan|apply loan|personal loan|home loan|loan application)\\b', 'LOAN_APPLICATION', 'IDLE', 30),
  classifier('^(hi|hello)$', 'GREETING', 'IDLE', 15),
  response('GREETING', 'IDLE', 'Hi, how can I help you today?'),
  schema('LOAN_APPLICATION', 'ELIGIBILITY_GATE', FIELDS),
  template('IDLE', 'TEXT', 'IDLE', ['reset']),
  template('ELIGIBILITY_GATE', 'SCHEMA_JSON', 'COLLECT', ['reset']),
  template('ELIGIBILITY_GATE', 'TEXT', 'COLLECT', ['reset']),
  template('CONFIRMATION', 'TEXT', 'CONFIRM', ['affirm', 'edit', 'reset']),
  template('PROCESS_APPLICATION', 'TEXT', 'PROCESSING', ['retry', 'reset']),
  template('COMPLETED', 'TEXT', 'FINAL', ['reset']),
  ...['IDLE', 'ELIGIBILITY_GATE', 'CONFIRMATION', 'COMPLETED'].map(derived),
  response('LOAN_APPLICATION', 'PROCESS_APPLICATION', 'Processing your loan application now.'),
  rule({ ...SCOPE, phase: 'POST_AGENT_INTENT', state: 'UNKNOWN', value: 'IDLE', priority: 10 }),
  rule({ ...SCOPE, phase: 'POST_AGENT_INTENT', state: 'IDLE', value: 'ELIGIBILITY_GATE', priority: 20 }),
  rule({
    ...SCOPE,
    phase: 'POST_SCHEMA_EXTRACTION',
    state: 'ELIGIBILITY_GATE',
    type: 'JSON_PATH',
    pattern: isTrue('schemaComplete'),
    value: 'CONFIRMATION',
    priority: 10,
  }),
  rule({
    ...SCOPE,
    phase: 'POST_SCHEMA_EXTRACTION',
    state: 'ELIGIBILITY_GATE',
    type: 'JSON_PATH',
    pattern: isTrue('schemaComplete'),
    action: 'SET_INPUT_PARAM',
    value: '{"awaiting_confirmation": true, "confirmation_key": "LOAN_APPLICATION_CONFIRM"}',
    priority: 11,
  }),
  rule({
    ...SCOPE,
    phase: 'PRE_AGENT_MCP',
    state: 'CONFIRMATION',
    type: 'JSON_PATH',
    pattern: "$[?(@.inputParams.routing_decision == 'PROCEED_CONFIRMED')]",
    value: 'PROCESS_APPLICATION',
    priority: 10,
  }),
  rule({
    ...SCOPE,
    state: 'CONFIRMATION',
    type: 'JSON_PATH',
    pattern: isTrue('inputParams.correction_applied'),
    value: 'CONFIRMATION',
    priority: 50,
  }),
  rule({
    ...SCOPE,
    phase: 'POST_AGENT_MCP',
    state: 'PROCESS_APPLICATION',
    type: 'JSON_PATH',
    pattern: FINISHED,
    value: 'COMPLETED',
    priority: 10,
  }),
  planner(1, PLAN, 'LOAN_APPLICATION', 'PROCESS_APPLICATION'),
  ...['loan.credit.rating.check', 'loan.credit.fraud.check', 'loan.debt.credit.summary', 'loan.application.submit'].map(
    loanTool,
  ),
].join('');

/** One plan of the model: a call, or the answer. */
export type PlannedStep = { readonly tool: string; readonly args: JsonObject } | { readonly answer: string };

/**
 * A model that words the replies of the conversation, and plans these steps one after the other: the next one is that
 * after as many results as it has seen.
 */
export function loanModel(...plan: readonly PlannedStep[]): ModelRule[] {
  const confirmation = ({ user }: ReceivedRequest) => {
    const context = parseJson(user.slice(user.indexOf('VALUES ') + 7));
    const { customerId, requestedAmount, tenureMonths } = isJsonObject(context) ? context : {};
    const isChanged = user.includes('Change amount');
    const text = `confirm: customerId ${customerId}, requestedAmount ${requestedAmount}, tenureMonths ${tenureMonths}. Proceed?`;
    return { text: isChanged ? `Updated. Please ${text}` : `Please ${text}` };
  };
  return [
    dialogueActAnswer('NEW_REQUEST', 0.9),
    { when: 'SCHEMA_JSON of', reply: { json: {} } },
    { when: 'HINT ELIGIBILITY_GATE', reply: { text: 'Please provide customerId, requestedAmount, and tenureMonths.' } },
    { when: 'HINT CONFIRMATION', reply: confirmation },
    {
      when: 'HINT COMPLETED',
      reply: ({ user }) => ({ text: `Completed. ${/"finalAnswer":"(.*?)"/.exec(user)?.[1]}` }),
    },
    {
      when: PLAN,
      reply: ({ user }) => {
        const seen = user.split('"toolCode"').length - 1;
        const step = plan[seen] ?? { answer: 'There is nothing more to do.' };
        return {
          json:
            'answer' in step
              ? { action: 'ANSWER', tool_code: null, args: {}, answer: step.answer }
              : { action: 'CALL_TOOL', tool_code: step.tool, args: step.args, answer: null },
        };
      },
    },
  ];
}
