import { type SpanStart, statementName } from '../telemetry/index.js';

/** What OpenTelemetry calls the two databases. */
type System = 'postgresql' | 'sqlite';

/** The span of a statement: what it does to which tables, without its text and its values. */
export function statementSpan(system: System): (sql: string) => SpanStart {
  return (sql) => ({ ...databaseSpan(system, statementName(sql)), isLeaf: true });
}

/** The span of a transaction, from when it is asked for until it is stored. */
export function transactionSpan(system: System): () => SpanStart {
  return () => databaseSpan(system, 'TRANSACTION');
}

function databaseSpan(system: System, name: string): SpanStart {
  const attributes = { 'db.system.name': system, 'db.query.summary': name };
  return { name, kind: 'CLIENT', attributes, onlyInside: true };
}
