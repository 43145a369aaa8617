import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { WRITTEN_TABLES } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

const ROOM = await readFile('test/docs/book-room.sql', 'utf8');
const TOOL = `
  INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code, side_effect, input_schema) VALUES
    (7, 'rooms.free', 'DB', 'BOOK_ROOM', 'ANY', 'READ', '{"type": "object"}');
  INSERT INTO ce_mcp_db_tool (tool_id, dialect, sql_template, param_schema) VALUES
    (7, 'ANSI', 'SELECT 1 AS one', '{"type": "object"}');`;
const KNOWLEDGE = `
  INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description) VALUES
    ('db.knowledge.graph', 'DB', 'ANY', 'ANY', 'Finds prepared queries and tables.');`;
const WHO = { by: 'ann', note: 'clearer' };

interface Change {
  readonly table: string;
  readonly row: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

interface Answer {
  readonly status: number;
  readonly body: JsonObject & {
    readonly base: number;
    readonly versionId: number;
    readonly errorCode: string;
    readonly message: string;
    readonly changes: Change[];
    readonly problems: JsonObject[];
    readonly items: (JsonObject & { readonly values: JsonObject; readonly row: string; readonly versionId: number })[];
    readonly data: { readonly rows: Change[]; readonly problems: JsonObject[]; readonly versionId: number };
  };
}

async function ask(engine: TestEngine, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${engine.url}/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : { message: text } };
}

