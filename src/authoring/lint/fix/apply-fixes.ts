import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { messageOf } from '../../../platform/common/errors.js';
import type { FileProblem, Region, YamlSource } from '../../../tools/sources/files/capability-file/index.js';
import type { Fixable } from '../tool-file.js';
import type { Fix } from './plan-fixes.js';
import { setInText } from './set-in-text.js';

/** What was, or was not, changed in a file. */
export interface FixReport {
  readonly file: string;
  readonly rule: string;
  /** Where it was, in the file before the change. */
  readonly region: Region;
  readonly description: string;
  /** Why it was not changed; absent where it was. */
  readonly refused?: string;
}

/** What became of the fixes of one file. */
export interface FixOutcome {
  readonly reports: readonly FixReport[];
  /** Why the file could not be written. */
  readonly problem?: FileProblem;
}

/**
 * Applies fixes to a file and writes it, whole or not at all.
 * @param taken names of all tools; new names are added
 */
export async function applyFixes(file: Fixable, fixes: readonly Fix[], taken: Set<string>): Promise<FixOutcome> {
  let source = file.source;
  const reports = fixes.map((fix): FixReport => {
    const { rule, path, description } = fix;
    const report = { file: source.file, rule, region: file.source.valueRegion(path), description };
    const refused = whyNot(file, fix, taken);
    if (refused) return { ...report, refused };
    const changed = setInText(source, path, fix.value);
    if (!changed) return { ...report, refused: 'the text cannot be changed safely here; edit it by hand' };
    source = changed;
    if (rule === 'AX-009') taken.add(String(fix.value));
    return report;
  });
  if (source === file.source) return { reports };
  try {
    await replaceFile(source);
    return { reports };
  } catch (error) {
    const message = `cannot be written: ${messageOf(error)}`;
    return { reports: [], problem: { file: source.file, message } };
  }
}

function whyNot({ isPinned }: Fixable, { rule, value }: Fix, taken: ReadonlySet<string>): string | undefined {
  if (isPinned) return 'the file is pinned by sha256';
  if (rule === 'AX-009' && taken.has(String(value))) return `another tool is called "${String(value)}" already`;
  return undefined;
}

/** Readers see the old file or the new one, never half of it. */
async function replaceFile({ file, text }: YamlSource): Promise<void> {
  const target = await realpath(file);
  const { mode } = await stat(target);
  const next = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(next, text, { flag: 'wx' });
    await chmod(next, mode);
    await rename(next, target);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
