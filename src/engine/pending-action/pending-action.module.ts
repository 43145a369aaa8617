import { Module } from '@nestjs/common';
import { OutcomeWriter } from './outcome-writer.js';
import { PendingActionService } from './pending-action.service.js';
import { ProposalRepository } from './proposal.repository.js';
import { ScheduleRepository } from './schedule.repository.js';

const PARTS = [ProposalRepository, OutcomeWriter, PendingActionService, ScheduleRepository];

/** Actions that wait for a yes, and their running. Needs configuration, clock and database from global modules. */
@Module({ providers: PARTS, exports: PARTS })
export class PendingActionModule {}
