import { EngineError, messageOf } from '../common/errors.js';
import { acrossTenants } from '../common/tenant.js';
import { allowedBy } from './allowed-values.js';
import type { Database } from './database.js';
import { isUniqueViolation } from './database-errors.js';
import type { SqlRunner } from './sql-runner.js';
import { type ScriptStatement, splitSqlScript } from './sql-script.js';

/** How much of a failing statement its error shows, in characters. */
const SHOWN_CHARACTERS = 80;

/** A script's own transaction, and settings of the session it was written for: see `applySeed`. */
const SKIPPED =
  /^(BEGIN|COMMIT|END|START\s+TRANSACTION|PRAGMA|SET\s+((SESSION|LOCAL)\s+)?search_path)(?![\p{L}\p{N}_])/iu;
const ROLLS_BACK = /^(ROLLBACK|ABORT)(?![\p{L}\p{N}_])/iu;

/**
 * Runs a SQL script in one transaction: all of it is stored, or nothing.
 *
 * The script's own BEGIN, COMMIT, PRAGMA and `SET search_path` are passed over: the transaction is this function's,
 * and the tables are where the connection finds them. On PostgreSQL, generated ids continue after the largest one
 * that the script wrote.
 *
 * @param fileName named in errors
 * @returns how many statements were run
 * @throws EngineError SEED_FAILED naming file, line and statement; DATABASE_UNAVAILABLE when it cannot be reached
 */
export async function applySeed(
  database: Database,
  sqlText: string,
  fileName: string,
): Promise<{ statements: number }> {
  const statements = splitSqlScript(sqlText, database.dialect).filter(({ sql }) => !SKIPPED.test(sql));
  const load = async (transaction: SqlRunner) => {
    for (const statement of statements) await runStatement(transaction, statement, fileName);
    if (database.dialect === 'postgres') await moveSequences(transaction);
  };
  // Rows of the flow that all tenants share are written by whoever works for all of them.
  await acrossTenants(() => database.transaction(load));
  return { statements: statements.length };
}

async function runStatement(transaction: SqlRunner, statement: ScriptStatement, fileName: string): Promise<void> {
  if (ROLLS_BACK.test(statement.sql)) throw seedFailed(statement, fileName, 'a seed cannot roll back');
  try {
    await transaction.query(statement.sql);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const hint = hintFor(error);
    throw seedFailed(
      statement,
      fileName,
      hint === undefined ? messageOf(error) : `${messageOf(error)}; ${hint}`,
      error,
    );
  }
}

/** What helps against what the database says of a row. */
function hintFor(error: unknown): string | undefined {
  if (isUniqueViolation(error)) {
    return (
      'the row is there already, as after loading the file before: a script loads as often as you like where it deletes its ' +
      'rows first (DELETE FROM ... WHERE ...), or says what then happens (ON CONFLICT ... DO NOTHING)'
    );
  }
  const [constraint] = /\bck_ce_\w+/.exec(messageOf(error)) ?? [];
  return constraint === undefined ? undefined : allowedBy(constraint);
}

function seedFailed(statement: ScriptStatement, fileName: string, reason: string, cause?: unknown): EngineError {
  const { line, sql } = statement;
  const oneLine = sql.replace(/\s+/g, ' ');
  const shown = oneLine.length > SHOWN_CHARACTERS ? `${oneLine.slice(0, SHOWN_CHARACTERS)}…` : oneLine;
  return new EngineError(
    'SEED_FAILED',
    `${fileName}, line ${line}: ${reason}. The statement is: ${shown}`,
    { file: fileName, line, statement: shown },
    { cause },
  );
}

/** Explicit ids do not move an identity's sequence, so that the next generated id could be one of them. */
async function moveSequences(transaction: SqlRunner): Promise<void> {
  const identities = await transaction.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name LIKE 'ce\\_%' AND is_identity = 'YES'`,
  );
  for (const { table_name: table, column_name: column } of identities) {
    const sequence = `pg_get_serial_sequence('${table}', '${column}')::regclass`;
    await transaction.query(
      `SELECT setval(${sequence}, greatest(max(${column}), pg_sequence_last_value(${sequence})))
         FROM ${table} HAVING max(${column}) IS NOT NULL`,
    );
  }
}
