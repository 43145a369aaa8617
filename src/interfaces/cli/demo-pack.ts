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

/**
 * Brings the tables up to date, and loads the rows of the demo pack where there are no intents yet.
 * @returns whether they were loaded now
 */
export async function loadDemoPack(dataSource: DataSource): Promise<boolean> {
  await migrate(dataSource);
  const database = openDatabase(dataSource);
  try {
    const intents = await database.query('SELECT intent_code FROM ce_intent LIMIT 1');
    if (intents.length > 0) return false;
    const file = join(packageRoot(), 'seeds/demo/demo.sql');
    await applySeed(database, await readFile(file, 'utf8'), file);
    return true;
  } finally {
    await database.close();
  }
}
