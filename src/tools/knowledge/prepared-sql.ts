import { loadSqlReader, SqlRefusal, type SqlRules, type SqlVerdict } from '../sql-guard/index.js';

/** Whether a prepared query, with parameters such as `:limit`, is one statement that only reads what SQL tools may. */
export async function checkPreparedSql(sql: string, rules: SqlRules): Promise<SqlVerdict> {
  const source = { toolId: 0, sql, dialects: [rules.dialect], mode: 'read', allowedIdentifiers: null } as const;
  const { SqlTemplate } = await loadSqlReader();
  try {
    const { tables } = new SqlTemplate({ ...source, lists: new Set() }, rules).bind({});
    return { allowed: true, tables };
  } catch (error) {
    if (error instanceof SqlRefusal) return { allowed: false, problem: error.message };
    throw error;
  }
}

/** Why a prepared query is not suggested; undefined where it is, or where there is none. */
export async function preparedSqlProblem(sql: string, rules: SqlRules): Promise<string | undefined> {
  if (sql.trim() === '') return undefined;
  const verdict = await checkPreparedSql(sql, rules);
  return verdict.allowed ? undefined : verdict.problem;
}
