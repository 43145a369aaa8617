import { describe, expect, it } from 'vitest';
import type { FlowRows } from '../../../platform/persistence/index.js';
import { describeProblem } from '../../../tools/flow-problem.js';
import { mergeTools, RowSource } from '../../../tools/index.js';
import { compileFlow } from './compile-flow.js';

const NO_ROWS: FlowRows = {
  configs: [],
  intents: [],
  classifiers: [],
  intentExamples: [],
  schemas: [],
  prompts: [],
  responses: [],
  rules: [],
  policies: [],
  pendingActions: [],
  containers: [],
  tools: [],
  dbTools: [],
  planners: [],
  verboses: [],
};
const createdAt = new Date(0);
const scoped = { intentCode: 'ORDER', stateCode: 'ASK', enabled: true, priority: 100, createdAt, description: null };
const rule = {
  ...scoped,
  ruleId: 17,
  phase: 'PRE_RESPONSE_RESOLUTION',
  ruleType: 'REGEX',
  matchPattern: 'x',
  action: 'SET_STATE',
  actionValue: 'DONE',
};
const callRule = { ...rule, action: 'CALL_TOOL', actionValue: '{"tool_code": "crm.lookup", "args": {"id": 1}}' };
const response = {
  ...scoped,
  responseId: 3,
  outputFormat: 'TEXT',
  responseType: 'EXACT',
  exactText: 'hi',
  derivationHint: null,
  jsonSchema: null,
};
const schema = { ...scoped, schemaId: 5, schemaType: 'SCHEMA_JSON', jsonSchema: '{"type":"object"}' };
const action = {
  ...scoped,
  pendingActionId: 9,
  actionKey: 'cancel',
  beanName: 'orders',
  methodNames: 'cancel',
  executionPolicy: 'at-most-once',
  timeoutMs: null,
};
const example = {
  exampleId: 4,
  intentCode: 'ORDER',
  utterance: 'cancel my order',
  stateCode: null,
  enabled: true,
  description: null,
};
const tool = {
  toolId: 7,
  enabled: true,
  toolCode: 'crm.lookup',
  toolGroup: 'HTTP_API',
  intentCode: 'ANY',
  stateCode: 'ANY',
};
const config = { configId: 2, configType: 'T', configKey: 'K', configValue: 'v', enabled: true, createdAt };

/** A flow whose tools are those of its rows. */
const compile = async (rows: FlowRows, handlers?: Parameters<typeof compileFlow>[1]) =>
  compileFlow(rows, handlers, {
    tools: mergeTools([{ beside: 'steps-back', reading: await new RowSource().read(rows) }]),
  });

/** The problems of severity error (or warning) in some rows, as lines. */
const problemsIn = async (
  rows: Partial<Record<keyof FlowRows, unknown[]>>,
  severity = 'error',
  handlers?: Parameters<typeof compileFlow>[1],
) =>
  (await compile({ ...NO_ROWS, ...rows } as FlowRows, handlers)).problems
    .filter((problem) => problem.severity === severity)
    .map(describeProblem);

