import { describeConfig, type LoadedConfig, loadConfig } from '../../platform/config/index.js';

/** What every command ends with: 0 done, 1 could not be done, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** What may be given to every command. */
export interface GlobalOptions {
  readonly database?: string;
  readonly config?: readonly string[];
  readonly debug?: boolean;
}

/**
 * The configuration as a command sees it.
 * @param overrides what the command's own options say, by key; undefined ones are skipped
 * @throws EngineError CONFIGURATION_INVALID
 */
export function loadCommandConfig(
  { database, config: files = [] }: GlobalOptions,
  overrides: Record<string, unknown> = {},
): LoadedConfig {
  // The command line's own variable; the configuration would take it for a misspelt key.
  const { CONVENGINE_DEBUG: _, ...env } = process.env;
  return loadConfig({ env, files, overrides: { 'convengine.database.url': database, ...overrides } });
}

/** What `--tenant` says: the turns are those of this tenant, in the place of the configured one. */
export function asTenant(tenant: string | undefined): Record<string, unknown> {
  return { 'convengine.auth.tenant': tenant };
}

/** True where errors are to be shown with where they come from. */
export function isDebugging({ debug }: GlobalOptions): boolean {
  return debug === true || process.env.CONVENGINE_DEBUG === '1';
}

/** The database address with its password masked. */
export function shownDatabaseUrl(loaded: LoadedConfig): string {
  const line = describeConfig(loaded).find(({ key }) => key === 'convengine.database.url');
  return String(JSON.parse(line?.value ?? '""'));
}
