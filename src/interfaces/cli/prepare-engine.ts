import type { ConvEngineConfig, LoadedConfig } from '../../platform/config/index.js';
import { migrate } from '../../platform/persistence/index.js';
import { type DemoRows, loadDemoPack, withDemoHandlers } from './demo-pack.js';
import { describeDatabase, requireMigrated, withDatabase } from './use-database.js';

/** What the engine is going to run with. */
export interface PreparedEngine {
  readonly config: ConvEngineConfig;
  /** Kind and place of the database, for people. */
  readonly database: string;
  /** Rows of `ce_intent`. */
  readonly intents: number;
  /** What became of the rows of the demo pack; left out where nobody asked for them. */
  readonly demoRows?: DemoRows;
  /** Whether `convengine keys create` has made any key. */
  readonly hasKeys: boolean;
}

/**
 * Makes sure that the engine can start: the database can be reached, its tables are up to date, and with `demo` the
 * demo pack is there.
 * @throws CommandError when the database cannot be opened, or may not be migrated and is not
 */
export async function prepareEngine(loaded: LoadedConfig, demo: boolean): Promise<PreparedEngine> {
  const { config } = loaded;
  return withDatabase(loaded, async (dataSource) => {
    if (config.database.migrateOnStart) await migrate(dataSource);
    const demoRows = demo ? await loadDemoPack(dataSource) : undefined;
    const isNewer = (await requireMigrated(dataSource, loaded)).length > 0;
    const [row]: { intents: number }[] = await dataSource.query('SELECT count(*) AS intents FROM ce_intent');
    const keys: unknown[] = await dataSource.query('SELECT 1 FROM ce_api_key LIMIT 1');
    return {
      hasKeys: keys.length > 0,
      config: demo ? withDemoHandlers(config) : config,
      database: `${describeDatabase(dataSource, loaded)}${isNewer ? '; its tables are of a newer version: use that one' : ''}`,
      intents: row?.intents ?? 0,
      ...(demoRows && { demoRows }),
    };
  });
}
