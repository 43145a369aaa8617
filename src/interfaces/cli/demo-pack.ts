import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ConvEngineConfig, packageRoot } from '../../platform/config/index.js';
import { applySeed, type DataSource, migrate, openDatabase } from '../../platform/persistence/index.js';

/** The same configuration, with the handlers of the demo pack. */
export function withDemoHandlers(config: ConvEngineConfig): ConvEngineConfig {
  const demo = join(packageRoot(), 'seeds/demo/handlers');
  const others = config.handlers.directories.filter((directory) => resolve(directory) !== demo);
  return { ...config, handlers: { ...config.handlers, directories: [...others, demo] } };
}

/** Whether the rows of the demo pack were loaded now, were there, or are not, as the database has others. */
export type DemoRows = 'loaded' | 'there' | 'left-out';

/** Brings the tables up to date, and loads the rows of the demo pack where there are no intents yet. */
export async function loadDemoPack(dataSource: DataSource): Promise<DemoRows> {
  await migrate(dataSource);
  const database = openDatabase(dataSource);
  try {
    const intents = await database.query('SELECT intent_code FROM ce_intent');
    if (intents.some((intent) => intent.intent_code === 'ORDER_CANCELLATION')) return 'there';
    if (intents.length > 0) return 'left-out';
    const file = join(packageRoot(), 'seeds/demo/demo.sql');
    await applySeed(database, await readFile(file, 'utf8'), file);
    return 'loaded';
  } finally {
    await database.close();
  }
}
