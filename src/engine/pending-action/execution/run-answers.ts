import { Injectable } from '@nestjs/common';
import { EmbeddedWorkflows } from '../../../tools/index.js';
import { askedDigest, askingStep, type Proposal, ProposalRepository } from '../index.js';

/** Tells runs of workflows the yes to what they have asked. */
@Injectable()
export class RunAnswers {
  constructor(
    private readonly proposals: ProposalRepository,
    private readonly workflows: EmbeddedWorkflows,
  ) {}

  /** Tells a run of the yes that has claimed its question, once or again; false where it does not wait for it any more. */
  async agree(proposal: Proposal): Promise<boolean> {
    const { conversationId, proposalId } = proposal;
    const { runId, step } = askingStep(proposal);
    const key = { conversationId, runId };
    const by = await this.proposals.confirmedBy(conversationId, proposalId);
    if (by === null) return false;
    if (await this.workflows.decide(key, step, { approved: true, by }, askedDigest(proposal))) return true;
    const run = await this.workflows.status(key);
    return run?.steps.some((one) => one.step === step && one.status === 'DONE') ?? false;
  }
}
