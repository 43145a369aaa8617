import { expect, it } from 'vitest';
import { openedProposal } from '../../../../test/helpers/proposals.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { EmbeddedWorkflows, RunKey } from '../../../tools/index.js';
import type { IdleConversations } from '../../conversation/index.js';
import { type ProposalRepository, runApprovalRef } from '../index.js';
import { RunQuestions } from './run-questions.js';

it('tells every run its answer, also behind one that cannot be told', async () => {
  const answered = ['k.1', 'k.2', 'k.3'].map((runId) => openedProposal({ actionRef: runApprovalRef(runId, 'price') }));
  const told: string[] = [];
  const decide = async ({ runId }: RunKey) => {
    if (runId === 'k.1') throw new Error('broken');
    told.push(runId);
    return true;
  };
  const questions = new RunQuestions(
    {} as IdleConversations,
    { answeredRuns: async () => answered } as unknown as ProposalRepository,
    { decide } as unknown as EmbeddedWorkflows,
    {} as ConvEngineConfig,
    { now: () => 0 },
  );
  await questions.tellAnswers();
  expect(told).toEqual(['k.2', 'k.3']);
});
