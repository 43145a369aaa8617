import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { acrossTenants, currentTenant, DEFAULT_TENANT } from '../../platform/common/tenant.js';
import { CLOCK, DATABASE } from '../../platform/common/tokens.js';
import type { Database } from '../../platform/persistence/index.js';

/** A message's place among those that wait for one conversation. */
export interface Arrival {
  readonly conversationId: string;
  /** Messages of the conversation are answered in this order, whichever process they came to. */
  readonly arrivalNo: number;
  /** The newest turn that was stored when the message came: it can answer no question of a later one. */
  readonly seenTurn: number;
}

/**
 * Takes the next number of the conversation. Runs for all tenants, because a message to an id of another tenant takes
 * a number, too, and has to be seen.
 */
const NOTE = `
  INSERT INTO ce_message_arrival
         (conversation_id, arrival_no, process, idempotency_key, seen_turn, waits_until_ms, arrived_at_ms, tenant_id)
  SELECT $1, COALESCE(max(a.arrival_no), 0) + 1, $5, $2,
         (SELECT min(seen.turn) FROM (
            SELECT COALESCE((SELECT c.turn_no FROM ce_conversation c WHERE c.conversation_id = $1), 0) AS turn
            UNION ALL SELECT CAST($6 AS integer)) seen),
         $3, $4, COALESCE($7, '${DEFAULT_TENANT}')
    FROM ce_message_arrival a WHERE a.conversation_id = $1
  ON CONFLICT DO NOTHING
  RETURNING arrival_no, seen_turn`;

/** No turn has a greater number. */
const LAST_TURN = 2_147_483_647;

const GIVE_UP = `
  UPDATE ce_message_arrival SET waits_until_ms = NULL WHERE conversation_id = $1 AND arrival_no = $2`;

/**
 * How often the next number is asked for when other messages take it first, and the longest pause between two
 * attempts in milliseconds.
 */
const ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 250;

/**
 * Refused messages that are noted at the same time, at most: an overloaded database is not to be kept busy with them.
 */
const MOST_REFUSED = 8;

/** What is noted of a message. */
interface Arriving extends Omit<Arrival, 'arrivalNo'> {
  readonly idempotencyKey: string | null;
  readonly process: string;
  readonly nowMs: number;
  /** Null for one that does not wait. */
  readonly waitsUntilMs: number | null;
}

/** A message that has to wait for others of its conversation. */
interface WaitingMessage {
  readonly conversationId: string;
  readonly idempotencyKey: string | null;
  /** How owners of this process begin: it keeps its own messages in order by itself. */
  readonly process: string;
  /** How long it waits at most, in milliseconds; until then, later messages of other processes let it go first. */
  readonly waitMs: number;
  /** The newest turn that may have been stored when the message came, where that is known. */
  readonly seenTurn?: number | undefined;
}

/** @throws EngineError DATABASE_UNAVAILABLE, also where other messages take each number first */
export async function noteArrival(
  database: Pick<Database, 'query' | 'keepsTenantsApart'>,
  { conversationId, idempotencyKey, process, seenTurn, nowMs, waitsUntilMs }: Arriving,
): Promise<Arrival> {
  const tenant = (await database.keepsTenantsApart()) ? (currentTenant() ?? null) : null;
  const about = [conversationId, idempotencyKey, waitsUntilMs, nowMs, process, seenTurn, tenant];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [row] = await acrossTenants(() => database.query(NOTE, about));
    if (row) return { conversationId, arrivalNo: Number(row.arrival_no), seenTurn: Number(row.seen_turn) };
    // Another message took the same number in this moment.
    await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt));
  }
  throw new EngineError(
    'DATABASE_UNAVAILABLE',
    'Too many messages came to the conversation at once; nothing was done.',
  );
}

/** In which order messages of a conversation came, over all processes, where they have to wait for each other. */
@Injectable()
export class MessageArrivals {
  /** Refused messages that are being noted. */
  private refused = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'query' | 'keepsTenantsApart'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws EngineError DATABASE_UNAVAILABLE */
  note({ waitMs, seenTurn = LAST_TURN, ...message }: WaitingMessage): Promise<Arrival> {
    const nowMs = this.clock.now();
    return noteArrival(this.database, { ...message, seenTurn, nowMs, waitsUntilMs: nowMs + waitMs });
  }

  /**
   * Notes a message that is refused before it could wait, so that a repetition of it answers nothing newer in any process. Not where
   * many are refused at once, nor where the database does not take it: then this process alone knows.
   */
  async noteRefused(conversationId: string, idempotencyKey: string, process: string): Promise<void> {
    if (this.refused >= MOST_REFUSED) return;
    this.refused += 1;
    const arriving = { conversationId, idempotencyKey, process, seenTurn: LAST_TURN, nowMs: this.clock.now() };
    await noteArrival(this.database, { ...arriving, waitsUntilMs: null }).catch(() => undefined);
    this.refused -= 1;
  }

  /** The message is not answered now; what it could have answered stays known for a repetition of it. */
  async giveUp({ conversationId, arrivalNo }: Arrival): Promise<void> {
    await this.database.query(GIVE_UP, [conversationId, arrivalNo]);
  }
}
