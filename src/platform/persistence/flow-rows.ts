import type { DataSource, EntityManager, ObjectLiteral, QueryRunner } from 'typeorm';
import { pagesOf } from '../common/pages.js';
import { ALL_TENANTS } from '../common/tenant.js';
import { dialectOf } from './data-source.js';
import { asDatabaseError } from './database-errors.js';
import { ClassifierEntity } from './entities/classifier.entity.js';
import { ConfigEntity } from './entities/config.entity.js';
import { ContainerEntity } from './entities/container.entity.js';
import { DbToolEntity } from './entities/db-tool.entity.js';
import { IntentEntity } from './entities/intent.entity.js';
import { IntentExampleEntity } from './entities/intent-example.entity.js';
import { PendingActionEntity } from './entities/pending-action.entity.js';
import { PlannerEntity } from './entities/planner.entity.js';
import { PolicyEntity } from './entities/policy.entity.js';
import { PromptEntity } from './entities/prompt.entity.js';
import { QueryKnowledgeEntity } from './entities/query-knowledge.entity.js';
import { ResponseEntity } from './entities/response.entity.js';
import { RuleEntity } from './entities/rule.entity.js';
import { SchemaEntity } from './entities/schema.entity.js';
import { SchemaKnowledgeEntity } from './entities/schema-knowledge.entity.js';
import { ToolEntity } from './entities/tool.entity.js';
import { VerboseEntity } from './entities/verbose.entity.js';
import { asSqliteError } from './sqlite-errors.js';
import { TENANT_SETTING } from './tenant-query.js';

type EntityClass = new () => object;

export type ConfigRow = Readonly<ConfigEntity>;
export type IntentRow = Readonly<IntentEntity>;
export type ClassifierRow = Readonly<ClassifierEntity>;
export type IntentExampleRow = Readonly<IntentExampleEntity>;
export type SchemaRow = Readonly<SchemaEntity>;
export type PromptRow = Readonly<PromptEntity>;
export type ResponseRow = Readonly<ResponseEntity>;
export type RuleRow = Readonly<RuleEntity>;
export type PolicyRow = Readonly<PolicyEntity>;
export type PendingActionRow = Readonly<PendingActionEntity>;
export type ContainerRow = Readonly<ContainerEntity>;
export type ToolRow = Readonly<ToolEntity>;
export type DbToolRow = Readonly<DbToolEntity>;
export type PlannerRow = Readonly<PlannerEntity>;
export type VerboseRow = Readonly<VerboseEntity>;

/**
 * Every row of the flow tables, enabled or not, as plain objects ordered by priority (where the table has one) and
 * id. Nothing is validated yet: JSON columns are `unknown`, text on SQLite and parsed on PostgreSQL.
 */
export interface FlowRows {
  readonly configs: readonly ConfigRow[];
  readonly intents: readonly IntentRow[];
  readonly classifiers: readonly ClassifierRow[];
  readonly intentExamples: readonly IntentExampleRow[];
  readonly schemas: readonly SchemaRow[];
  readonly prompts: readonly PromptRow[];
  readonly responses: readonly ResponseRow[];
  readonly rules: readonly RuleRow[];
  readonly policies: readonly PolicyRow[];
  readonly pendingActions: readonly PendingActionRow[];
  readonly containers: readonly ContainerRow[];
  readonly tools: readonly ToolRow[];
  readonly dbTools: readonly DbToolRow[];
  readonly planners: readonly PlannerRow[];
  readonly verboses: readonly VerboseRow[];
}

/** The entity of each flow table, and the property that its rows are known by; tables that others refer to come first. */
export const FLOW_ENTITIES: Readonly<Record<keyof FlowRows, { readonly entity: EntityClass; readonly key: string }>> = {
  intents: { entity: IntentEntity, key: 'intentCode' },
  classifiers: { entity: ClassifierEntity, key: 'classifierId' },
  intentExamples: { entity: IntentExampleEntity, key: 'exampleId' },
  schemas: { entity: SchemaEntity, key: 'schemaId' },
  prompts: { entity: PromptEntity, key: 'templateId' },
  responses: { entity: ResponseEntity, key: 'responseId' },
  rules: { entity: RuleEntity, key: 'ruleId' },
  policies: { entity: PolicyEntity, key: 'policyId' },
  pendingActions: { entity: PendingActionEntity, key: 'pendingActionId' },
  containers: { entity: ContainerEntity, key: 'id' },
  tools: { entity: ToolEntity, key: 'toolId' },
  dbTools: { entity: DbToolEntity, key: 'toolId' },
  planners: { entity: PlannerEntity, key: 'plannerId' },
  verboses: { entity: VerboseEntity, key: 'verboseId' },
  configs: { entity: ConfigEntity, key: 'configId' },
};

