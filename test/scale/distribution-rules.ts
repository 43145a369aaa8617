import type { SqlNode } from '../../src/tools/sql-guard/parse-sql.js';
import { reachOf } from './shard-key.js';
import { columnOf, isNode, isParameter, nodesOf, ownNodesOf, type Query, queriesOf } from './sql-tree.js';

/** Something that a distributed PostgreSQL does not take, or does badly. */
export interface Rule {
  readonly name: string;
  readonly engine: 'Citus' | 'CockroachDB' | 'YugabyteDB';
  /** Where its makers say so. */
  readonly source: string;
  /** A statement that has it. */
  readonly example: string;
  /** @param divided the tables that are divided by conversation */
  readonly isBroken: (queries: readonly Query[], divided: ReadonlySet<string>, sql: string) => boolean;
}

const CITUS_SQL = 'https://docs.citusdata.com/en/stable/develop/reference_workarounds.html';
const CITUS_DML = 'https://docs.citusdata.com/en/v9.2/develop/reference_dml.html';
const KEY = 'conversation_id';
const VOLATILE =
  /^(random|clock_timestamp|timeofday|nextval|setval|gen_random_uuid|uuid_generate_v\d|set_config|pg_sleep)$/;
const AGGREGATE = /^(count|sum|min|max|avg|json_agg|jsonb_agg|array_agg|string_agg|bool_and|bool_or)$/;

const anyQuery =
  (test: (query: Query, divided: ReadonlySet<string>) => boolean): Rule['isBroken'] =>
  (queries, divided) =>
    queries.some((query) => test(query, divided));

const isSpread = (query: Query, divided: ReadonlySet<string>) => !['none', 'one'].includes(reachOf(query, divided));

