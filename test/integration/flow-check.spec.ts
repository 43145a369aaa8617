import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { FlowService } from '../../src/engine/flow/index.js';
import { lookTwice } from '../../src/engine/flow-check/index.js';
import { SESSION_NAMES } from '../../src/engine/flow-check/known-names.js';
import { TurnDocument } from '../../src/engine/turn/kernel/index.js';
import { systemClock } from '../../src/platform/common/clock.js';
import { Handlers, type ToolHandler } from '../../src/platform/handlers-api/index.js';
import { applySeed, loadFlowRows } from '../../src/platform/persistence/index.js';
import {
  describeProblem,
  HandlerSource,
  RowSource,
  type Tool,
  ToolRegistry,
  ToolRunner,
} from '../../src/tools/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { callSettings } from '../helpers/tool-calls.js';

const HANDLERS = { hasAction: () => true, hasRuleTask: () => true };

const ROOM = await readFile('test/docs/book-room.sql', 'utf8');

describeOnEachDatabase('flow check', (open) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });

  /** What is found in some rows, as lines; nothing answers their tools unless told otherwise. */
  async function found(sql: string, serves = false, handlers: readonly ToolHandler[] = []): Promise<string[]> {
    await applySeed(database.database, sql, 'rows.sql');
    const registered = new Handlers();
    for (const handler of handlers) registered.add(handler);
    const tools = new ToolRegistry([new RowSource(), new HandlerSource(registered)]);
    const runner = new ToolRunner(callSettings(), registered, []);
    const rows = { read: () => loadFlowRows(database.dataSource) };
    const config = { flow: { validation: 'lenient' } } as const;
    const { problems, flow } = await new FlowService(rows, HANDLERS, config, systemClock, undefined, tools).check();
    const answers = { serves: () => serves, inputSchema: (tool: Tool) => runner.inputSchema(tool) };
    return [...problems, ...lookTwice(flow, answers)].map(describeProblem);
  }
  it('finds a backslash that was doubled in a pattern, and says to write one', async () => {
    const lines = await found(String.raw`${ROOM}
      INSERT INTO ce_intent_classifier (classifier_id, rule_type, pattern, intent_code, state_code, priority) VALUES
        (77, 'REGEX', '\\bmeeting\\b', 'BOOK_ROOM', 'COLLECT', 10);
      INSERT INTO ce_rule (rule_id, intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
        (78, 'BOOK_ROOM', 'COLLECT', 'JSON_PATH', '$.userText =~ /.*\\bnow\\b.*/', 'SET_STATE', 'CONFIRM'),
        (79, 'BOOK_ROOM', 'COLLECT', 'JSON_PATH', '$.userText =~ ''.*\\bnow\\b.*''', 'SET_STATE', 'CONFIRM');
      INSERT INTO ce_output_schema (schema_id, intent_code, state_code, json_schema, priority) VALUES
        (80, 'BOOK_ROOM', 'BOOKED', '{"type": "object", "properties": {"a": {"type": "string", "pattern": "^\\\\d+$"}}}', 10);`);
    expect(lines).toEqual([
      expect.stringMatching(/^ce_intent_classifier\[77\]\.pattern: "\\\\b" looks for a backslash .* write "\\b"/),
      expect.stringMatching(/^ce_rule\[78\]\.match_pattern: "\\\\b" looks for a backslash/),
      expect.stringMatching(/^ce_output_schema\[80\]\.json_schema: "\\\\d" looks for a backslash/),
    ]);
  });

  it('finds a misspelled name in a template, and names the one that was meant', async () => {
    const lines = await found(`${ROOM}
      INSERT INTO ce_response (response_id, intent_code, state_code, output_format, response_type, exact_text, priority)
      VALUES (77, 'BOOK_ROOM', 'BOOKED', 'TEXT', 'EXACT', 'Done: {{pendng_action_output.reference}} {{hourss}}', 200),
        (78, 'BOOK_ROOM', 'BOOKED', 'TEXT', 'EXACT', '{{inputParams.missing_field}} {{context.hour}} {{schema_jsn}}', 201),
        (79, 'BOOK_ROOM', 'BOOKED', 'TEXT', 'EXACT', '{{customerName}} {{room}} {{context.mcp.finalAnswer}}', 202);`);
    expect(lines).toEqual([
      'ce_response[77].exact_text: {{pendng_action_output.reference}}: nothing is called "pendng_action_output" here; ' +
        'was "pending_action_output.reference" meant?',
      'ce_response[77].exact_text: {{hourss}}: nothing is called "hourss" here; was "hours" meant?',
      expect.stringContaining('was "inputParams.missing_fields" meant?'),
      expect.stringContaining('was "context.hours" meant?'),
      expect.stringContaining('was "schema_json" meant?'),
    ]);
  });

  it('finds a misspelled name in a condition, and a fact where conditions do not find it', async () => {
    const rule = (id: number, path: string, type = 'JSON_PATH') =>
      `INSERT INTO ce_rule (rule_id, intent_code, state_code, rule_type, match_pattern, action, action_value)
       VALUES (${id}, 'BOOK_ROOM', 'COLLECT', '${type}', '${path.replaceAll("'", "''")}', 'SET_STATE', 'CONFIRM');`;
    const lines = await found(
      [
        ROOM,
        rule(71, '$.schemaComplet'),
        rule(72, "$[?(@.inputParams.pending_action_reslt == 'EXECUTED')]"),
        rule(73, '$.pending_action_result'),
        rule(74, 'schemaComplet'),
        rule(75, '$.rooom', 'CONTEXT_JSON_PATH'),
        rule(76, "$['schemaComplet'] == true"),
        rule(77, "$.userText == 'schemaComplet' && $.inputParams.vip == true"),
        rule(78, '$.items[?(@.hour > 1)]'),
      ].join('\n'),
    );
    expect(lines).toEqual([
      'ce_rule[71].match_pattern: $.schemaComplet: nothing is called "schemaComplet" here; was "schemaComplete" meant?',
      expect.stringMatching(/^ce_rule\[72\].*was "inputParams\.pending_action_result" meant\?$/),
      expect.stringMatching(/^ce_rule\[73\].*under "\$\.inputParams\.pending_action_result"$/),
      expect.stringMatching(/^ce_rule\[74\].*was "schemaComplete" meant\?$/),
      expect.stringMatching(/^ce_rule\[75\].*was "room" meant\?$/),
      expect.stringMatching(/^ce_rule\[76\].*was "schemaComplete" meant\?$/),
    ]);
  });

  it('finds a READ tool that nothing answers, and says what may', async () => {
    const tools = `${ROOM}
      INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code, side_effect) VALUES
        (77, 'room.free', 'HTTP_API', 'ANY', 'ANY', 'READ'), (78, 'room.plan', 'HTTP_API', 'ANY', 'ANY', NULL);`;
    expect(await found(tools)).toEqual([
      expect.stringMatching(
        /^ce_mcp_tool\[77\]\.tool_code: nothing answers the READ tool "room\.free".*register a handler/,
      ),
    ]);
    expect(await found('', true)).toEqual([]);
  });

  it('finds a rule that calls a tool with other arguments than its handler takes, and a misspelled value', async () => {
    const call = (id: number, args: string) =>
      `INSERT INTO ce_rule (rule_id, phase, intent_code, state_code, rule_type, match_pattern, action, action_value)
       VALUES (${id}, 'PRE_AGENT_MCP', 'BOOK_ROOM', 'COLLECT', 'REGEX', 'pay', 'CALL_TOOL', '{"tool_code": "pay", "args": ${args}}');`;
    const flow = `${ROOM}
      INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code) VALUES
        (77, 'pay', 'HTTP_API', 'ANY', 'ANY');
      ${call(71, '{"amont": 3}')}${call(72, '{"amount": 3, "to": "x"}')}${call(73, '{"amount": "{{houris}}"}')}`;
    const inputSchema = { type: 'object', required: ['amount'], properties: { amount: { type: 'number' }, at: {} } };
    const pay: ToolHandler = { kind: 'tool', toolCode: 'pay', inputSchema, execute: () => 1 };
    expect(await found(flow, true, [pay])).toEqual([
      'ce_rule[73].action_value: {{houris}}: nothing is called "houris" here; was "hours" meant?',
      'ce_rule[71].action_value: the tool "pay" has no argument "amont"; was "amount" meant?',
      'ce_rule[71].action_value: the tool "pay" needs the argument "amount"',
    ]);
    const closed = { ...pay, inputSchema: { ...inputSchema, additionalProperties: false } };
    expect(await found('', true, [closed])).toContain('ce_rule[72].action_value: the tool "pay" has no argument "to"');
  });

  it('finds a rule that leads out of the state of a pending action whatever is said', async () => {
    const rule = (id: number, type: string, pattern: string, more: string) =>
      `INSERT INTO ce_rule (rule_id, phase, intent_code, state_code, rule_type, match_pattern, action, action_value)
       VALUES (${id}, ${more.split('>')[0]}, '${type}', '${pattern}', 'SET_STATE', '${more.split('>')[1]}');`;
    const lines = await found(
      [
        ROOM,
        rule(71, 'REGEX', '.*', "'PRE_RESPONSE_RESOLUTION', 'BOOK_ROOM', 'CONFIRM'>BOOKED"),
        rule(72, 'EXACT', 'ANY', "'POST_DIALOGUE_ACT', 'ANY', 'ANY'>COLLECT"),
        rule(73, 'REGEX', '.*', "'POST_AGENT_INTENT', 'BOOK_ROOM', 'ANY'>COLLECT"),
        rule(74, 'REGEX', '^cancel', "'PRE_RESPONSE_RESOLUTION', 'BOOK_ROOM', 'CONFIRM'>COLLECT"),
        rule(75, 'REGEX', '.*', "'PRE_RESPONSE_RESOLUTION', 'BOOK_ROOM', 'BOOKED'>COLLECT"),
      ].join('\n'),
    );
    expect(lines).toEqual([
      expect.stringMatching(
        /^ce_rule\[71\]\.match_pattern: leads to BOOKED in every turn.*"book_room" waits for its yes/,
      ),
      expect.stringMatching(/^ce_rule\[72\]\.match_pattern: leads to COLLECT in every turn/),
    ]);
  });

  it('finds a state that is known, and that nothing leads to from where its intent begins', async () => {
    const lines = await found(`${ROOM}
      INSERT INTO ce_rule (rule_id, intent_code, state_code, rule_type, match_pattern, action, action_value) VALUES
        (77, 'BOOK_ROOM', 'CONFRIM', 'REGEX', 'never', 'SET_STATE', 'BOOKED');
      INSERT INTO ce_response (response_id, intent_code, state_code, output_format, response_type, exact_text) VALUES
        (77, 'BOOK_ROOM', 'CONFRIM', 'TEXT', 'EXACT', 'hm');
      INSERT INTO ce_intent (intent_code, description) VALUES ('OTHER', 'o');
      INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
        ('REGEX', 'other', 'OTHER', 'START', 10);
      INSERT INTO ce_response (response_id, intent_code, state_code, output_format, response_type, exact_text) VALUES
        (78, 'OTHER', 'START', 'TEXT', 'EXACT', 'hi'), (79, 'OTHER', 'CONFIRM', 'TEXT', 'EXACT', 'hi');`);
    expect(lines).toEqual([
      expect.stringMatching(
        /^ce_rule\[77\]\.state_code: .*"CONFRIM" while the intent is BOOK_ROOM; this row and 1 more/,
      ),
      expect.stringMatching(
        /^ce_response\[79\]\.state_code: .*"CONFIRM" while the intent is OTHER; this row is never used/,
      ),
    ]);
  });

  it('finds a schema that needs what none of its properties collects', async () => {
    const lines = await found(`${ROOM}
      UPDATE ce_output_schema SET schema_id = 77, json_schema =
        '{"type": "object", "required": ["room", "huors", "sum"], "properties": {"room": {}, "hours": {"type": "integer"}}}';
      INSERT INTO ce_output_schema (schema_id, intent_code, state_code, json_schema, priority) VALUES
        (78, 'BOOK_ROOM', 'BOOKED', '{"required": ["a"], "anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}', 10);`);
    expect(lines.filter((line) => line.includes('json_schema'))).toEqual([
      'ce_output_schema[77].json_schema: requires "huors", which is none of its properties, so that it is never complete; ' +
        'add it to properties, or take it out of required',
      expect.stringMatching(/^ce_output_schema\[77\]\.json_schema: requires "sum", .*; add it to properties/),
    ]);
  });

  it('finds a question without words for what a yes to it is about', async () => {
    const lines = await found(`${ROOM}
      UPDATE ce_response SET response_id = 77, exact_text = 'Shall I book room {{room}}?' WHERE state_code = 'CONFIRM';`);
    expect(lines).toEqual([
      'ce_response[77].exact_text: asks for "book_room" in BOOK_ROOM/CONFIRM without its "hours"; put {{hours}} into the ' +
        'question, so that a yes is to what was read',
    ]);
    const all = "UPDATE ce_response SET exact_text = 'Shall I do it: {{context}}?' WHERE state_code = 'CONFIRM'";
    expect(await found(all)).toEqual([]);
  });

  it('wants no words for when it is done: the engine says that before the question', async () => {
    const lines = await found(`${ROOM}
      UPDATE ce_output_schema SET json_schema = '{"type": "object", "required": ["room", "hours", "cleaned"], "properties": {
        "room": {"type": "integer"}, "hours": {"type": "integer"}, "cleaned": {"type": "string", "format": "schedule"}}}';`);
    expect(lines).toEqual([]);
  });

  it.each(['planner/mcp_planner_seed', 'advanced/seed_mcp_advanced', 'demo/demo'])(
    'finds nothing in the shipped pack %s',
    async (pack) => {
      const dialect = database.dialect;
      const file = pack.startsWith('demo') ? `${pack}.sql` : `${pack}_${dialect}.sql`;
      const lines = await found(await readFile(`seeds/${file}`, 'utf8'));
      expect(lines.filter((line) => !line.includes('nothing to say in ORDER_DIAGNOSTICS/IDLE'))).toEqual([]);
    },
  );
});

describe('the names that conditions may use', () => {
  it('are those of the document that they look at', () => {
    const turn = { facts: {}, context: {}, params: {}, ownWords: {}, flow: { secretSchemas: [] } };
    expect(Object.keys(new TurnDocument(turn as never).session).sort()).toEqual([...SESSION_NAMES].sort());
  });
});
