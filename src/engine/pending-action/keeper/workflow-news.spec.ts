import { describe, expect, it } from 'vitest';
import type { EmbeddedWorkflows } from '../../../tools/index.js';
import type { IdleConversations } from '../../conversation/index.js';
import type { RunQuestions } from './run-questions.js';
import { WorkflowNews } from './workflow-news.js';

describe('WorkflowNews', () => {
  it('listens to the runs of this process until it stops', async () => {
    const listeners = new Set<() => void>();
    const workflows = {
      askBy: () => undefined,
      news: async () => [],
      onNews: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const news = new WorkflowNews(
      workflows as unknown as EmbeddedWorkflows,
      {} as IdleConversations,
      { tellAnswers: async () => undefined } as unknown as RunQuestions,
      { flow: { actionLifecycle: { sweepSeconds: 0 } } } as ConstructorParameters<typeof WorkflowNews>[3],
    );
    news.start();
    expect(listeners.size).toBe(1);
    await news.stop();
    expect(listeners.size).toBe(0);
  });
});
