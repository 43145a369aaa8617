import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { CLOCK, DATABASE } from '../../platform/common/tokens.js';
import type { Database } from '../../platform/persistence/index.js';
import type { TurnCommit } from './turn-store.js';

/** A turn that takes no longer to be stored costs no further statement; in milliseconds. */
const LATE_MS = 500;

/**
 * Questions whose turn took long to be stored, behind a slow database: they are handed out later than is stored with them, and
 * what was sent in between is no answer to them.
 */
@Injectable()
export class LateQuestions {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'query'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores when the questions of a turn that has just been stored are handed out.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async note({ lease: { conversationId }, nowMs, proposals }: TurnCommit): Promise<void> {
    const handedOutAtMs = this.clock.now();
    if (handedOutAtMs - nowMs <= LATE_MS || !proposals.some(({ askedAtMs }) => askedAtMs === nowMs)) return;
    await this.database.query(
      'UPDATE ce_action_proposal SET asked_at_ms = $3 WHERE conversation_id = $1 AND asked_at_ms = $2',
      [conversationId, nowMs, handedOutAtMs],
    );
  }
}
