import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import type { Database, Row } from '../../platform/persistence/index.js';
import type { FilePlace } from './file-folders.js';

/** One switch of a file. */
export interface FileVersion extends FilePlace {
  /** Counted from 1, of all files together. */
  readonly versionId: number;
  readonly origin: 'SWITCH' | 'UNDO';
  readonly madeAtMs: number;
  readonly madeBy: string;
  readonly note: string;
  /** The machine whose file it was: others may have files of their own. */
  readonly host: string;
  /** The version that an UNDO took back. */
  readonly undoneVersionId: number | null;
  /** Null where there was no file. */
  readonly before: string | null;
  /** Null where the file was taken away. */
  readonly after: string | null;
}

const COLUMNS =
  'version_id, origin, kind, folder, path, made_at_ms, made_by, note, host, undone_version_id, before_text, after_text';
const NEXT = 'SELECT coalesce(max(version_id), 0) + 1 AS next FROM ce_file_version';
const ONE = `SELECT ${COLUMNS} FROM ce_file_version WHERE version_id = $1`;
const BEFORE = `SELECT ${COLUMNS} FROM ce_file_version WHERE version_id < $1 ORDER BY version_id DESC LIMIT $2`;
const ADD = `INSERT INTO ce_file_version (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  ON CONFLICT (version_id) DO NOTHING RETURNING version_id`;
const REMOVE = 'DELETE FROM ce_file_version WHERE version_id = $1';

/** The switches of files, in the database: every process sees the same ones. */
@Injectable()
export class FileVersions {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async find(versionId: number): Promise<FileVersion | undefined> {
    return (await this.database.query(ONE, [versionId])).map(readVersion)[0];
  }

  /** At most so many, the newest first. */
  async before(versionId: number, limit: number): Promise<FileVersion[]> {
    return (await this.database.query(BEFORE, [versionId, limit])).map(readVersion);
  }

  /** @returns the version with its number; undefined where somebody else has made one at this moment */
  async add(version: Omit<FileVersion, 'versionId'>): Promise<FileVersion | undefined> {
    const [row] = await this.database.query(NEXT);
    const versionId = Number(row?.next);
    const { origin, kind, folder, path, madeAtMs, madeBy, note, host, undoneVersionId, before, after } = version;
    const values = [
      versionId,
      origin,
      kind,
      folder,
      path,
      madeAtMs,
      madeBy,
      note,
      host,
      undoneVersionId,
      before,
      after,
    ];
    const added = await this.database.query(ADD, values);
    return added.length === 1 ? { ...version, versionId } : undefined;
  }

  /** Takes back what has not come about: the file could not be written. */
  async remove({ versionId }: FileVersion): Promise<void> {
    await this.database.query(REMOVE, [versionId]);
  }
}

function readVersion(row: Row): FileVersion {
  return {
    versionId: Number(row.version_id),
    origin: row.origin as FileVersion['origin'],
    kind: row.kind as FileVersion['kind'],
    folder: String(row.folder),
    path: String(row.path),
    madeAtMs: Number(row.made_at_ms),
    madeBy: String(row.made_by),
    note: String(row.note),
    host: String(row.host),
    undoneVersionId: row.undone_version_id === null ? null : Number(row.undone_version_id),
    before: row.before_text as string | null,
    after: row.after_text as string | null,
  };
}
