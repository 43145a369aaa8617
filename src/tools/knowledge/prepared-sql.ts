import { SqlRefusal, type SqlRules, SqlTemplate, type SqlVerdict } from '../sql-guard/index.js';

/** Whether a prepared query, with parameters such as `:limit`, is one statement that only reads what SQL tools may. */
export function checkPreparedSql(sql: string, rules: SqlRules): SqlVerdict {
  const source = { toolId: 0, sql, dialects: [rules.dialect], mode: 'read', allowedIdentifiers: null } as const;
  try {
    const { tables } = new SqlTemplate({ ...source, lists: new Set() }, rules).bind({});
    return { allowed: true, tables };
  } catch (error) {
    if (error instanceof SqlRefusal) return { allowed: false, problem: error.message };
    throw error;
  }
}
