import { describe, expect, it } from 'vitest';
import { auditStreamEvent, progressStreamEvent } from './stream-envelope.js';

describe('auditStreamEvent', () => {
  it('is named by its stage and identified by its audit id', () => {
    const event = auditStreamEvent({
      conversationId: 'c',
      auditId: 7,
      turnNo: 2,
      stage: 'RULE_MATCH',
      payload: { ruleId: 1 },
      createdAtMs: 0,
    });
    expect(event).toEqual({
      name: 'RULE_MATCH',
      id: 7,
      data: {
        eventType: 'AUDIT',
        auditId: 7,
        stage: 'RULE_MATCH',
        turnNo: 2,
        createdAt: '1970-01-01T00:00:00.000Z',
        payload: { ruleId: 1 },
        verbose: null,
      },
    });
  });
});

describe('progressStreamEvent', () => {
  const progress = { stage: 'MCP_TOOL_CALL', text: 'Checking…', level: 'INFO' } as const;

  it('is a VERBOSE event without an id, with the text where clients look for it', () => {
    const { id, name, data } = progressStreamEvent(progress, 0, []);
    const verbose = {
      eventType: 'VERBOSE_PROGRESS',
      determinant: 'MCP_TOOL_CALL',
      level: 'INFO',
      text: 'Checking…',
      message: 'Checking…',
      errorMessage: null,
    };
    expect([id, name]).toEqual([undefined, 'VERBOSE']);
    expect(data).toEqual({
      eventType: 'VERBOSE',
      auditId: null,
      stage: 'VERBOSE',
      createdAt: '1970-01-01T00:00:00.000Z',
      payload: { verbose },
      verbose,
    });
  });

  it('passes details on without their secrets', () => {
    const details = { toolCode: 'loan.rating', metadata: { token: 'x' } };
    const { data } = progressStreamEvent({ ...progress, level: 'ERROR', details }, 0, ['token']);
    expect(data.verbose).toMatchObject({
      errorMessage: 'Checking…',
      toolCode: 'loan.rating',
      metadata: { token: '[redacted]' },
    });
  });
});
