import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A business question that has been answered before, and how. */
@Entity('ce_mcp_query_knowledge')
export class QueryKnowledgeEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_mcp_query_knowledge',
  })
  id!: number;

  @Column({ name: 'query_text', type: 'varchar', length: 1000 })
  queryText!: string;

  @Column({ name: 'description', type: 'varchar', length: 2000, nullable: true })
  description!: string | null;

  @Column({ name: 'prepared_sql', type: 'varchar', length: 4000, nullable: true })
  preparedSql!: string | null;

  @Column({ name: 'tags', type: 'varchar', length: 1000, nullable: true })
  tags!: string | null;

  @Column({ name: 'api_hints', type: 'varchar', length: 1000, nullable: true })
  apiHints!: string | null;
}
