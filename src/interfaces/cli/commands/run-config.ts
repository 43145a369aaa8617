import { type ConfigLine, describeConfig } from '../../../platform/config/index.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, table } from '../terminal.js';

/** Prints every key with its effective value and its origin. */
export async function runConfig(globals: GlobalOptions, { json }: { readonly json?: boolean }): Promise<ExitCode> {
  const lines = describeConfig(loadCommandConfig(globals));
  print(json ? asJson(lines) : table(lines.map(({ key, value, origin }) => [key, origin, value])));
  return 0;
}

function asJson(lines: readonly ConfigLine[]): string {
  const entries = lines.map(({ key, value, origin }) => ({ key, value: JSON.parse(value) as unknown, origin }));
  return JSON.stringify(entries, null, 2);
}
