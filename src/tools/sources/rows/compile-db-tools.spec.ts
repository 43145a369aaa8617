import { describe, expect, it } from 'vitest';
import type { DbToolRow, ToolRow } from '../../../platform/persistence/index.js';
import { describeProblem, FlowProblems } from '../../flow-problem.js';
import { loadSqlReader } from '../../sql-guard/index.js';
import { compileDbTools } from './compile-db-tools.js';

const sqlReader = await loadSqlReader();
const tool = { toolId: 7, enabled: true, sideEffect: null } as ToolRow;
const row: DbToolRow = {
  toolId: 7,
  dialect: 'POSTGRES',
  sqlTemplate: 'select ${col} from orders where id = :id and (:since is null or day > :since) limit :limit',
  paramSchema: '{"required":["id"],"properties":{"id":{"type":"integer"},"since":{"type":"string"}}}',
  safeMode: true,
  maxRows: 50,
  allowedIdentifiers: '{"col":["id","day"]}',
  createdAt: new Date(0),
};
const compile = (more: Partial<DbToolRow> = {}, toolMore: Partial<ToolRow> = {}) => {
  const problems = new FlowProblems();
  const rows = { tools: [{ ...tool, ...toolMore }], dbTools: [{ ...row, ...more }] };
  const rules = { dialect: 'postgres', tables: ['*'], functions: [] } as const;
  const definition = compileDbTools(rows, rules, problems, sqlReader).get(7);
  return { definition, lines: problems.list.map((problem) => `${problem.severity} ${describeProblem(problem)}`) };
};

describe('a row of ce_mcp_db_tool', () => {
  it('gives the arguments of its tool: what it declares, its names and a limit, and no others', () => {
    const { definition, lines } = compile();
    expect(lines).toEqual([]);
    expect(definition?.maxRows).toBe(50);
    expect(definition?.inputSchema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        since: { type: ['string', 'null'] },
        col: { type: 'string', description: 'One of: id, day' },
        limit: { type: 'integer', minimum: 1 },
      },
      required: ['id', 'col'],
      additionalProperties: false,
    });
  });

  it('without properties takes one value for each placeholder', () => {
    const sqlTemplate = 'select * from orders where id = :id limit :limit';
    const { inputSchema } = compile({ sqlTemplate, paramSchema: {}, allowedIdentifiers: null }).definition ?? {};
    expect(inputSchema?.required).toEqual(['id']);
    expect(inputSchema?.properties).toMatchObject({ id: { type: ['string', 'number', 'boolean'] } });
  });

  it.each<[Partial<DbToolRow>, string]>([
    [{ sqlTemplate: 'delete from orders' }, 'sql_template: SQL must begin with SELECT or WITH'],
    [{ sqlTemplate: 'select * from ce_audit' }, 'sql_template: SQL uses a table that is not allowed: ce_audit'],
    [
      { sqlTemplate: 'select * from orders where id = :key' },
      'sql_template: param_schema has no property "key" for :key.',
    ],
    [{ sqlTemplate: 'select :idempotency_key' }, 'sql_template: :idempotency_key is there for statements that write'],
    [{ allowedIdentifiers: null }, 'sql_template: allowed_identifiers lists no value for ${col}.'],
    [{ allowedIdentifiers: '{"col":"id"}' }, 'allowed_identifiers: is not JSON like'],
    [{ allowedIdentifiers: { col: ['id', 'a; b'] } }, 'sql_template: Unsafe identifier for col: a; b'],
    [{ paramSchema: '[]' }, 'param_schema: is not a JSON object'],
    [{ paramSchema: { type: 'nothing' } }, 'param_schema: is not a usable JSON Schema'],
    [{ maxRows: 0 }, 'max_rows: is 0; use a whole number from 1 to 10000'],
    [{ maxRows: 1_000_000 }, 'max_rows: is 1000000; use a whole number'],
    [{ dialect: 'SQLITE' }, 'dialect: is SQLITE, but the SQL of tools runs on POSTGRES'],
    [{ dialect: 'ORACLE' }, 'dialect: "ORACLE" is unknown; use POSTGRES, SQLITE or ANSI'],
  ])('is an error with %j', (more, problem) => {
    const { definition, lines } = compile(more);
    expect(definition).toBeUndefined();
    expect(lines[0]).toContain(`error ce_mcp_db_tool[7].${problem}`);
  });

  it('is told of an argument that nothing uses', () => {
    const paramSchema = { properties: { id: {}, since: {}, typo: {} } };
    expect(compile({ paramSchema }).lines).toEqual([
      'warning ce_mcp_db_tool[7].param_schema: "typo" is used nowhere in sql_template',
    ]);
  });

  it('that may write cannot belong to a tool that says READ', () => {
    const writing = { sqlTemplate: 'delete from orders where id = :id', safeMode: false };
    expect(compile(writing).definition?.template.mode).toBe('write');
    expect(compile(writing, { sideEffect: 'READ' }).lines).toEqual([
      expect.stringContaining('error ce_mcp_db_tool[7].safe_mode: is false, so that the tool may write'),
    ]);
  });

  it('of a tool that is switched off is not read', () => {
    expect(compile({ sqlTemplate: 'drop table orders' }, { enabled: false })).toEqual({ lines: [] });
  });
});
