import type { FileProblem } from '../../tools/sources/files/capability-file/index.js';
import type { CrossResult } from './lint.js';
import type { Place } from './lint-target.js';
import type { RuleInfo } from './rule.js';
import type { LinkProblem, LoadProblem, ToolFile } from './tool-file.js';

/** What the rules about words do not see: whether the engine can use a tool at all. */
export const LOADING: RuleInfo = {
  id: 'CE-001',
  title: 'Usable by the Engine',
  why: 'A tool that the engine cannot load is not there, however well it is described.',
  example: {
    wrong: 'providers: {primary: {service: cli, config: {command: forecast}}}',
    right: 'providers: {primary: {config: {endpoint: "https://weather.example/forecast"}}}',
  },
};

/** The `table` of problems of files; their `id` is file, line and column. */
const FILES = 'capability file';
/** The `table` of problems of handlers; their `id` is the handler's name. */
export const HANDLERS = 'handler';

/** A load problem as a result of the rule. */
export function loadResult({ severity, name, origin, place, message, advice }: LoadProblem): CrossResult {
  return {
    rule: LOADING,
    severity,
    passed: severity === 'INFO',
    score: 0,
    findings: [{ message, at: ['name'], advice }],
    suggestions: [advice],
    tool: { name, origin, placeOf: () => place },
  };
}

/** What keeps a file from giving its tool. */
export function fileLoadProblem(name: string, { file, region, message }: FileProblem): LoadProblem {
  const advice = 'Correct the file: until then it gives no tool';
  const place: Place = { kind: 'file', file, ...(region && { region }) };
  return { severity: 'FAIL', name, origin: file, place, message, advice };
}

const ROW_TABLES = ['ce_mcp_tool', 'ce_mcp_db_tool'];

/**
 * What the engine found when it put all tools together, of those of rows, files and handlers.
 * @param files by the paths that problems name
 */
export function linkProblems(problems: readonly LinkProblem[], files: ReadonlyMap<string, ToolFile>): LoadProblem[] {
  return problems.flatMap((problem) => {
    const { severity: level, table, id, column, message } = problem;
    const file = table === FILES ? files.get(id ?? '') : undefined;
    if (file) {
      const { source, targets } = file;
      const region = source.valueRegion(column?.split('.') ?? ['name']);
      return fileLoadProblem(targets[0]?.name ?? source.file, { file: source.file, region, message });
    }
    const severity = level === 'error' ? 'FAIL' : 'WARN';
    if (table === HANDLERS) {
      const handler = `${HANDLERS} ${id}`;
      const advice = 'Add a row with this tool_code, or remove the handler';
      return {
        severity,
        name: id ?? '',
        origin: handler,
        place: { kind: 'handler', handler, member: null },
        message,
        advice,
      };
    }
    if (!ROW_TABLES.includes(table)) return [];
    const row = `${table}[${id}]`;
    const advice = 'Correct the row and refresh the flow';
    return { severity, name: row, origin: `ce_mcp_tool[${id}]`, place: { kind: 'row', row, column }, message, advice };
  });
}
