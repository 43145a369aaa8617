import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import { CLOCK } from '../../platform/common/tokens.js';
import { ConversationReader } from '../conversation/index.js';
import type { Principal } from '../principal/index.js';
import { HandoverSteps } from '../steps/index.js';
import { type PipelineStep, TurnPipeline } from './kernel/index.js';
import { TurnService } from './turn.service.js';
import type { MessageResponse, ShownHandover } from './turn-request.js';

/** Who acts on a conversation beside its user. */
export interface HandoverCall {
  readonly conversationId: string;
  readonly principal: Principal;
  /** A repeated key gets the first answer, and does nothing. */
  readonly idempotencyKey?: string | undefined;
}

/** A conversation behind a hand-over, a person's reply or a hand-back. */
export interface HandoverState {
  readonly conversationId: string;
  /** The number of the turn that this was. */
  readonly turn: number;
  /** What the user reads of it. */
  readonly text: string;
  /** Null where the engine answers. */
  readonly handover: ShownHandover | null;
}

/**
 * Hands conversations over to people and back, and says what people say. Each is a turn of the conversation: it waits for the
 * turn before it, is recorded like one, and reaches those who follow the conversation.
 */
@Injectable()
export class Handovers {
  constructor(
    private readonly turns: TurnService,
    private readonly pipeline: TurnPipeline,
    private readonly steps: HandoverSteps,
    private readonly reader: ConversationReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * From now on a person answers. A conversation that is handed over already goes to another queue.
   * @throws EngineError NOT_FOUND, and as `TurnService.handle` does
   */
  begin(call: HandoverCall, given: { queue: string; note: string; by: string }): Promise<HandoverState> {
    return this.turn(call, this.steps.handOver(given), { handOver: given });
  }

  /**
   * A person's words to the user.
   * @param by the person's name
   * @throws EngineError NOT_FOUND, NOT_HANDED_OVER, and as `TurnService.handle` does
   */
  reply(call: HandoverCall, { by, text }: { by: string; text: string }): Promise<HandoverState> {
    return this.turn(call, this.steps.reply(by), { reply: by }, text);
  }

  /**
   * From now on the engine answers, where the conversation stood.
   * @throws EngineError NOT_FOUND, NOT_HANDED_OVER, and as `TurnService.handle` does
   */
  end(call: HandoverCall, given: { note: string; by: string }): Promise<HandoverState> {
    return this.turn(call, this.steps.handBack(given), { handBack: given });
  }

  private async turn(
    { conversationId, principal, idempotencyKey }: HandoverCall,
    steps: readonly PipelineStep[],
    operation: JsonObject,
    message = '',
  ): Promise<HandoverState> {
    // A turn would make the conversation where there is none.
    if (!(await this.reader.find(conversationId, this.clock.now()))) {
      throw new EngineError('NOT_FOUND', `There is no conversation ${conversationId}.`);
    }
    const given = { conversationId, principal, operation, message };
    // Keys of the user's side are no keys of these: no header can have a blank.
    const request = { ...given, ...(idempotencyKey !== undefined && { idempotencyKey: `handover ${idempotencyKey}` }) };
    const { responseText } = await this.turns.handle(request, this.pipeline.with(steps));
    const { turn, payload, handover = null } = JSON.parse(responseText) as MessageResponse;
    return { conversationId, turn, text: payload.value, handover };
  }
}