describeOnEachDatabase('editing rows of the flow', (open) => {
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    engine = await startEngine({
      database,
      seeds: [ROOM, TOOL, KNOWLEDGE],
      config: { 'mcp.db.knowledge.enabled': true },
    });
  });
  afterAll(() => engine.close());

  const get = (path: string) => ask(engine, path);
  const post = (path: string, body: unknown) => ask(engine, path, body);
  const newest = async () => (await get('flow/versions?limit=1')).body.items[0];
  const base = async () => (await newest())?.versionId ?? 0;
  const switchTo = async (edits: unknown[]) => post('flow/switch', { base: await base(), edits, ...WHO });
  const bookRoom = async () => (await engine.say('book a room', randomUUID())).text;
  const sql = (text: string) => database.database.query(text);
  const responses = async () => (await get('flow/tables/ce_response/rows')).body.items;
  const collecting = async () => (await responses()).find(({ values }) => values.state_code === 'COLLECT');
  const editText = async (exact_text: string) => {
    const { row } = (await collecting()) ?? { row: '' };
    return { table: 'ce_response', row, values: { exact_text } };
  };

  it('shows every table with its columns, and its rows as people write them', async () => {
    const { body } = await get('flow/tables');
    const tables = body.tables as (JsonObject & { readonly columns: JsonObject[] })[];
    expect(tables.map(({ table }) => table)).toEqual(WRITTEN_TABLES.map(({ name }) => name));
    expect(tables.find(({ table }) => table === 'ce_mcp_tool')?.columns).toContainEqual({
      name: 'side_effect',
      type: 'text',
      isNullable: true,
      default: null,
      choices: ['READ', 'WRITE'],
    });
    const found = await get('flow/tables/ce_output_schema/rows?search=HOURS');
    expect(found.body.items).toHaveLength(1);
    expect(JSON.parse(String(found.body.items[0]?.values.json_schema))).toMatchObject({ required: ['room', 'hours'] });
    expect((await get('flow/tables/ce_conversation/rows')).status).toBe(404);
    const first = await get('flow/tables/ce_response/rows?limit=2');
    expect(first.body.items).toHaveLength(2);
    expect((await get(`flow/tables/ce_response/rows?limit=2&cursor=${first.body.nextCursor}`)).body.items).toHaveLength(
      1,
    );
  });

  it('tells where an edit would be wrong, and writes nothing', async () => {
    const [rule] = (await get('flow/tables/ce_rule/rows')).body.items;
    const edits = [{ table: 'ce_rule', row: rule?.row, values: { action: 'SET_STAT' } }];
    const before = await newest();
    const checked = await post('flow/check', { edits });
    expect(checked.status).toBe(200);
    const problem = { severity: 'error', table: 'ce_rule', row: rule?.row, isNew: true };
    expect(checked.body.problems[0]).toMatchObject({ ...problem, column: 'action' });
    const refused = await switchTo(edits);
    expect(refused.status).toBe(422);
    expect(refused.body.errorCode).toBe('FLOW_INVALID');
    expect(refused.body.data.problems).toMatchObject([{ table: 'ce_rule', id: rule?.row, column: 'action' }]);
    expect(await newest()).toEqual(before);
    expect((await get(`flow/tables/ce_rule/rows?row=${rule?.row}`)).body.items).toEqual([rule]);
  });

  it.each([
    ['a value of another type', { table: 'ce_rule', values: { priority: 'high' } }, 'priority', 'is no whole number'],
    ['a value that is needed', { table: 'ce_rule', values: {} }, 'intent_code', 'is needed'],
    ['a blank state', { table: 'ce_response', values: { state_code: ' ' } }, 'state_code', 'is needed'],
    ['an unknown word', { table: 'ce_mcp_tool', values: { side_effect: 'MAYBE' } }, 'side_effect', 'use READ, WRITE'],
    ['text that is no JSON', { table: 'ce_output_schema', values: { json_schema: '{' } }, 'json_schema', 'is not JSON'],
    [
      'a key that is taken',
      { table: 'ce_intent', values: { intent_code: 'BOOK_ROOM' } },
      'intent_code',
      'there already',
    ],
  ])('finds %s before the database does', async (_what, edit, column, message) => {
    const { body } = await post('flow/check', { edits: [edit] });
    expect(body.problems).toContainEqual(
      expect.objectContaining({ severity: 'error', column, message: expect.stringContaining(message), isNew: true }),
    );
  });

  it('finds a tool code that is taken, and a statement without its tool', async () => {
    const tool = { tool_code: 'rooms.free', tool_group: 'DB', intent_code: 'ANY', state_code: 'ANY' };
    const taken = await post('flow/check', { edits: [{ table: 'ce_mcp_tool', values: tool }] });
    expect(taken.body.problems).toMatchObject([{ column: 'tool_code', message: '"rooms.free" is there already' }]);
    const statement = { tool_id: 99, sql_template: 'SELECT 1', param_schema: '{}' };
    const lost = await post('flow/check', { edits: [{ table: 'ce_mcp_db_tool', values: statement }] });
    expect(lost.body.problems).toMatchObject([{ column: 'tool_id', message: 'is no tool of ce_mcp_tool' }]);
    const left = await post('flow/check', { edits: [{ table: 'ce_mcp_tool', row: '7', values: null }] });
    expect(left.body.problems[0]?.message).toContain('take ce_mcp_db_tool[7] away, too');
  });

  it.each([
    ['an unknown table', { table: 'ce_conversation', values: {} }],
    ['an unknown row', { table: 'ce_rule', row: '999', values: {} }],
    ['an unknown column', { table: 'ce_rule', values: { created_at: 'now' } }],
    ['another key', { table: 'ce_rule', values: { rule_id: 500 } }],
    ['no row to take away', { table: 'ce_rule', values: null }],
  ])('refuses %s', async (_what, edit) => {
    const { status, body } = await post('flow/check', { edits: [edit] });
    expect([status, body.errorCode]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.data.problems[0]?.field).toMatch(/^edits\.0\./);
  });

  it('makes a right edit the next version, which turns run on and record', async () => {
    const from = await base();
    const before = await bookRoom();
    const edit = await editText('What is missing: {{missing_fields}}');
    const made = await post('flow/switch', { base: from, edits: [edit], ...WHO });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      versionId: from + 1,
      origin: 'SWITCH',
      by: 'ann',
      note: 'clearer',
      undoes: null,
    });
    const [change] = made.body.changes;
    expect(change?.before?.exact_text).toBe('I still need: {{missing_fields}}.');
    expect(change?.after?.exact_text).toBe('What is missing: {{missing_fields}}');
    const id = randomUUID();
    expect((await engine.say('book a room', id)).text).toBe(
      before.replace('I still need', 'What is missing').slice(0, -1),
    );
    const [event] = await database.database.query(
      "SELECT payload_json FROM ce_audit WHERE conversation_id = $1 AND stage = 'USER_INPUT'",
      [id],
    );
    expect(JSON.stringify(event)).toContain(`flowVersion${database.dialect === 'sqlite' ? '\\"' : '"'}:${from + 1}`);
  });

  it('has a version for what is loaded alone: a refresh without a change makes none', async () => {
    const before = await newest();
    expect((await post('cache/refresh', {})).status).toBe(200);
    expect(await newest()).toEqual(before);
  });

  it('undoes a switch with another version, and a row of JSON is as it was before', async () => {
    const [schema] = (await get('flow/tables/ce_output_schema/rows')).body.items;
    const json_schema = '{"type": "object", "required": ["room"], "properties": {"room": {"type": "integer"}}}';
    const made = await switchTo([{ table: 'ce_output_schema', row: schema?.row, values: { json_schema } }]);
    expect(made.status).toBe(200);
    expect((await post('cache/refresh', {})).status).toBe(200);
    expect(await newest()).toMatchObject({ versionId: made.body.versionId });
    const undone = await post(`flow/versions/${made.body.versionId}/undo`, { by: 'bo', note: 'hours are needed' });
    const versionId = made.body.versionId + 1;
    expect(undone.body).toMatchObject({ versionId, origin: 'UNDO', by: 'bo', undoes: made.body.versionId });
    expect((await get('flow/tables/ce_output_schema/rows')).body.items).toEqual([schema]);
    expect((await get(`flow/versions/${versionId}`)).body).toEqual(undone.body);
  });

  it('adds rows with keys of the database, takes them away, and brings them back as they were', async () => {
    const rule = { intent_code: 'BOOK_ROOM', state_code: 'BOOKED', rule_type: 'EXACT', match_pattern: 'again' };
    const added = await switchTo([
      { table: 'ce_rule', values: { ...rule, action: 'SET_STATE', action_value: 'COLLECT' } },
    ]);
    const [{ row, after } = { row: '', after: null }] = added.body.changes;
    expect(after).toMatchObject({ ...rule, phase: 'PRE_RESPONSE_RESOLUTION', priority: 100, enabled: true });
    const removed = await switchTo([
      { table: 'ce_mcp_tool', row: '7', values: null },
      { table: 'ce_rule', row, values: null },
      { table: 'ce_mcp_db_tool', row: '7', values: null },
    ]);
    expect(removed.status).toBe(200);
    expect((await get(`flow/tables/ce_rule/rows?row=${row}`)).body.items).toEqual([]);
    expect((await post(`flow/versions/${removed.body.versionId}/undo`, WHO)).status).toBe(200);
    expect((await get(`flow/tables/ce_rule/rows?row=${row}`)).body.items).toEqual([{ row, values: after }]);
    expect((await get('flow/tables/ce_mcp_db_tool/rows')).body.items).toHaveLength(1);
  });

  it('refuses to undo what has changed since, and names the row', async () => {
    const first = await switchTo([await editText('one: {{missing_fields}}')]);
    const second = await switchTo([await editText('two: {{missing_fields}}')]);
    const refused = await post(`flow/versions/${first.body.versionId}/undo`, WHO);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'FLOW_CHANGED']);
    expect(refused.body.data.rows).toMatchObject([
      { before: { exact_text: 'one: {{missing_fields}}' }, after: { exact_text: 'two: {{missing_fields}}' } },
    ]);
    expect((await post(`flow/versions/${second.body.versionId}/undo`, WHO)).status).toBe(200);
    expect((await post(`flow/versions/${first.body.versionId}/undo`, WHO)).status).toBe(200);
  });

  it('refuses the second of two who edit the same version, and says what the first has changed', async () => {
    const from = await base();
    const [one, two] = [await editText('one: {{missing_fields}}'), await editText('two: {{missing_fields}}')];
    const answers = await Promise.all(
      [one, two].map((edit) => post('flow/switch', { base: from, edits: [edit], ...WHO })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = await post('flow/switch', { base: from, edits: [two], ...WHO });
    expect(late.body.errorCode).toBe('FLOW_CHANGED');
    expect(late.body.message).toContain(`version ${from + 1}, by ann (clearer)`);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect(late.body.data).toMatchObject({ versionId: from + 1, rows: winner?.changes });
    expect(await base()).toBe(from + 1);
  });

  it('does not take up what was changed by SQL in passing, and lists it as found once it is loaded', async () => {
    const from = await base();
    const edit = await editText('mine: {{missing_fields}}');
    await sql("UPDATE ce_response SET exact_text = 'by SQL' WHERE state_code = 'BOOKED'");
    const refused = await post('flow/switch', { base: from, edits: [edit], ...WHO });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'FLOW_CHANGED']);
    expect(refused.body.data.rows).toMatchObject([{ table: 'ce_response', after: { exact_text: 'by SQL' } }]);
    await post('cache/refresh', {});
    const found = await newest();
    expect(found).toMatchObject({ versionId: from + 1, origin: 'FOUND', by: null, note: null });
    expect(found?.changes).toEqual(refused.body.data.rows);
    expect((await post('flow/switch', { base: from + 1, edits: [edit], ...WHO })).status).toBe(200);
    expect((await post(`flow/versions/${from + 1}/undo`, WHO)).status).toBe(200);
  });

  it('edits rows of knowledge as those of the flow, and answers with them at once', async () => {
    const table = 'ce_mcp_query_knowledge';
    const values = { query_text: 'rooms by floor', prepared_sql: 'DELETE FROM rooms', tags: 'rooms' };
    const checked = await post('flow/check', { edits: [{ table, values }] });
    const problem = { severity: 'warning', table, row: '1', column: 'prepared_sql', isNew: true };
    expect(checked.body.problems[0]).toMatchObject({
      ...problem,
      message: expect.stringContaining('is not suggested'),
    });
    const good = { ...values, prepared_sql: 'SELECT floor, count(*) FROM rooms GROUP BY floor' };
    const rule = { table: 'ce_policy', values: { rule_type: 'CONTAINS', pattern: 'secret', response_text: 'No.' } };
    const made = await switchTo([{ table, values: good }, rule]);
    expect(made.body.changes.map((change) => change.table).sort()).toEqual(['ce_mcp_query_knowledge', 'ce_policy']);
    const asked = async () =>
      JSON.stringify((await post('tools/db.knowledge.graph/calls', { question: 'rooms by floor' })).body);
    expect(await asked()).toContain('GROUP BY floor');
    const [row] = (await get(`flow/tables/${table}/rows?search=BY%20FLOOR`)).body.items;
    expect(row?.values).toMatchObject({ query_text: 'rooms by floor', tags: 'rooms' });
    const edited = await switchTo([{ table, row: row?.row, values: { query_text: 'floors of rooms_100%' } }]);
    expect((await get(`flow/tables/${table}/rows?search=${encodeURIComponent('rooms_100%')}`)).body.items).toHaveLength(
      1,
    );
    expect((await get(`flow/tables/${table}/rows?search=${encodeURIComponent('rooms%100')}`)).body.items).toEqual([]);
    await sql(`UPDATE ${table} SET tags = 'theirs'`);
    const late = await post(`flow/versions/${edited.body.versionId}/undo`, WHO);
    expect([late.status, late.body.data.rows[0]?.after?.tags]).toEqual([409, 'theirs']);
    await sql(`UPDATE ${table} SET tags = 'rooms'`);
    expect((await post(`flow/versions/${edited.body.versionId}/undo`, WHO)).status).toBe(200);
    expect((await post(`flow/versions/${made.body.versionId}/undo`, WHO)).status).toBe(200);
    expect((await get(`flow/tables/${table}/rows`)).body.items).toEqual([]);
    expect((await get('flow/versions?limit=1')).body.items[0]).toMatchObject({ origin: 'UNDO' });
  });

  it('lists no version for rows that a refresh refuses', async () => {
    const before = await newest();
    await sql("UPDATE ce_intent_classifier SET pattern = '(' WHERE intent_code = 'BOOK_ROOM'");
    expect((await post('cache/refresh', {})).status).toBe(422);
    expect(await newest()).toEqual(before);
    await sql(String.raw`UPDATE ce_intent_classifier SET pattern = '\b(book|reserve)\b.*\broom\b'`);
    expect((await post('cache/refresh', {})).status).toBe(200);
    expect(await newest()).toEqual(before);
  });

  it('cannot undo the version of the first load, of which nobody knows what was before', async () => {
    const { status, body } = await post('flow/versions/1/undo', WHO);
    expect([status, body.errorCode]).toEqual([400, 'INVALID_REQUEST']);
    expect((await post('flow/versions/9999/undo', WHO)).status).toBe(404);
    expect((await get('flow/versions/one')).status).toBe(404);
  });

  it('refuses a switch that nobody has signed', async () => {
    const edits = [await editText('x {{missing_fields}}')];
    expect((await post('flow/switch', { base: await base(), edits, by: ' ' })).status).toBe(400);
  });
});