export const RULES: readonly Rule[] = [
  {
    name: 'a query about conversations that neither names one nor reads a bounded number of rows',
    engine: 'Citus',
    source: 'https://docs.citusdata.com/en/v8.0/develop/reference_workarounds.html',
    example: `UPDATE ce_conversation SET status = 'DONE' WHERE status = 'RUNNING'`,
    isBroken: anyQuery((query, divided) => {
      const reach = reachOf(query, divided);
      return (
        (reach === 'all' && query.node.limitCount === undefined) || (reach === 'linked' && query.kind !== 'select')
      );
    }),
  },
  {
    name: 'rows locked beyond one conversation',
    engine: 'Citus',
    source: CITUS_SQL,
    example: `SELECT 1 FROM ce_outbox_event WHERE delivered_at_ms IS NULL LIMIT 5 FOR UPDATE SKIP LOCKED`,
    isBroken: anyQuery((query, divided) => query.node.lockingClause !== undefined && isSpread(query, divided)),
  },
  {
    name: 'a subquery in the VALUES or the ON CONFLICT of an INSERT',
    engine: 'Citus',
    source: CITUS_SQL,
    example: `INSERT INTO ce_conversation (conversation_id, turn_no) VALUES ($1, 1) ON CONFLICT (conversation_id)
      DO UPDATE SET turn_no = 2 WHERE NOT EXISTS (SELECT 1 FROM ce_message_arrival a WHERE a.conversation_id = $1)`,
    isBroken: anyQuery(({ kind, node }) => {
      const values =
        isNode(node.selectStmt) && isNode(node.selectStmt.SelectStmt) ? node.selectStmt.SelectStmt.valuesLists : [];
      return kind === 'insert' && has([values, node.onConflictClause], 'SubLink');
    }),
  },
  {
    name: 'a row whose conversation is not a parameter, nor that of a row it is made from',
    engine: 'Citus',
    source: CITUS_DML,
    example: `WITH leased AS (UPDATE ce_conversation SET turn_no = 2 WHERE conversation_id = $1 RETURNING conversation_id)
      INSERT INTO ce_turn_reply (conversation_id, turn_no) SELECT conversation_id, 2 FROM leased`,
    isBroken: anyQuery((query, divided) => isKeyOfElsewhere(query, divided)),
  },
  {
    name: 'a change of the conversation that a row belongs to',
    engine: 'Citus',
    source:
      'https://www.alibabacloud.com/help/en/polardb/polardb-for-postgresql/distributed-table-dml-operation-instructions',
    example: `UPDATE ce_turn_reply SET conversation_id = $2 WHERE conversation_id = $1`,
    isBroken: anyQuery(({ kind, node }) => {
      const conflict = isNode(node.onConflictClause) ? node.onConflictClause.targetList : [];
      const changed = [kind === 'update' ? node.targetList : [], conflict].flat();
      return changed.some((target) => isNode(target) && isNode(target.ResTarget) && target.ResTarget.name === KEY);
    }),
  },
  {
    name: 'a query for each row that is not about the row’s conversation',
    engine: 'Citus',
    source: CITUS_SQL,
    example: `SELECT 1 FROM ce_action_proposal p WHERE NOT EXISTS
      (SELECT 1 FROM ce_conversation c WHERE c.lease_owner = p.claim_owner) LIMIT 5`,
    isBroken: anyQuery((query, divided) => reachOf(query, divided) === 'all' && isCorrelated(query)),
  },
  {
    name: 'a LIMIT or an aggregate in a query for each row',
    engine: 'Citus',
    source: 'https://docs.citusdata.com/en/v9.5/develop/reference_workarounds.html',
    example: `SELECT 1 FROM ce_outbox_event e WHERE e.event_no = (SELECT min(o.event_no) FROM ce_outbox_event o
      WHERE o.conversation_id = e.conversation_id) LIMIT 5`,
    isBroken: anyQuery((query, divided) => {
      if (reachOf(query, divided) !== 'linked') return false;
      return query.node.limitCount !== undefined || calls(query.node.targetList, AGGREGATE);
    }),
  },
  {
    name: 'an outer join of conversations that are not the same',
    engine: 'Citus',
    source: CITUS_SQL,
    example: `SELECT 1 FROM ce_conversation c LEFT JOIN ce_action_proposal p ON p.claim_owner = c.lease_owner
      WHERE c.conversation_id = $1`,
    isBroken: anyQuery((query, divided) => {
      const joins = [...ownNodesOf(query.node.fromClause)].filter(([name]) => name === 'JoinExpr');
      return joins.some(([, { jointype }]) => jointype !== 'JOIN_INNER') && reachOf(query, divided) === 'all';
    }),
  },
  {
    name: 'WITH RECURSIVE beyond one conversation',
    engine: 'Citus',
    source: CITUS_SQL,
    example: `WITH RECURSIVE r AS (SELECT event_no FROM ce_outbox_event LIMIT 5) SELECT * FROM r`,
    isBroken: (queries, divided) =>
      queries.some(({ node }) => isNode(node.withClause) && node.withClause.recursive === true) &&
      queries.some((query) => isSpread(query, divided)),
  },
  {
    name: 'GROUPING SETS beyond one conversation',
    engine: 'Citus',
    source: CITUS_SQL,
    example: `SELECT status FROM ce_conversation GROUP BY ROLLUP (status) LIMIT 5`,
    isBroken: anyQuery((query, divided) => has(query.node.groupClause, 'GroupingSet') && isSpread(query, divided)),
  },
  {
    name: 'TABLESAMPLE beyond one conversation',
    engine: 'Citus',
    source: CITUS_SQL,
    example: `SELECT 1 FROM ce_conversation TABLESAMPLE SYSTEM (1) LIMIT 5`,
    isBroken: anyQuery((query, divided) => has(query.node.fromClause, 'RangeTableSample') && isSpread(query, divided)),
  },
  {
    name: 'a volatile function in an UPDATE',
    engine: 'Citus',
    source: CITUS_SQL,
    example: `UPDATE ce_conversation SET lease_owner = gen_random_uuid()::text WHERE conversation_id = $1`,
    isBroken: anyQuery(({ kind, node }) => kind === 'update' && calls([node.targetList, node.whereClause], VOLATILE)),
  },
  {
    name: 'two changes of one table in one statement',
    engine: 'CockroachDB',
    source: 'https://github.com/cockroachdb/cockroach/pull/71595',
    example: `WITH a AS (UPDATE ce_conversation SET turn_no = 1 WHERE conversation_id = $1 RETURNING 1)
      UPDATE ce_conversation SET turn_no = 2 WHERE conversation_id = $1`,
    isBroken: (queries) => {
      const changed = queries.filter(({ kind }) => kind !== 'select');
      const tables = changed.map(({ tables: [[, table] = ['', '']] }) => table);
      return changed.some(
        ({ kind, node }, at) =>
          (kind !== 'insert' || node.onConflictClause !== undefined) && tables.indexOf(tables[at] ?? '', at + 1) !== -1,
      );
    },
  },
  {
    name: 'LISTEN and NOTIFY',
    engine: 'YugabyteDB',
    source: 'https://docs.yugabyte.com/latest/explore/ysql-language-features/postgresql-compatibility/',
    example: `SELECT pg_notify('convengine_audit', $1)`,
    isBroken: (_queries, _divided, sql) => /\bpg_notify\b|^\s*(UN)?LISTEN\b|^\s*NOTIFY\b/i.test(sql),
  },
  {
    name: 'LOCK TABLE',
    engine: 'YugabyteDB',
    source: 'https://docs.yugabyte.com/latest/explore/ysql-language-features/postgresql-compatibility/',
    example: 'LOCK TABLE ce_conversation IN SHARE MODE',
    isBroken: (_queries, _divided, sql) => /^\s*LOCK\b/i.test(sql),
  },
  {
    name: 'advisory locks',
    engine: 'CockroachDB',
    source: 'https://github.com/cockroachdb/cockroach/issues/13546',
    example: 'SELECT pg_advisory_lock($1)',
    isBroken: (_queries, _divided, sql) => /\bpg_(try_)?advisory_/i.test(sql),
  },
];

