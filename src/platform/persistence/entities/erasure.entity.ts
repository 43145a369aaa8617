import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request to erase somebody's data, and the receipt for it. Times are epoch milliseconds. */
@Entity('ce_erasure')
@Check('ck_ce_erasure_scope', `scope IN ('SUBJECT', 'CONVERSATION')`)
export class ErasureEntity {
  /** Counted from 1 without gaps. */
  @PrimaryColumn({ name: 'erasure_no', type: 'bigint', primaryKeyConstraintName: 'pk_ce_erasure' })
  erasureNo!: number;

  @Column({ name: 'scope', type: 'text' })
  scope!: string;

  /** Keyed hash of the subject, or of the conversation. */
  @Index('ix_ce_erasure_about')
  @Column({ name: 'about_hash', type: 'text' })
  aboutHash!: string;

  @Column({ name: 'requested_by', type: 'text' })
  requestedBy!: string;

  @Column({ name: 'started_at_ms', type: 'bigint' })
  startedAtMs!: number;

  /** Null while something is left to erase. */
  @Column({ name: 'ended_at_ms', type: 'bigint', nullable: true })
  endedAtMs!: number | null;

  /** As `src/platform/audit/erasure-receipt.ts` writes it. */
  @Column({ name: 'receipt_json', type: 'json', nullable: true })
  receiptJson!: unknown;

  /** SHA-256 of that text. */
  @Column({ name: 'receipt_hash', type: 'text', nullable: true })
  receiptHash!: string | null;
}

const TOMBSTONE_KEY = 'pk_ce_erased_conversation';

/** What is left of a conversation that was erased. */
@Entity('ce_erased_conversation')
@Index('ix_ce_erased_conversation_erasure', ['erasureNo', 'conversationHash', 'erasedAtMs'])
export class ErasedConversationEntity {
  /** Keyed hash of its id. */
  @PrimaryColumn({ name: 'conversation_hash', type: 'text', primaryKeyConstraintName: TOMBSTONE_KEY })
  conversationHash!: string;

  @PrimaryColumn({ name: 'erasure_no', type: 'bigint', primaryKeyConstraintName: TOMBSTONE_KEY })
  erasureNo!: number;

  /** Of one that was begun anew with the same id, and erased again, there is another one. */
  @PrimaryColumn({ name: 'erased_at_ms', type: 'bigint', primaryKeyConstraintName: TOMBSTONE_KEY })
  erasedAtMs!: number;

  /** `record_hash` of its newest turn record. */
  @Column({ name: 'last_record_hash', type: 'text', nullable: true })
  lastRecordHash!: string | null;

  @Column({ name: 'turns', type: 'integer' })
  turns!: number;

  /** How many rows of each table it had. */
  @Column({ name: 'rows_json', type: 'json' })
  rowsJson!: unknown;
}

const KEPT_KEY = 'pk_ce_kept_consent';

/** What is kept of an action that was begun, where `privacy.keep-consent` says so. Hashes are keyed. */
@Entity('ce_kept_consent')
export class KeptConsentEntity {
  @PrimaryColumn({ name: 'erasure_no', type: 'bigint', primaryKeyConstraintName: KEPT_KEY })
  erasureNo!: number;

  @PrimaryColumn({ name: 'conversation_hash', type: 'text', primaryKeyConstraintName: KEPT_KEY })
  conversationHash!: string;

  @PrimaryColumn({ name: 'erased_at_ms', type: 'bigint', primaryKeyConstraintName: KEPT_KEY })
  erasedAtMs!: number;

  /** From 1, in the order of the proposals' ids. */
  @PrimaryColumn({ name: 'consent_no', type: 'integer', primaryKeyConstraintName: KEPT_KEY })
  consentNo!: number;

  @Column({ name: 'action_key', type: 'text' })
  actionKey!: string;

  @Column({ name: 'revision', type: 'integer' })
  revision!: number;

  @Column({ name: 'status', type: 'text' })
  status!: string;

  @Column({ name: 'reason', type: 'text', nullable: true })
  reason!: string | null;

  @Column({ name: 'question_hash', type: 'text' })
  questionHash!: string;

  /** Of `arguments_hash`. */
  @Column({ name: 'arguments_hash', type: 'text' })
  argumentsHash!: string;

  /** KIND:HASH of whoever said yes. */
  @Column({ name: 'confirmed_by', type: 'text', nullable: true })
  confirmedBy!: string | null;

  @Column({ name: 'confirmed_via', type: 'text', nullable: true })
  confirmedVia!: string | null;

  /** Hash of the approver's name. */
  @Column({ name: 'approved_by', type: 'text', nullable: true })
  approvedBy!: string | null;

  @Column({ name: 'asked_at_ms', type: 'bigint', nullable: true })
  askedAtMs!: number | null;

  @Column({ name: 'confirmed_at_ms', type: 'bigint' })
  confirmedAtMs!: number;

  @Column({ name: 'closed_at_ms', type: 'bigint', nullable: true })
  closedAtMs!: number | null;
}
