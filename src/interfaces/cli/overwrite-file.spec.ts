import { expect, it } from 'vitest';
import { EngineError } from '../../platform/common/errors.js';
import type { Database } from '../../platform/persistence/index.js';
import { overwriteFile } from './overwrite-file.js';

/** A SQLite file that cannot be written anew. */
const withTrouble = (error: Error) =>
  ({
    dialect: 'sqlite',
    query: async (sql: string) => {
      if (sql === 'VACUUM') throw error;
      return [];
    },
  }) as unknown as Database;

it('says that the texts are still there, and why, rather than fail what has been done', async () => {
  const full = new EngineError('DATABASE_UNAVAILABLE', 'The disk of the database is full.');
  expect(await overwriteFile(withTrouble(full))).toBe(
    'stands in the bytes of the file, which cannot be written anew (The disk of the database is full)',
  );
  await expect(overwriteFile(withTrouble(new TypeError('a defect')))).rejects.toThrow('a defect');
});
