/** Where Nest keeps the effective configuration (`ConvEngineConfig`). */
export const CONFIG = Symbol('convengine.config');

/** Where Nest keeps the database of the process (`Database`). */
export const DATABASE = Symbol('convengine.database');

/** Where Nest keeps what processes tell one another (`Notifications`). */
export const NOTIFICATIONS = Symbol('convengine.notifications');

/** Where Nest keeps the clock (`Clock`). */
export const CLOCK = Symbol('convengine.clock');

/** Where Nest keeps TypeORM's data source, migrated (`DataSource`). */
export const DATA_SOURCE = Symbol('convengine.data-source');

/** Where Nest keeps the language model (`LlmClient`). */
export const LLM_CLIENT = Symbol('convengine.llm-client');

/** The same model, whose calls are written down nowhere. */
export const UNLOGGED_LLM_CLIENT = Symbol('convengine.unlogged-llm-client');

/** Seals ids and links with a secret that the processes of one database share (`Seal`). */
export const SEAL = Symbol('convengine.seal');
