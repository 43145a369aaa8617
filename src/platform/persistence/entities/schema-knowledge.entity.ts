import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** What a table means, or one of its columns, in the words of the business. */
@Entity('ce_mcp_schema_knowledge')
export class SchemaKnowledgeEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_mcp_schema_knowledge',
  })
  id!: number;

  @Column({ name: 'table_name', type: 'varchar', length: 255 })
  tableName!: string;

  /** Null when the row is about the table as a whole. */
  @Column({ name: 'column_name', type: 'varchar', length: 255, nullable: true })
  columnName!: string | null;

  @Column({ name: 'description', type: 'varchar', length: 2000, nullable: true })
  description!: string | null;

  @Column({ name: 'tags', type: 'varchar', length: 1000, nullable: true })
  tags!: string | null;
}
