import { Injectable } from '@nestjs/common';
import type { PipelineStep } from '../../turn/kernel/index.js';
import { PersistConversationStep } from '../store/persist-conversation.step.js';
import { PipelineEndGuardStep } from '../store/pipeline-end-guard.step.js';
import { AuditUserInputStep } from '../understand/audit-user-input.step.js';
import { HandBackStep } from './hand-back.step.js';
import { HandOverStep } from './hand-over.step.js';
import { PassOnStep } from './pass-on.step.js';
import { PersonReplyStep } from './person-reply.step.js';

/** The shorter turns of a conversation that a person answers. */
@Injectable()
export class HandoverSteps {
  private readonly end: readonly PipelineStep[];

  constructor(
    private readonly begin: AuditUserInputStep,
    persist: PersistConversationStep,
    endGuard: PipelineEndGuardStep,
  ) {
    this.end = [persist, endGuard];
  }

  /** The turn of a user's message while a person answers. */
  passOn(): PipelineStep[] {
    return [this.begin, new PassOnStep(), ...this.end];
  }

  handOver(given: { readonly queue: string; readonly note: string; readonly by: string }): PipelineStep[] {
    return [new HandOverStep(given), ...this.end];
  }

  /** @param by the person's name */
  reply(by: string): PipelineStep[] {
    return [new PersonReplyStep(by), ...this.end];
  }

  handBack(given: { readonly note: string; readonly by: string }): PipelineStep[] {
    return [new HandBackStep(given), ...this.end];
  }
}
