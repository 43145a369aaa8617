/**
 * A process of its own that runs SQL tools on a SQLite file. Nothing inside a process can interrupt a statement of
 * SQLite, and while one runs, the thread does nothing else: a process can be ended from outside at any time, and loses
 * nothing, since SQLite rolls back by itself.
 */
import BetterSqlite3 from 'better-sqlite3-13';
import { answerService } from '../child-process/answer-service.ts';
import { tooLarge } from './too-large.ts';

/** What the service asks for; one thing at a time. */
export interface ChildRequest {
  readonly sql: string;
  /** For `$1, $2, …`; whole numbers as bigint. */
  readonly values: readonly unknown[];
  readonly mode: 'read' | 'write';
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** What SQLite's own compiler makes of a statement. */
export interface ChildDescription {
  readonly tables: readonly string[];
  readonly functions: readonly string[];
  readonly isReadOnly: boolean;
  /** All views of the database. */
  readonly views: readonly string[];
}

export type ChildAnswer = { readonly rows: readonly object[]; readonly isCut: boolean } | { readonly changed: number };
export type ChildQuestion = { readonly kind: 'describe' | 'run'; readonly request: ChildRequest };

const BUSY_TIMEOUT_MS = 5_000;
const [, , , file = ''] = process.argv;
let reading: BetterSqlite3.Database | undefined;

answerService(({ kind, request }: ChildQuestion) => withHandle(request, kind === 'run' ? run : describe));

function withHandle(
  request: ChildRequest,
  use: (handle: BetterSqlite3.Database, request: ChildRequest) => ChildDescription | ChildAnswer,
): ChildDescription | ChildAnswer {
  if (request.mode === 'read') {
    reading ??= open(true);
    return use(reading, request);
  }
  const writing = open(false);
  try {
    return use(writing, request);
  } finally {
    writing.close();
  }
}

function open(readonly: boolean): BetterSqlite3.Database {
  const handle = new BetterSqlite3(file, { readonly, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  handle.pragma('trusted_schema = OFF');
  handle.pragma(readonly ? 'query_only = ON' : 'foreign_keys = ON');
  return handle;
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly rootpage: number;
}

/** An instruction of a compiled statement. */
interface Instruction {
  readonly opcode: string;
  readonly p1: number;
  readonly p2: number;
  readonly p3: number;
  readonly p4: string | null;
}

/** Compiles without running: the program tells which tables it opens and which functions it calls. */
function describe(handle: BetterSqlite3.Database, request: ChildRequest): ChildDescription {
  const schema = handle.prepare('SELECT type, name, tbl_name, rootpage FROM sqlite_schema').all() as SchemaEntry[];
  const program = handle.prepare(`EXPLAIN ${request.sql}`).all(bindings(request)) as Instruction[];
  return {
    tables: openedTables(program, schema),
    functions: program.flatMap(({ opcode, p4 }) =>
      /^(Function|PureFunc|Agg)/.test(opcode) ? (p4?.replace(/\(-?\d+\)$/, '') ?? []) : [],
    ),
    isReadOnly: handle.prepare(request.sql).readonly,
    views: schema.flatMap(({ type, name }) => (type === 'view' ? name : [])),
  };
}

/** Tables and indexes are opened by their first page; page 1 is the schema itself. */
function openedTables(program: readonly Instruction[], schema: readonly SchemaEntry[]): string[] {
  const tables = new Map(schema.map((entry) => [entry.rootpage, entry.tbl_name]));
  const pages = program.flatMap(({ opcode, p1, p2, p3 }) => {
    if (opcode === 'Clear') return { page: p1, database: p2 };
    return /^(OpenRead|OpenWrite|ReopenIdx)$/.test(opcode) ? { page: p2, database: p3 } : [];
  });
  return pages.map(({ page, database }) => (database === 0 ? (tables.get(page) ?? 'sqlite_schema') : 'temp.other'));
}

function run(handle: BetterSqlite3.Database, request: ChildRequest): ChildAnswer {
  const statement = handle.prepare(request.sql);
  if (statement.reader) statement.safeIntegers(true);
  if (request.mode === 'read') return readRows(statement, request);
  return handle
    .transaction(
      (): ChildAnswer =>
        statement.reader ? readRows(statement, request) : { changed: statement.run(bindings(request)).changes },
    )
    .immediate();
}

/** A writing statement has done all its work before its first row, and is read to its end all the same. */
function readRows(statement: BetterSqlite3.Statement, request: ChildRequest): ChildAnswer {
  const rows: object[] = [];
  let bytes = 0;
  let isCut = false;
  for (const row of statement.iterate(bindings(request)) as Iterable<Record<string, unknown>>) {
    if (rows.length === request.maxRows) {
      isCut = true;
      if (request.mode === 'read') break;
      continue;
    }
    const plain = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
    bytes += Buffer.byteLength(JSON.stringify(plain));
    if (bytes > request.maxBytes) throw tooLarge(request.maxBytes);
    rows.push(plain);
  }
  return { rows, isCut };
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

/** SQLite reads `$1` as a parameter named 1. */
function bindings({ values }: ChildRequest): Record<string, unknown> {
  return Object.fromEntries(values.map((value, index) => [index + 1, value]));
}
