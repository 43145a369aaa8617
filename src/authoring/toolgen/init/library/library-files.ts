import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isInside, real } from '../../../../tools/package-format/index.js';

/** What is read of one library at most, beside the declarations of the language itself. */
export interface ReadingLimits {
  readonly files: number;
  /** Files of the packages it uses: their types stay unknown beyond that. */
  readonly others: number;
  readonly bytes: number;
  /** Milliseconds after which no further function is read. */
  readonly time: number;
}

export const READING_LIMITS: ReadingLimits = { files: 2_000, others: 500, bytes: 33_554_432, time: 60_000 };

/**
 * The files of a library: of its project, and of the `node_modules` that Node.js looks into for it. Where links lead
 * elsewhere, and what is beyond the limits, is as if it were not there.
 */
export class LibraryFiles {
  /** What was not read because of a limit; undefined while all was read. */
  problem: string | undefined;
  private readonly roots: readonly string[];
  private readonly allowed = new Map<string, boolean>();
  private readonly own: readonly string[];
  private files = 0;
  private others = 0;
  private bytes = 0;
  /** A description of a package is asked for with each module of it, and counts once. */
  private readonly packages = new Map<string, string>();

  /**
   * @param folder of the project
   * @param entry what is read first, relative to the project
   * @param onFile told of each file that is read
   */
  constructor(
    folder: string,
    entry: string,
    private readonly limits: ReadingLimits,
    private readonly onFile: (file: string) => void,
  ) {
    const above: string[] = [];
    for (let at = resolve(folder); !above.includes(at); at = dirname(at)) above.push(at);
    const modules = above.map((at) => join(at, 'node_modules')).filter((at) => existsSync(at));
    this.own = [resolve(folder), dirname(resolve(folder, entry))];
    this.roots = [resolve(folder), ...modules].map(real);
  }

  isFile(path: string): boolean {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && this.isAllowed(path);
  }

  isFolder(path: string): boolean {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  }

  /** The text of a file, undefined where it may not be read. */
  read(path: string): string | undefined {
    if (!this.isFile(path)) return undefined;
    const known = this.packages.get(path);
    if (known !== undefined) return known;
    const { size } = statSync(path);
    const isOwn = this.isOwn(path);
    if (!isOwn && this.others >= this.limits.others) return undefined;
    if (isOwn && this.files >= this.limits.files) this.problem ??= `it has more than ${this.limits.files} files`;
    else if (this.bytes + size > this.limits.bytes) this.problem ??= `it has more than ${this.limits.bytes} bytes`;
    else {
      if (isOwn) this.files += 1;
      else this.others += 1;
      this.bytes += size;
      this.onFile(path);
      const text = readFileSync(path, 'utf8');
      if (basename(path) === 'package.json') this.packages.set(path, text);
      return text;
    }
    return undefined;
  }

  /** Whether a file is of the library itself, and not of a package that it uses. */
  private isOwn(path: string): boolean {
    return this.own.some(
      (root) => isInside(root, resolve(path)) && !relative(root, resolve(path)).split(sep).includes('node_modules'),
    );
  }

  private isAllowed(path: string): boolean {
    const known = this.allowed.get(path);
    if (known !== undefined) return known;
    const target = real(resolve(path));
    const isAllowed = this.roots.some((root) => isInside(root, target));
    this.allowed.set(path, isAllowed);
    return isAllowed;
  }
}
