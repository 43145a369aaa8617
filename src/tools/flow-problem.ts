/** What is wrong with one row of the flow tables, and where. */
export interface FlowProblem {
  /** An error keeps the row from working; a warning is worth a look. */
  readonly severity: 'error' | 'warning';
  readonly table: string;
  /** The row's primary key; null when it concerns the table as a whole. */
  readonly id: string | null;
  /** Of a file: keys and indexes to the place in it. */
  readonly column: string | null;
  readonly message: string;
}

/** The `table` of problems of files; their `id` is file, line and column. */
export const FILES = 'capability file';
/** The `table` of problems of installed tool packages; their `id` is the file with a JSON Pointer behind `#`. */
export const MANIFESTS = 'tool manifest';
/** The `table` of problems of tools of other MCP servers; their `id` is the name of the server. */
export const SERVERS = 'MCP server';

/** Whether the flow cannot be used as a whole: a file that is wrong is left out, whatever the validation. */
export function isFatal({ severity, table }: FlowProblem): boolean {
  return severity === 'error' && table !== FILES && table !== MANIFESTS;
}

/** Collects problems while rows are read. */
export class FlowProblems {
  readonly list: FlowProblem[] = [];

  error(table: string, id: string | number | null, column: string | null, message: string): void {
    this.list.push({ severity: 'error', table, id: id === null ? null : String(id), column, message });
  }

  warn(table: string, id: string | number | null, column: string | null, message: string): void {
    this.list.push({ severity: 'warning', table, id: id === null ? null : String(id), column, message });
  }

  get hasErrors(): boolean {
    return this.list.some((problem) => problem.severity === 'error');
  }
}

/** One line for people: `ce_rule[17].match_pattern: …`. */
export function describeProblem(problem: FlowProblem): string {
  const row = problem.id === null ? problem.table : `${problem.table}[${problem.id}]`;
  return `${row}${problem.column === null ? '' : `.${problem.column}`}: ${problem.message}`;
}
