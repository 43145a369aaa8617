import { isJsonObject, type JsonObject, type JsonValue, toStorableJson } from '../common/json.js';
import { type KeyRing, keyNameOf } from '../secrets/index.js';
import { type EncryptedColumn, encryptedColumn } from './encrypted-columns.js';
import type { Row, SqlRunner } from './sql-runner.js';
import { keysEverUsed } from './used-keys.js';

/** A parameter for a column that is encrypted where keys are configured, and stored as it is where there are none. */
export class Confidential {
  constructor(
    readonly column: EncryptedColumn,
    /** Of a JSON column its JSON text. */
    readonly text: string,
  ) {}
}

/**
 * What is to be stored in a column of `ENCRYPTED_COLUMNS`.
 * @param text JSON text for a column of JSON
 * @throws Error for any other column
 */
export function confidential(column: string, text: string): Confidential;
export function confidential(column: string, text: string | null): Confidential | null;
export function confidential(column: string, text: string | null): Confidential | null {
  const known = encryptedColumn(column);
  if (!known) throw new Error(`The column ${column} is not among those that are encrypted.`);
  return text === null ? null : new Confidential(known, text);
}

/** A value as the parameter of a column, which may be one of those that are encrypted. */
export function columnValue(column: string, value: JsonValue | undefined): unknown {
  const known = encryptedColumn(column);
  if (!known || value === null || value === undefined) return value;
  return new Confidential(known, known.form === 'text' ? String(value) : toStorableJson(value));
}

const SEALED_STAGE = 'SEALED';
const SEALED_EVENTS = [`[[0,0,"${SEALED_STAGE}",{"sealed":"`, '"}]]'] as const;

/** Encrypts what statements are given for `ENCRYPTED_COLUMNS`, and decrypts what they find there, where there are keys. */
export class ColumnCipher {
  constructor(private readonly ring: KeyRing | undefined) {}

  get isOn(): boolean {
    return this.ring !== undefined;
  }

  /** A parameter as it is stored. */
  parameter(value: unknown): unknown {
    if (!(value instanceof Confidential)) return value;
    return this.ring ? stored(this.ring, value) : value.text;
  }

  /**
   * The rows of a statement, with what was encrypted in them as it was before. Rows from before there were keys stay as they are,
   * also where somebody has said what looks like an encrypted text: where a text has the name of a key that this process has not,
   * the database is asked whether it has ever been used.
   * @throws EngineError SECRET_UNAVAILABLE where it has, DATABASE_UNUSABLE where a text was altered
   */
  async read<R extends Row>(rows: R[], sql: Pick<SqlRunner, 'query'>): Promise<R[]> {
    try {
      return this.opened(rows);
    } catch (error) {
      if (!(error instanceof UnknownKey)) throw error;
      return this.opened(rows, await keysEverUsed(sql));
    }
  }

  /**
   * As `read`, at once.
   * @param used the names of all keys that the database has ever had texts of
   * @throws UnknownKey where a text has another name than those of this process, and `used` is absent
   */
  opened<R extends Row>(rows: R[], used?: ReadonlySet<string>): R[] {
    const { ring } = this;
    if (!ring || rows[0] === undefined) return rows;
    const columns = Object.keys(rows[0]).flatMap((name) => {
      const column = encryptedColumn(name);
      return column ? [[name, column] as const] : [];
    });
    if (columns.length === 0) return rows;
    return rows.map((row) => {
      const opened = columns.map(([name, column]) => [name, openedValue({ ring, used }, column, row[name])]);
      return { ...row, ...Object.fromEntries(opened) };
    });
  }

  /** Rows that a statement is given as one JSON text, as they are stored. */
  sealed(rows: readonly JsonObject[]): readonly JsonObject[] {
    const { ring } = this;
    if (!ring) return rows;
    const seal = ([name, value]: [string, JsonValue]): [string, JsonValue] => {
      const parameter = columnValue(name, value);
      return [name, parameter instanceof Confidential ? ring.seal(parameter.column.purpose, parameter.text) : value];
    };
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(seal)));
  }
}

/** Of what stands in an encrypted column of a database, the text that was encrypted, and whether it is the text of its JSON. */
export function sealedIn({ form }: EncryptedColumn, value: unknown): string | undefined {
  const found = form === 'events' ? sealedEvents(value) : value;
  if (typeof found !== 'string') return undefined;
  const text = form === 'json' && found.startsWith('"ce1:') ? found.slice(1, -1) : found;
  return keyNameOf(text) === undefined ? undefined : text;
}

/** What an encrypted text is stored as. */
export function storedForm(form: EncryptedColumn['form'], sealed: string): string {
  if (form === 'text') return sealed;
  return form === 'json' ? `"${sealed}"` : SEALED_EVENTS.join(sealed);
}

function stored(ring: KeyRing, { column, text }: Confidential): string {
  return storedForm(column.form, ring.seal(column.purpose, text));
}

/** The keys of this process, and the names of those that were ever used, where they are known. */
interface Keys {
  readonly ring: KeyRing;
  readonly used: ReadonlySet<string> | undefined;
}

/**
 * Whether a text of the form is an encrypted one. Nobody knows the name of a key before it is used.
 * @throws UnknownKey where that cannot be said
 */
export function isSealed({ ring, used }: Keys, text: string): boolean {
  const name = keyNameOf(text) ?? '';
  if (ring.has(name)) return true;
  if (!used) throw new UnknownKey(name);
  return used.has(name);
}

/** A text has the form of an encrypted one, and the name of a key that this process has not. */
export class UnknownKey extends Error {
  constructor(name: string) {
    super(`Whether the key ${name} was ever used is not known.`);
  }
}

/** As the driver gives what was not encrypted: PostgreSQL's has read JSON, and SQLite's gives its text. */
function openedValue({ ring, used }: Keys, column: EncryptedColumn, value: unknown): unknown {
  const sealed = sealedIn(column, value);
  if (sealed === undefined || !isSealed({ ring, used }, sealed)) return value;
  const text = ring.open(column.purpose, sealed);
  const isText = column.form === 'text' || (typeof value === 'string' && value !== sealed);
  return isText ? text : JSON.parse(text);
}

function sealedEvents(value: unknown): unknown {
  if (typeof value === 'string') {
    const [begin, end] = SEALED_EVENTS;
    return value.startsWith(begin) ? value.slice(begin.length, -end.length) : undefined;
  }
  const [event] = Array.isArray(value) ? (value as unknown[]) : [];
  const [, , stage, payload] = Array.isArray(event) ? (event as unknown[]) : [];
  return stage === SEALED_STAGE && isJsonObject(payload) ? payload.sealed : undefined;
}
