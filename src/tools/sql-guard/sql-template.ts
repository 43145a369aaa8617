import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { checkSql } from './check-sql.js';
import { parseSql, type SqlNode } from './parse-sql.js';
import { SqlRefusal } from './sql-refusal.js';
import type { SqlDialect, SqlRules } from './sql-rules.js';
import { cutTemplate, type TemplatePiece } from './template-pieces.js';

/** What a row says of its statement. */
export interface TemplateSource {
  /** For messages. */
  readonly toolId: number;
  readonly sql: string;
  /** The databases that the statement is written for. */
  readonly dialects: readonly SqlDialect[];
  readonly mode: 'read' | 'write';
  /** Names that may be put in for each `${placeholder}`; null allows none. */
  readonly allowedIdentifiers: Readonly<Record<string, readonly string[]>> | null;
  /** Values that are lists, for `IN (:name)`. */
  readonly lists: ReadonlySet<string>;
}

/** A statement with `$1, $2, …` and the values that belong there. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly JsonValue[];
  /** The tables that it names, as `tableName` spells them. */
  readonly tables: readonly string[];
}

/** Entries of one list. */
const MAX_LIST = 1_000;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$/;

/** A statement that arguments fill in and cannot change: values are bound, names come from a list and are quoted. */
export class SqlTemplate {
  readonly mode: 'read' | 'write';
  /** Names of the `:value` placeholders. */
  readonly values: ReadonlySet<string>;
  /** Names of the `${identifier}` placeholders, with what may stand for each. */
  readonly identifiers: ReadonlyMap<string, readonly string[]>;
  private readonly pieces: readonly TemplatePiece[];
  /** Places, counted over the values, that only ask whether the value is null. */
  private readonly nullTests: ReadonlySet<number>;

  /** @throws SqlRefusal when the statement is not allowed with any one of the names that may stand in it */
  constructor(
    private readonly source: TemplateSource,
    private readonly rules: SqlRules,
  ) {
    this.mode = source.mode;
    this.pieces = cutTemplate(source.sql, source.dialects);
    this.values = new Set(this.pieces.flatMap((piece) => (piece.kind === 'value' ? piece.name : [])));
    this.identifiers = this.readIdentifiers();
    const places = placesOfValues(this.checkEveryName());
    this.nullTests = places.nullTests;
    this.refuseStrayLists(places.inLists);
  }

  /** The statement as it is written, with its placeholders. */
  get text(): string {
    return this.source.sql;
  }

  /**
   * The statement for these arguments. A value that is missing is null.
   * @throws SqlRefusal for a name that is not allowed and a list that cannot be written
   */
  bind(args: JsonObject): BoundSql {
    const names = new Map([...this.identifiers.keys()].map((name) => [name, this.identifier(name, args[name])]));
    const values: JsonValue[] = [];
    const numbers = new Map<string, number>();
    let place = 0;
    const sql = this.write(names, (name) => {
      place += 1;
      const value = args[name] ?? null;
      if (this.source.lists.has(name)) return writeList(name, value, values);
      const isNullTest = this.nullTests.has(place);
      const key = `${isNullTest ? 'null' : 'value'} ${name}`;
      const number = numbers.get(key) ?? values.push(scalar(name, value));
      numbers.set(key, number);
      // PostgreSQL gives such a parameter no type by itself.
      return isNullTest ? `CAST($${number} AS text)` : `$${number}`;
    });
    const verdict = checkSql(sql, this.rules, this.mode);
    if (!verdict.allowed) throw new SqlRefusal(verdict.problem);
    return { sql, values, tables: verdict.tables };
  }

