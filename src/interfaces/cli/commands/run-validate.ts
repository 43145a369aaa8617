import { styleText } from 'node:util';
import {
  allResults,
  compatJson,
  compatSarif,
  compatText,
  describeFileProblem,
  jsonReport,
  type Severity,
  type SeverityFilter,
  sarifReport,
  textReport,
  type Validation,
  validateFiles,
  visible,
} from '../../../authoring/index.js';
import { packageVersion } from '../../../platform/config/index.js';
import { describeError } from '../command-error.js';
import { type ExitCode, type GlobalOptions, isDebugging, loadCommandConfig } from '../options.js';
import { print } from '../terminal.js';

/** The command's own options. */
export interface ValidateCommandOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly severity: SeverityFilter;
  readonly fix?: boolean;
  readonly tools?: boolean;
  readonly compat?: boolean;
  readonly color: boolean;
}

/** Checks capability files, playbooks and manifests and, with `tools`, all that the configured service has. */
export async function runValidate(
  globals: GlobalOptions,
  paths: readonly string[],
  options: ValidateCommandOptions,
): Promise<ExitCode> {
  if (paths.length === 0 && !options.tools) {
    warn('error: There is nothing to validate. Name files or directories, or add --tools.');
    return 2;
  }
  const { compat, fix } = options;
  const onProgress = showProgress();
  let validation: Validation;
  try {
    const { service, directories } = options.tools ? await loadService(globals) : { directories: [] };
    validation = await validateFiles(compat ? paths : [...paths, ...directories], { compat, fix, service, onProgress });
  } catch (error) {
    // 1 is for findings alone.
    warn(describeError(error, isDebugging(globals)));
    return 2;
  }
  tellProblems(validation, options);
  if (validation.fileCount === 0 && !options.tools) {
    warn('No YAML capability files found in the given paths.');
    return 2;
  }
  print(report(validation, options));
  return exitCode(validation);
}

async function loadService(globals: GlobalOptions) {
  const loaded = loadCommandConfig(globals);
  const { serviceTools } = await import('../service-tools.js');
  return { service: await serviceTools(loaded), directories: loaded.config.capabilities.directories };
}

/** 2 wins: a file that nobody could read may hide anything. Warnings alone never fail. */
function exitCode({ report, problems }: Validation): ExitCode {
  if (problems.length > 0) return 2;
  return allResults(report).some(({ passed, severity }) => !passed && severity === 'FAIL') ? 1 : 0;
}

function report(validation: Validation, { format, severity, compat, color }: ValidateCommandOptions): string {
  const paint = (meaning: keyof typeof STYLES, text: string) =>
    color ? styleText(STYLES[meaning], text, { stream: process.stdout }) : text;
  if (format === 'text') {
    return compat
      ? compatText(validation.report, severity, (mark) => paint(mark as Severity, mark))
      : textReport(validation.report, { severity, paint });
  }
  if (format === 'json' && compat) return compatJson(validation.report);
  const version = packageVersion();
  if (format === 'json') return JSON.stringify(jsonReport(validation, severity), null, 2);
  const sarif = compat ? compatSarif(validation.report, version) : sarifReport(validation, severity, version);
  return JSON.stringify(sarif, null, 2);
}

const STYLES = { FAIL: 'red', WARN: 'yellow', INFO: 'cyan', PASS: 'green', dim: 'dim', bold: 'bold' } as const;

/** What could not be used, and what was changed, stands beside the report and not in it. */
function tellProblems({ problems, skipped, ignored, fixes }: Validation, { compat }: ValidateCommandOptions): void {
  if (compat) {
    for (const { file } of skipped) warn(`Warning: skipping non-existent path: ${file}`);
    for (const { file, region, message } of problems) {
      warn(`Parse error in ${file}: ${message}${region ? ` at line ${region.line} column ${region.column}` : ''}`);
    }
  } else {
    for (const problem of problems) warn(`error: ${describeFileProblem(problem)}`);
    for (const file of ignored) warn(`ignored: ${file} (it is no YAML file and no tool.manifest.json)`);
  }
  for (const { file, region, rule, description, refused } of fixes) {
    if (compat && refused === undefined) warn(`Auto-fixed 1 issue(s) in ${file}`);
    const where = `${file}:${region.line}: ${rule}`;
    if (refused === undefined) warn(`fixed: ${where} ${description}`);
    else warn(`not fixed: ${where} ${refused} (not done: ${description})`);
  }
}

function warn(text: string): void {
  process.stderr.write(`${text.split('\n').map(visible).join('\n')}\n`);
}

const PROGRESS_AFTER_MS = 500;

/** A line that is written over, on a terminal, when it takes long. */
function showProgress(): ((done: number, total: number) => void) | undefined {
  if (!process.stderr.isTTY) return undefined;
  let shownAt = Date.now();
  return (done, total) => {
    if (done === total) process.stderr.write('\r\u001b[K');
    else if (Date.now() - shownAt > PROGRESS_AFTER_MS) {
      shownAt = Date.now();
      process.stderr.write(`\r${done} of ${total} files read`);
    }
  };
}
