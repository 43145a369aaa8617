import { type DynamicModule, Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Clock } from '../common/clock.js';
import { EngineError } from '../common/errors.js';
import { CLOCK, DATA_SOURCE, DATABASE, NOTIFICATIONS } from '../common/tokens.js';
import { Troubles } from '../common/troubles.js';
import type { KeyRing } from '../secrets/index.js';
import { createDataSource, dialectOf, sqliteFile } from './data-source.js';
import type { Database } from './database.js';
import { FlowTables } from './flow-tables.js';
import { migrate } from './migrate.js';
import { LocalNotifications, type Notifications } from './notifications.js';
import { isPoolTaken } from './open-database.js';
import { openEncrypted } from './open-encrypted.js';
import { PostgresNotifications } from './postgres-notifications.js';
import { tenantTrouble } from './row-security.js';
import { beginServiceClock } from './service-clock.js';
import { holdSqlite } from './sqlite-hold.js';
import type { WaitLimits } from './wait-limits.js';

/** What `convengine.database` says. */
export interface PersistenceSettings extends WaitLimits {
  readonly url: string;
  readonly poolSize: number;
  readonly migrateOnStart: boolean;
}

/** The engine's data source has a name of its own, so that an application may have a default one beside it. */
const NAME = 'convengine';
const POOL_TAKEN = 'All connections to the database are taken, and more is waiting for one than there are.';

/**
 * The database of the process: TypeORM's data source for tables and flow rows, the port everything else uses, and the
 * time that all processes of the database share.
 */
@Global()
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(@Inject(DATA_SOURCE) private readonly dataSource: DataSource) {}

  /**
   * @param encryptionKeys what `convengine.encryption.keys` says
   * @param clock in the place of the database's time
   * @param isShared whether other processes may serve the same SQLite file
   */
  static forRoot(
    settings: PersistenceSettings,
    encryptionKeys: readonly string[],
    clock?: Clock,
    isShared = false,
  ): DynamicModule {
    const { url } = settings;
    const logger = new Logger('Encryption');
    return {
      module: PersistenceModule,
      imports: [
        TypeOrmModule.forRootAsync({
          name: NAME,
          useFactory: () => ({ ...serving(settings).options, toRetry: () => false }),
          dataSourceFactory: async () => (isShared ? connect(settings) : connectAlone(settings)),
        }),
      ],
      providers: [
        FlowTables,
        { provide: DATA_SOURCE, useExisting: getDataSourceToken(NAME) },
        {
          provide: DATABASE,
          inject: [DATA_SOURCE, Troubles],
          useFactory: async (dataSource: DataSource, troubles: Troubles) => {
            troubles.watch(() => (isPoolTaken(dataSource) ? POOL_TAKEN : undefined));
            const { database, ring } = await openEncrypted(dataSource, encryptionKeys, settings);
            // Of the start, warnings alone are logged; and it is one: lists do less.
            if (ring) logger.warn(describeKeys(ring));
            const trouble = await tenantTrouble(database);
            if (trouble !== undefined) throw new EngineError('CONFIGURATION_INVALID', trouble);
            return database;
          },
        },
        {
          provide: CLOCK,
          inject: [DATABASE, Troubles],
          useFactory: (database: Database, troubles: Troubles) => clock ?? beginServiceClock(database, troubles),
        },
        {
          provide: NOTIFICATIONS,
          inject: [DATA_SOURCE, Troubles],
          useFactory: (dataSource: DataSource, troubles: Troubles) => createNotifications(dataSource, url, troubles),
        },
      ],
      exports: [FlowTables, DATA_SOURCE, DATABASE, CLOCK, NOTIFICATIONS],
    };
  }

  onApplicationShutdown(): void {
    releases.get(this.dataSource)?.();
  }
}

/** What lets another process serve the SQLite file of a data source. */
const releases = new WeakMap<DataSource, () => void>();

/**
 * Connects to a database that this process serves; PostgreSQL is for as many as there are.
 * @throws EngineError CONFIGURATION_INVALID where another process serves the SQLite file
 */
async function connectAlone(settings: PersistenceSettings): Promise<DataSource> {
  if (!/^sqlite:/i.test(settings.url)) return connect(settings);
  const hold = holdSqlite(sqliteFile(settings.url));
  if (!hold.isHeld) throw servedElsewhere(hold.holder);
  try {
    const dataSource = await connect(settings);
    releases.set(dataSource, hold.release);
    return dataSource;
  } catch (error) {
    hold.release();
    throw error;
  }
}

function servedElsewhere(holder: number | undefined): EngineError {
  const who = holder === undefined ? 'Another process' : `Process ${holder}`;
  const text = `${who} serves the SQLite file of convengine.database.url, and such a file is for one service.`;
  return new EngineError('CONFIGURATION_INVALID', text);
}

/** Not listening yet: whoever closes the database closes them before. */
function createNotifications(dataSource: DataSource, url: string, troubles: Troubles): Notifications {
  if (dialectOf(dataSource) === 'sqlite') return new LocalNotifications();
  const notifications = new PostgresNotifications(url);
  troubles.watch(() => (notifications.isDown ? 'Other processes cannot be heard.' : undefined));
  return notifications;
}

function serving(settings: PersistenceSettings): DataSource {
  return createDataSource(settings.url, { poolSize: settings.poolSize, limits: settings });
}

async function connect(settings: PersistenceSettings): Promise<DataSource> {
  const dataSource = serving(settings);
  const applied = settings.migrateOnStart ? await bringUpToDate(settings.url) : [];
  if (applied.length > 0) new Logger('Migrations').log(`applied ${applied.join(', ')}`);
  return dataSource.initialize();
}

/** On a connection without limits: a migration takes as long as it takes, and so does waiting for that of another process. */
async function bringUpToDate(url: string): Promise<string[]> {
  const dataSource = await createDataSource(url, { poolSize: 1 }).initialize();
  try {
    return await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

function describeKeys({ current, names }: KeyRing): string {
  const others = names.filter((name) => name !== current);
  const read = others.length > 0 ? `, and read with ${others.join(', ')} as well` : '';
  return `what people said, arguments and results are encrypted with the key ${current}${read}; lists find no words in them`;
}
