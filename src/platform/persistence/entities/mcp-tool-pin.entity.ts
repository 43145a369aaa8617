import { Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = 'pk_ce_mcp_tool_pin';

/** A tool of another server as it may be called, and as it was seen last. Times are epoch milliseconds. */
@Entity('ce_mcp_tool_pin')
export class McpToolPinEntity {
  /** As in `convengine.mcp.servers`. */
  @PrimaryColumn({ name: 'server_name', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  serverName!: string;

  @PrimaryColumn({ name: 'tool_name', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  toolName!: string;

  /** SHA-256 of the definition that may be called: the first one seen, or the one an operator has approved. */
  @Column({ name: 'approved_hash', type: 'text' })
  approvedHash!: string;

  @Column({ name: 'approved_json', type: 'jsonb' })
  approvedJson!: unknown;

  @Column({ name: 'approved_at_ms', type: 'bigint' })
  approvedAtMs!: number;

  /** Who has approved it; null for the first one seen. */
  @Column({ name: 'approved_by', type: 'text', nullable: true })
  approvedBy!: string | null;

  @Column({ name: 'approval_note', type: 'text', nullable: true })
  approvalNote!: string | null;

  /** The definition the server has shown last; where it is another, the tool is held. */
  @Column({ name: 'seen_hash', type: 'text' })
  seenHash!: string;

  @Column({ name: 'seen_json', type: 'jsonb' })
  seenJson!: unknown;

  @Column({ name: 'seen_at_ms', type: 'bigint' })
  seenAtMs!: number;
}