describe('a check of the flow tables', () => {
  it.each([
    ['a regex that does not compile', { rules: [{ ...rule, matchPattern: 'a(b' }] }, 'ce_rule[17].match_pattern'],
    ['a regex with lookahead', { rules: [{ ...rule, matchPattern: '(?=a)b' }] }, 'ce_rule[17].match_pattern'],
    [
      'a JSON path with a typo',
      { rules: [{ ...rule, ruleType: 'JSON_PATH', matchPattern: '$.user[' }] },
      'ce_rule[17].match_pattern',
    ],
    ['an unknown rule type', { rules: [{ ...rule, ruleType: 'MAGIC' }] }, 'ce_rule[17].rule_type'],
    ['an unknown phase', { rules: [{ ...rule, phase: 'SOMETIME' }] }, 'ce_rule[17].phase'],
    ['an unknown action', { rules: [{ ...rule, action: 'EXPLODE' }] }, 'ce_rule[17].action'],
    [
      'a tool called before consent is decided',
      { rules: [{ ...callRule, phase: 'POST_DIALOGUE_ACT' }] },
      'ce_rule[17].phase',
    ],
    [
      'a hand-over before all is decided',
      { rules: [{ ...rule, action: 'HAND_OVER', actionValue: 'billing', phase: 'POST_AGENT_MCP' }] },
      'ce_rule[17].phase',
    ],
    ['an EXACT response without text', { responses: [{ ...response, exactText: ' ' }] }, 'ce_response[3].exact_text'],
    [
      'a JSON response that is no JSON',
      { responses: [{ ...response, outputFormat: 'JSON' }] },
      'ce_response[3].exact_text',
    ],
    [
      'an unknown response type',
      { responses: [{ ...response, responseType: 'GUESSED' }] },
      'ce_response[3].response_type',
    ],
    [
      'a schema that is no JSON',
      { schemas: [{ ...schema, jsonSchema: '{"type":' }] },
      'ce_output_schema[5].json_schema',
    ],
    [
      'a schema that is no schema',
      { schemas: [{ ...schema, jsonSchema: '{"type":"objekt"}' }] },
      'ce_output_schema[5].json_schema',
    ],
    [
      'an action without a method',
      { pendingActions: [{ ...action, methodNames: ' , ' }] },
      'ce_pending_action[9].method_names',
    ],
    [
      'an action that is never begun',
      { pendingActions: [{ ...action, risk: null, consent: null, maxAttempts: 0, executionPolicy: 'idempotent' }] },
      'ce_pending_action[9].max_attempts',
    ],
    [
      'a transform with a bad regex',
      { tools: [{ ...tool, transformJson: '{"redact":[{"pattern":"[","replacement":"#"}]}' }] },
      'ce_mcp_tool[7].transform_json: redact[0].pattern',
    ],
    ['a transform that is no JSON', { tools: [{ ...tool, transformJson: '{' }] }, 'ce_mcp_tool[7].transform_json'],
    [
      'a setting with a bad regex',
      { configs: [{ ...config, configKey: 'REGEX_AFFIRM', configValue: '(' }] },
      'ce_config[2].config_value',
    ],
    [
      'a setting that is no number',
      { configs: [{ ...config, configKey: 'MIN_CONFIDENCE', configValue: 'high' }] },
      'ce_config[2].config_value',
    ],
    [
      'a confidence above 1',
      { configs: [{ ...config, configKey: 'CONSENT_FLOOR', configValue: '80' }] },
      'ce_config[2].config_value',
    ],
  ])('finds %s and says where', async (_what, rows, place) => {
    expect(await problemsIn(rows)).toEqual([expect.stringContaining(`${place}: `)]);
  });

  it.each([
    ['that is not there', [], 'there is no tool "crm.lookup"'],
    ['of another place', [{ ...tool, intentCode: 'LOAN' }], 'is for LOAN/ANY, not for ORDER/ASK'],
    [
      'without an argument that it needs',
      [{ ...tool, inputSchema: '{"type": "object", "required": ["id", "since"]}' }],
      'needs the argument "since"',
    ],
  ])('warns of a rule that calls a tool %s', async (_what, tools, text) => {
    const warnings = await problemsIn({ rules: [callRule], tools }, 'warning');
    expect(warnings.filter((line) => line.startsWith('ce_rule[17].action_value'))).toEqual([
      expect.stringContaining(text),
    ]);
  });

  it('leaves rows with an error out and keeps the others', () => {
    const { definition } = compileFlow({
      ...NO_ROWS,
      rules: [rule, { ...rule, ruleId: 18, matchPattern: '(' }],
    } as FlowRows);
    expect(definition.rulesFor('PRE_RESPONSE_RESOLUTION', 'ORDER', 'ASK').map(({ id }) => id)).toEqual([17]);
  });

  it('keeps a tool whose transform has an error, and shows nothing of its results', async () => {
    const rows = { ...NO_ROWS, tools: [{ ...tool, transformJson: { redact: [{ pattern: '[', replacement: '' }] } }] };
    const transform = (await compile(rows as unknown as FlowRows)).definition.tool('crm.lookup')?.transform;
    expect(JSON.stringify(transform?.apply({ secret: 's3cret' }))).not.toContain('s3cret');
  });

  it('does not look at rows that are switched off', async () => {
    expect(await problemsIn({ rules: [{ ...rule, enabled: false, matchPattern: '(' }] })).toEqual([]);
  });

  it('reads JSON columns as text and as objects alike', () => {
    for (const jsonSchema of ['{"type":"object"}', { type: 'object' }]) {
      const { definition } = compileFlow({ ...NO_ROWS, schemas: [{ ...schema, jsonSchema }] } as unknown as FlowRows);
      expect(definition.schemaFor('order', 'ask')?.document).toEqual({ type: 'object' });
    }
  });

  it('takes older names of phases', () => {
    const { definition } = compileFlow({ ...NO_ROWS, rules: [{ ...rule, phase: 'AGENT_POST_MCP' }] } as FlowRows);
    expect(definition.rulesFor('POST_AGENT_MCP', 'ORDER', 'ASK')).toHaveLength(1);
  });

  it('warns of intents that do not exist, states nothing leads to, handlers nobody registered, places without a reply', async () => {
    const classifier = {
      classifierId: 1,
      ruleType: 'CONTAINS',
      pattern: 'order',
      intentCode: 'ORDER',
      stateCode: 'SILENT',
      priority: 1,
      enabled: true,
      description: null,
    };
    const nobody = { hasAction: () => false, hasRuleTask: () => false };
    const warnings = await problemsIn(
      { classifiers: [classifier], responses: [response], pendingActions: [action] },
      'warning',
      nobody,
    );
    expect(warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('ce_response[3].intent_code: "ORDER" is not an enabled intent'),
        expect.stringContaining('ce_response[3].state_code: no classifier, example or rule leads to the state "ASK"'),
        expect.stringContaining('ce_pending_action[9].bean_name: no handler "orders" with a method "cancel"'),
        expect.stringContaining('ce_response: nothing to say in ORDER/SILENT'),
      ]),
    );
  });

  it('warns of examples that teach nothing or the wrong thing', async () => {
    const utterances = ['cancel my order', 'stop my order', 'Cancel my orders!', 'cancel it', 'stop it'];
    const intents = ['ORDER', 'ORDER', 'REFUND', 'ORDER', 'ORDER'];
    const rows = utterances.map((utterance, index) => ({
      ...example,
      exampleId: index + 1,
      utterance,
      intentCode: intents[index],
    }));
    const warnings = await problemsIn(
      { intents: [{ intentCode: 'ORDER', enabled: true }], intentExamples: rows },
      'warning',
    );
    expect(warnings).toEqual([
      'ce_intent_example[3].utterance: says the same as row 1, which is an example of ORDER',
      'ce_intent_example: "REFUND" has only 1 of at least 3 examples',
      expect.stringContaining('ce_intent_example[3].intent_code: "REFUND" is not an enabled intent'),
    ]);
    expect(await problemsIn({ intentExamples: [{ ...example, utterance: '?!' }] })).toEqual([
      'ce_intent_example[4].utterance: has no word to learn from',
    ]);
    expect(await problemsIn({ intentExamples: [example] }, 'warning')).toContain(
      'ce_intent_example: only "ORDER" has examples: there is nothing to tell it from',
    );
  });

  it('takes an example of UNKNOWN, and one that says the same again once', () => {
    const rows = ['what is the weather', 'What is the weather?', 'tell me a joke', 'who won'].map(
      (utterance, index) => ({
        ...example,
        exampleId: index,
        utterance,
        intentCode: 'unknown',
      }),
    );
    const { definition } = compileFlow({ ...NO_ROWS, intentExamples: rows } as FlowRows);
    expect(definition.examples.map(({ id, intent }) => [id, intent])).toEqual([
      [0, 'UNKNOWN'],
      [2, 'UNKNOWN'],
      [3, 'UNKNOWN'],
    ]);
  });
});
