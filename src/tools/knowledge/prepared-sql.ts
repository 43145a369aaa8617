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

/** Why a prepared query is not suggested; undefined where it is, or where there is none. */
export function preparedSqlProblem(sql: string, rules: SqlRules): string | undefined {
  if (sql.trim() === '') return undefined;
  const verdict = checkPreparedSql(sql, rules);
  return verdict.allowed ? undefined : verdict.problem;
}
