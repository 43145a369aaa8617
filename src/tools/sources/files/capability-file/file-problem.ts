import { messageOf } from '../../../../platform/common/errors.js';
import type { JsonObject } from '../../../../platform/common/json.js';

/** A place in a text file: lines and columns from 1, in UTF-16 code units; the end is the position behind the last one. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Why a file cannot be used. */
export interface FileProblem {
  /** The path as it was given. */
  readonly file: string;
  /** Where in the file; absent when it concerns the file as a whole. */
  readonly region?: Region;
  readonly message: string;
}

/** What was read, or why it could not be read. */
export type Reading<T> =
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly FileProblem[] };

/** One line for people: `weather.yaml:3:7: …`. */
export function describeFileProblem({ file, region, message }: FileProblem): string {
  return `${file}${region ? `:${region.line}:${region.column}` : ''}: ${message}`;
}

/** The same for documents that machines read. */
export function fileProblemAsJson({ file, region, message }: FileProblem): JsonObject {
  return { file, line: region?.line ?? null, column: region?.column ?? null, message };
}

/** Why the system refuses a file, in words. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'this user may not read it',
    EPERM: 'this user may not read it',
    EISDIR: 'it is a directory',
    ELOOP: 'its links go round in a circle',
  };
  return reasons[code ?? ''] ?? messageOf(error);
}