/** The rules that a statement breaks. */
export function brokenRules(sql: string, divided: ReadonlySet<string>): Rule[] {
  const queries = queriesOf(sql);
  return RULES.filter(({ isBroken }) => isBroken(queries, divided, sql));
}

function has(value: unknown, wanted: string): boolean {
  return [...nodesOf(value)].some(([name]) => name === wanted);
}

function calls(value: unknown, names: RegExp): boolean {
  return [...nodesOf(value)].some(([name, { funcname }]) => {
    const last = Array.isArray(funcname) ? funcname.at(-1) : undefined;
    return name === 'FuncCall' && isNode(last) && isNode(last.String) && names.test(String(last.String.sval));
  });
}

/** Whether it names a table of a query around it. */
function isCorrelated({ node, tables, around }: Query): boolean {
  const outer = new Set(around.flatMap((query) => [...query.tables.keys()]));
  const columns = [...ownNodesOf(node)].flatMap(([name, column]) =>
    name === 'ColumnRef' ? [columnOf({ ColumnRef: column }) ?? []] : [],
  );
  return columns.some(([alias = '', column]) => column !== undefined && outer.has(alias) && !tables.has(alias));
}

function isKeyOfElsewhere({ kind, node, tables }: Query, divided: ReadonlySet<string>): boolean {
  const [table] = tables.values();
  if (kind !== 'insert' || table === undefined || !divided.has(table) || !Array.isArray(node.cols)) return false;
  const place = node.cols.findIndex(
    (column) => isNode(column) && isNode(column.ResTarget) && column.ResTarget.name === KEY,
  );
  const source = isNode(node.selectStmt) && isNode(node.selectStmt.SelectStmt) ? node.selectStmt.SelectStmt : {};
  return (
    place === -1 || sourcesOf(source, place).some((value) => !isParameter(value) && !isColumnOf(source, value, divided))
  );
}

/** What a column of the new rows is made from. */
function sourcesOf(source: SqlNode, place: number): unknown[] {
  if (Array.isArray(source.valuesLists)) {
    return source.valuesLists.map((list) => {
      const items = isNode(list) && isNode(list.List) ? list.List.items : [];
      return Array.isArray(items) ? items[place] : undefined;
    });
  }
  const target = Array.isArray(source.targetList) ? source.targetList[place] : undefined;
  return [isNode(target) && isNode(target.ResTarget) ? target.ResTarget.val : undefined];
}

/** The conversation of a row of another divided table: such rows stand on the same node. */
function isColumnOf(source: SqlNode, value: unknown, divided: ReadonlySet<string>): boolean {
  const from = [...ownNodesOf(source.fromClause)].filter(([name]) => name === 'RangeVar');
  return columnOf(value)?.at(-1) === KEY && from.some(([, { relname }]) => divided.has(String(relname)));
}