/** Rows that tools answer from. There can be many, and no turn needs them: they are read when somebody asks for them. */
export interface KnowledgeTableRows {
  readonly queryKnowledge: readonly Readonly<QueryKnowledgeEntity>[];
  readonly schemaKnowledge: readonly Readonly<SchemaKnowledgeEntity>[];
}

/** The entities of the knowledge tables, as those of the flow tables. */
export const KNOWLEDGE_ENTITIES: Readonly<
  Record<keyof KnowledgeTableRows, { readonly entity: EntityClass; readonly key: string }>
> = {
  queryKnowledge: { entity: QueryKnowledgeEntity, key: 'id' },
  schemaKnowledge: { entity: SchemaKnowledgeEntity, key: 'id' },
};

let lastLoad: Promise<unknown> = Promise.resolve();

/**
 * Reads the flow tables as they are at one moment: what somebody commits meanwhile is seen whole or not at all.
 * @throws EngineError DATABASE_UNAVAILABLE when the database cannot be reached
 */
export function loadFlowRows(dataSource: DataSource): Promise<FlowRows> {
  return betweenLoads(() => inSnapshot(dataSource, readAll));
}

/** Writes flow rows, of either database, into the empty flow tables of a SQLite database. */
export async function insertFlowRows(rows: FlowRows, target: DataSource): Promise<void> {
  for (const [name, { entity }] of Object.entries(FLOW_ENTITIES)) {
    const values = rows[name as keyof FlowRows].map((row) =>
      Object.fromEntries(Object.entries(row).map(asSqliteColumn)),
    );
    for (const page of pagesOf(values, ROWS_AT_ONCE)) {
      await target.getRepository<ObjectLiteral>(entity).insert([...page]);
    }
  }
}

/** A statement of SQLite takes a number of parameters. */
const ROWS_AT_ONCE = 200;

/** PostgreSQL gives JSON as objects; SQLite keeps its text. */
function asSqliteColumn([name, value]: [string, unknown]): [string, unknown] {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return [name, isJson ? JSON.stringify(value) : value];
}

/** Runs some work while no flow rows are being read. */
export function betweenLoads<T>(work: () => Promise<T>): Promise<T> {
  const result = lastLoad.then(work);
  lastLoad = result.catch(() => undefined);
  return result;
}

async function readAll(manager: EntityManager): Promise<FlowRows> {
  const tables: [string, object[]][] = [];
  for (const [name, { entity, key }] of Object.entries(FLOW_ENTITIES)) {
    const rows = await manager.getRepository<ObjectLiteral>(entity).find();
    tables.push([
      name,
      inOrder(
        rows.map((row) => ({ ...row })),
        key,
      ),
    ]);
  }
  return Object.fromEntries(tables) as unknown as FlowRows;
}

/** Rows by priority and key. Sorted here, because databases differ in how they order text. */
export function inOrder<R extends ObjectLiteral>(rows: readonly R[], key: string): R[] {
  return rows.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0) || (a[key] < b[key] ? -1 : 1));
}

/** The rows of all tenants: each has its own definition made of them. */
const BEGIN_ON_POSTGRES = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ${TENANT_SETTING} = '${ALL_TENANTS}'`;

/** Runs on SQLite one at a time, since TypeORM has one connection there. */
async function inSnapshot<T>(dataSource: DataSource, read: (manager: EntityManager) => Promise<T>): Promise<T> {
  const queryRunner = dataSource.createQueryRunner();
  try {
    const isPostgres = dialectOf(dataSource) === 'postgres';
    await queryRunner.query(isPostgres ? BEGIN_ON_POSTGRES : 'BEGIN');
    return await read(queryRunner.manager).finally(() => endReading(queryRunner));
  } catch (error) {
    throw asDatabaseError(asSqliteError(error));
  } finally {
    await queryRunner.release();
  }
}

/** Nothing was written, so that COMMIT can only fail because the connection is gone; the read has told that already. */
async function endReading(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query('COMMIT').catch(() => undefined);
}