  private identifier(name: string, value: JsonValue | undefined): string {
    const wanted = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? null);
    if (!IDENTIFIER.test(wanted)) throw new SqlRefusal(`Unsafe identifier for ${name}: ${wanted}`);
    if (this.identifiers.get(name)?.includes(wanted)) return wanted;
    throw new SqlRefusal(`Identifier not allowed for CeMcpDbTool id ${this.source.toolId}: ${name}=${wanted}`);
  }

  private readIdentifiers(): Map<string, readonly string[]> {
    const names = this.pieces.flatMap((piece) => (piece.kind === 'identifier' ? piece.name : []));
    return new Map(
      names.map((name) => {
        const allowed = this.source.allowedIdentifiers?.[name] ?? [];
        if (allowed.length === 0) throw new SqlRefusal(`allowed_identifiers lists no value for \${${name}}.`);
        const unsafe = allowed.find((value) => !IDENTIFIER.test(value));
        if (unsafe !== undefined) throw new SqlRefusal(`Unsafe identifier for ${name}: ${unsafe}`);
        return [name, allowed];
      }),
    );
  }

  /** Tries every name once, beside the first of the others; `bind` checks the combination that is asked for. */
  private checkEveryName(): string {
    const first = new Map([...this.identifiers].map(([name, [value = '']]) => [name, value]));
    const choices = [...this.identifiers].flatMap(([name, values]) =>
      values.map((value) => new Map([...first, [name, value]])),
    );
    for (const choice of [...choices, first]) {
      const verdict = checkSql(this.probe(choice), this.rules, this.mode);
      if (!verdict.allowed) throw new SqlRefusal(verdict.problem);
    }
    return this.probe(first);
  }

  /** The statement with a parameter of its own at every place. */
  private probe(names: ReadonlyMap<string, string>): string {
    let place = 0;
    return this.write(names, () => {
      place += 1;
      return `$${place}`;
    });
  }

  private refuseStrayLists(inLists: ReadonlySet<number>): void {
    const places = this.pieces.flatMap((piece) => (piece.kind === 'value' ? piece.name : []));
    const stray = places.find((name, index) => this.source.lists.has(name) && !inLists.has(index + 1));
    if (stray !== undefined) throw new SqlRefusal(`:${stray} is a list, and a list can only stand in IN (:${stray}).`);
  }

  private write(names: ReadonlyMap<string, string>, value: (name: string) => string): string {
    return this.pieces
      .map((piece) => {
        if (piece.kind === 'text') return piece.text;
        return piece.kind === 'value' ? value(piece.name) : quote(names.get(piece.name) ?? '');
      })
      .join('');
  }
}

/** Both databases quote names alike. */
function quote(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}

function scalar(name: string, value: JsonValue): JsonValue {
  if (Array.isArray(value)) throw new SqlRefusal(`${name} is one value, not a list.`);
  return value;
}

function writeList(name: string, value: JsonValue, values: JsonValue[]): string {
  if (!Array.isArray(value) || value.length === 0) throw new SqlRefusal(`${name} must be a list with a value.`);
  if (value.length > MAX_LIST) throw new SqlRefusal(`${name} has more than ${MAX_LIST} values.`);
  return value.map((entry) => `$${values.push(scalar(name, entry))}`).join(', ');
}

interface Places {
  readonly nullTests: ReadonlySet<number>;
  readonly inLists: ReadonlySet<number>;
}

/** Where in a statement each parameter stands, as far as it matters here. */
function placesOfValues(sql: string): Places {
  const nullTests = new Set<number>();
  const inLists = new Set<number>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as { NullTest?: SqlNode; A_Expr?: SqlNode };
    addNumbers([node.NullTest?.arg], nullTests);
    if (node.A_Expr?.kind === 'AEXPR_IN') addNumbers(itemsOf(node.A_Expr.rexpr), inLists);
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSql(sql));
  return { nullTests, inLists };
}

function itemsOf(node: unknown): readonly unknown[] {
  return (node as { List?: { items?: unknown[] } } | undefined)?.List?.items ?? [];
}

function addNumbers(nodes: readonly unknown[], to: Set<number>): void {
  for (const node of nodes) {
    const number = (node as { ParamRef?: { number?: number } } | undefined)?.ParamRef?.number;
    if (number !== undefined) to.add(number);
  }
}
