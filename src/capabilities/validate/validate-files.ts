import { type CapabilityFile, type FileProblem, findYamlFiles, readCapabilityFile } from '../capability-file/index.js';
import { capabilityTarget, compatTarget } from './capability-target.js';
import { applyFixes, type FixReport } from './fix/apply-fixes.js';
import { planFixes, planRename } from './fix/plan-fixes.js';
import { type LintReport, lint } from './lint.js';
import type { LintTarget } from './lint-target.js';
import { bySubstrings, byWords } from './matching.js';

/** How files are validated. */
export interface ValidateOptions {
  /** Give the results of mcp-gateway 2.10, flaws included. */
  readonly compat?: boolean;
  /** Mend what can be mended, in the files. */
  readonly fix?: boolean;
  /** Tools written elsewhere, checked along with those of the files. */
  readonly tools?: readonly LintTarget[];
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
  /** Files that were named and are not YAML by their name. */
  readonly ignored: readonly string[];
  readonly fixes: readonly FixReport[];
}

/**
 * Checks capability files, and directories of them. With `fix` the report is about the files as they are afterwards; in
 * compat mode, as they were before.
 */
export async function validateFiles(paths: readonly string[], options: ValidateOptions): Promise<Validation> {
  const { files, problems: skipped, ignored } = await findYamlFiles(paths);
  const { readable, problems } = await readAll(files, options.onProgress);
  const matching = options.compat ? bySubstrings : byWords;
  const target = options.compat ? compatTarget : capabilityTarget;
  const check = (capabilities: readonly CapabilityFile[]) =>
    lint([...(options.tools ?? []), ...capabilities.map(target)], matching);
  const fixed = options.fix ? await fixAll(readable, options.compat ?? false) : NOTHING_FIXED;
  const again = fixed.changed.size > 0 && !options.compat ? await readAgain(readable, fixed.changed) : readable;
  return {
    report: check(again),
    fileCount: files.length,
    problems: [...(options.compat ? [] : skipped), ...problems, ...fixed.problems],
    skipped,
    ignored,
    fixes: fixed.reports,
  };
}

async function readAll(files: readonly string[], onProgress: ValidateOptions['onProgress']) {
  const readable: CapabilityFile[] = [];
  const problems: FileProblem[] = [];
  for (const [index, file] of files.entries()) {
    const reading = await readCapabilityFile(file);
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

async function fixAll(capabilities: readonly CapabilityFile[], isCompat: boolean): Promise<Fixed> {
  const fixed: Fixed = { reports: [], problems: [], changed: new Set() };
  const taken = new Set(capabilities.map(({ capability }) => capability.name));
  for (const file of capabilities) {
    const plan = isCompat ? planRename(file) : planFixes(file);
    const { reports, problem } = await applyFixes(file, plan, taken);
    fixed.reports.push(...reports);
    if (problem) fixed.problems.push(problem);
    if (reports.some(({ refused }) => refused === undefined)) fixed.changed.add(file.source.file);
  }
  return fixed;
}

async function readAgain(capabilities: readonly CapabilityFile[], changed: ReadonlySet<string>) {
  const readings = capabilities.map(async (file) => {
    if (!changed.has(file.source.file)) return file;
    return (await readCapabilityFile(file.source.file)).value ?? file;
  });
  return Promise.all(readings);
}
