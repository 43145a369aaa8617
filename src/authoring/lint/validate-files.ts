import { type FileProblem, findFiles, isYamlFile } from '../../tools/sources/files/capability-file/index.js';
import { applyFixes, type FixReport } from './fix/apply-fixes.js';
import { planFixes, planRename } from './fix/plan-fixes.js';
import { type LintReport, lint } from './lint.js';
import type { LintTarget } from './lint-target.js';
import { linkProblems, loadResult } from './loading.js';
import { bySubstrings, byWords } from './matching.js';
import { readCompatFile, readToolFile } from './read-tool-file.js';
import { isManifestFile } from './targets/manifest-target.js';
import type { LinkProblem, ToolFile } from './tool-file.js';

/** The tools that a service has beside those of the files. */
export interface ServiceTools {
  readonly targets: readonly LintTarget[];
  /** What is wrong with rows, with handlers, and with the tools of files beside them. */
  check(toolsOfFiles: ToolFile['tools']): Promise<readonly LinkProblem[]>;
}

/** How files are validated. */
export interface ValidateOptions {
  /** Give the results of mcp-gateway 2.10, flaws included. */
  readonly compat?: boolean;
  /** Mend what can be mended, in the files. */
  readonly fix?: boolean;
  /** Tools written elsewhere, checked along with those of the files. */
  readonly service?: ServiceTools;
  /** Called after each file is read. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What came of a validation. */
export interface Validation {
  readonly report: LintReport;
  /** Files that were read or should have been. */
  readonly fileCount: number;
  /** Files that cannot be used, and paths that do not exist. */
  readonly problems: readonly FileProblem[];
  /** Paths that were named and do not exist or cannot be looked into; among `problems` too, but in compat mode. */
  readonly skipped: readonly FileProblem[];
  /** Files that were named and hold no tools by their name. */
  readonly ignored: readonly string[];
  readonly fixes: readonly FixReport[];
}

/**
 * Checks capability files, playbooks and manifests, and directories of them. With `fix` the report is about the files
 * as they are afterwards; in compat mode, as they were before.
 */
export async function validateFiles(paths: readonly string[], options: ValidateOptions): Promise<Validation> {
  const isCompat = options.compat ?? false;
  const isWanted = (path: string) => isYamlFile(path) || (!isCompat && isManifestFile(path));
  const { files, problems: skipped, ignored } = await findFiles(paths, isWanted, isCompat ? undefined : isOfOthers);
  const { readable, problems } = await readAll(files, isCompat ? readCompatFile : readToolFile, options.onProgress);
  const besides = options.service?.targets ?? [];
  const fixed = options.fix ? await fixAll(readable, besides, isCompat) : NOTHING_FIXED;
  const checked = fixed.changed.size > 0 && !isCompat ? await readAgain(readable, fixed.changed) : readable;
  const targets = [...besides, ...checked.flatMap((file) => file.targets)];
  const loading = isCompat ? [] : await findLoadProblems(checked, options.service);
  return {
    report: lint(targets, isCompat ? bySubstrings : byWords, loading.map(loadResult)),
    fileCount: files.length,
    problems: [...(isCompat ? [] : skipped), ...problems, ...fixed.problems],
    skipped,
    ignored,
    fixes: fixed.reports,
  };
}

/** Whether a folder holds what is not of the project itself: its packages, and what programs keep for themselves. */
function isOfOthers(folder: string): boolean {
  return folder === 'node_modules' || folder.startsWith('.');
}

async function findLoadProblems(files: readonly ToolFile[], service: ServiceTools | undefined) {
  const own = files.flatMap(({ problems }) => problems);
  if (!service) return own;
  const linked = await service.check(files.flatMap(({ tools }) => tools));
  return [...own, ...linkProblems(linked, new Map(files.map((file) => [file.source.file, file])))];
}

async function readAll(files: readonly string[], read: typeof readToolFile, onProgress: ValidateOptions['onProgress']) {
  const readable: ToolFile[] = [];
  const problems: FileProblem[] = [];
  for (const [index, file] of files.entries()) {
    const reading = await read(file);
    if (reading.value) readable.push(reading.value);
    else problems.push(...reading.problems);
    onProgress?.(index + 1, files.length);
  }
  return { readable, problems };
}

interface Fixed {
  readonly reports: FixReport[];
  readonly problems: FileProblem[];
  readonly changed: Set<string>;
}

const NOTHING_FIXED: Fixed = { reports: [], problems: [], changed: new Set() };

async function fixAll(files: readonly ToolFile[], besides: readonly LintTarget[], isCompat: boolean): Promise<Fixed> {
  const fixed: Fixed = { reports: [], problems: [], changed: new Set() };
  const taken = new Set([...besides, ...files.flatMap(({ targets }) => targets)].map(({ name }) => name));
  for (const { fixable } of files) {
    if (!fixable) continue;
    const plan = isCompat ? planRename(fixable) : planFixes(fixable);
    const { reports, problem } = await applyFixes(fixable, plan, taken);
    fixed.reports.push(...reports);
    if (problem) fixed.problems.push(problem);
    if (reports.some(({ refused }) => refused === undefined)) fixed.changed.add(fixable.source.file);
  }
  return fixed;
}

async function readAgain(files: readonly ToolFile[], changed: ReadonlySet<string>) {
  const readings = files.map(async (file) => {
    if (!changed.has(file.source.file)) return file;
    return (await readToolFile(file.source.file)).value ?? file;
  });
  return Promise.all(readings);
}
