import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { CLOCK, DATABASE } from '../../platform/common/tokens.js';
import type { Database } from '../../platform/persistence/index.js';
import type { TurnCommit } from './turn-store.js';

/** Up to this many milliseconds of storing are not corrected, so that a usual turn costs no further statement. */
const LATE_MS = 500;

/**
 * Corrects when a question was handed out, where its turn took long to be stored because the database is slow.
 * The turn stores the time at which its storing began; whatever the user sends before it has ended cannot be an
 * answer to the question.
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
