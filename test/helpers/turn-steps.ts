import { Test } from '@nestjs/testing';
import { ToolCallSteps, TURN_STEPS } from '../../src/engine/steps/index.js';
import type { PipelineStep } from '../../src/engine/turn/kernel/index.js';
import { CONFIG } from '../../src/platform/common/tokens.js';
import { loadConfig } from '../../src/platform/config/index.js';

/** The steps of a turn as the container makes them, without what they work with: they can be asked, and not run. */
export async function idleSteps(): Promise<{ readonly steps: PipelineStep[]; readonly calls: ToolCallSteps }> {
  const { config } = loadConfig({ env: {}, directory: '/nonexistent' });
  const providers = [...TURN_STEPS, ToolCallSteps, { provide: CONFIG, useValue: config }];
  const container = await Test.createTestingModule({ providers })
    .useMocker(() => ({}))
    .compile();
  return { steps: TURN_STEPS.map((step) => container.get<PipelineStep>(step)), calls: container.get(ToolCallSteps) };
}
