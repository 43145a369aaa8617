import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { CLOCK } from '../../platform/common/tokens.js';
import type { ChangedFiles } from '../../tools/index.js';
import { FlowService } from '../flow/index.js';
import type { EngineLanguage } from '../wording/index.js';
import { FileChecker, type FoundProblem } from './file-checker.js';
import { FileFolders, type FilePlace, type ReadFile } from './file-folders.js';
import { type FileVersion, FileVersions } from './file-versions.js';
import { writeWhole } from './write-file.js';

/** What a file would say; null where it would not be there. */
export interface FileEdit extends FilePlace {
  readonly text: string | null;
}

/** What an edit would do. */
export interface CheckedFile {
  /** SHA-256 of the file that this is an edit of; null where there is none. */
  readonly base: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly problems: readonly FoundProblem[];
}

/** Who changes a file, and why. */
export interface EditedBy {
  readonly by: string;
  readonly note: string;
}

/** What a turn would be answered with, were a file switched to. */
export interface TriedFile {
  readonly files: ChangedFiles | undefined;
  readonly language: EngineLanguage | undefined;
}

/** Changes one file at a time: checked, recorded with what it said before, then written whole, and read by every process. */
@Injectable()
export class FileEditor {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folders: FileFolders,
    private readonly checker: FileChecker,
    private readonly versions: FileVersions,
    private readonly flow: FlowService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Looks at what an edit would do; nothing is written.
   * @throws EngineError NOT_FOUND
   */
  async check({ text, ...place }: FileEdit): Promise<CheckedFile> {
    const file = await this.folders.read(place);
    const problems = await this.checker.problems(file, text);
    return { base: hashOf(file.own), before: file.own ?? file.packaged, after: text ?? file.packaged, problems };
  }

  /**
   * What an edit would change for turns.
   * @throws EngineError NOT_FOUND, FILE_INVALID
   */
  async tryOut({ text, ...place }: FileEdit): Promise<TriedFile> {
    const file = await this.folders.read(place);
    await this.refuseErrors(file, text);
    return { files: FileChecker.changed(file, text), language: this.checker.languageWith(file, text) };
  }

  /**
   * Makes a file say something else. Where it throws, nothing is changed.
   * @param base the hash of what was edited, as `check` has told it
   * @throws EngineError FILE_CHANGED where the file says something else by now
   * @throws EngineError FLOW_INVALID where rows keep the flow from being loaded
   * @throws EngineError FILE_INVALID, FILES_READ_ONLY, NOT_FOUND
   */
  switchTo(base: string | null, { text, ...place }: FileEdit, by: EditedBy): Promise<FileVersion> {
    return this.oneAtATime(async () => {
      const file = await this.folders.read(place);
      if (hashOf(file.own) !== base) throw fileChanged(file);
      return this.make(file, text, { ...by, origin: 'SWITCH', undoneVersionId: null });
    });
  }

  /**
   * Makes a file say what it said before a version.
   * @throws EngineError as `switchTo`; FILE_CHANGED where it no longer says what the version made of it
   */
  async undo(versionId: number, by: EditedBy): Promise<FileVersion> {
    const undone = await this.versions.find(versionId);
    if (!undone) throw new EngineError('NOT_FOUND', `There is no version ${versionId} of a file.`);
    const { kind, folder, path, before, after } = undone;
    return this.oneAtATime(async () => {
      const file = await this.folders.read({ kind, folder, path });
      if (file.own !== after) throw fileChanged(file);
      return this.make(file, before, { ...by, origin: 'UNDO', undoneVersionId: versionId });
    });
  }

  /**
   * Runs one edit after the other, so that a file does not change between the reading and the writing of an edit.
   * Edits of other processes are told apart by the number of the version alone.
   */
  private oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async make(
    read: ReadFile,
    text: string | null,
    { by, note, ...made }: EditedBy & Pick<FileVersion, 'origin' | 'undoneVersionId'>,
  ): Promise<FileVersion> {
    const { kind, folder, path, own } = read;
    const file = await this.folders.requireWritable(read, read.file);
    await this.refuseErrors(read, text);
    // Where rows keep the flow from being loaded, the file would not be read either: nothing is written then.
    await this.flow.load();
    const madeAtMs = this.clock.now();
    // Recorded first: a file that has changed and of which nobody knows who did it is worse than the other way round.
    const version = await this.versions.add({
      ...{ kind, folder, path, madeAtMs, madeBy: by, note, host: hostname(), ...made },
      before: own,
      after: text,
    });
    if (!version) throw new EngineError('FILE_CHANGED', 'Somebody has switched a file just now.', { text: own });
    try {
      await writeWhole(file, text);
    } catch (error) {
      await this.versions.remove(version);
      throw new EngineError(
        'FILES_READ_ONLY',
        `${file} could not be written: ${messageOf(error)}.`,
        {},
        { cause: error },
      );
    }
    await this.flow.refresh();
    return version;
  }

  private async refuseErrors(file: ReadFile, text: string | null): Promise<void> {
    const problems = await this.checker.problems(file, text);
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return;
    const lines = errors.map(({ where, line, message }) => {
      const place = where ?? (line === null ? file.path : `${file.path}:${line}`);
      return `\n  ${place}: ${message}`;
    });
    throw new EngineError('FILE_INVALID', `Nothing was changed, because of:${lines.join('')}`, { problems: errors });
  }
}

/** SHA-256 of a text; null where there is none. */
export function hashOf(text: string | null): string | null {
  return text === null ? null : createHash('sha256').update(text).digest('hex');
}

function fileChanged({ path, own }: ReadFile): EngineError {
  const text = own === null ? `There is no ${path} any more.` : `${path} says something else by now.`;
  return new EngineError('FILE_CHANGED', text, { text: own });
}
