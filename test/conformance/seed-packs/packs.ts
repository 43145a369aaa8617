import type { TestDatabase } from '../../helpers/databases.js';

type Dialect = TestDatabase['dialect'];

/** The file of the planner pack that is for a database. */
export function plannerPack(dialect: Dialect): string {
  return `seeds/planner/mcp_planner_seed_${dialect}.sql`;
}

/** The file of the advanced pack that is for a database. */
export function advancedPack(dialect: Dialect): string {
  return `seeds/advanced/seed_mcp_advanced_${dialect}.sql`;
}
