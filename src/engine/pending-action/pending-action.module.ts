import { Module } from '@nestjs/common';
import { OutcomeWriter } from './outcome-writer.js';
import { PendingActionService } from './pending-action.service.js';
import { ProposalRepository } from './proposal.repository.js';
import { ProposalApprovals } from './proposal-approvals.js';
import { ProposalClaims } from './proposal-claims.js';
import { ProposalSweep } from './proposal-sweep.js';
import { ProposalsInDoubt } from './proposals-in-doubt.js';
import { ScheduleRepository } from './schedule.repository.js';

const PROPOSALS = [ProposalRepository, ProposalApprovals, ProposalClaims, ProposalSweep, ProposalsInDoubt];
const PARTS = [...PROPOSALS, OutcomeWriter, PendingActionService, ScheduleRepository];

/** Actions that wait for a yes, and their running. Needs configuration, clock and database from global modules. */
@Module({ providers: PARTS, exports: PARTS })
export class PendingActionModule {}
