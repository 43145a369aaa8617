import { describe, expect, it } from 'vitest';
import { mayFollow } from './next-tool-policy.js';
import { readPlan } from './plan.js';

describe('a plan', () => {
  it.each([
    [
      { action: 'call_tool', tool_code: ' a.b ', args: { x: 1 } },
      { action: 'CALL_TOOL', toolCode: 'a.b', args: { x: 1 } },
    ],
    [
      { action: 'CALL_TOOL', tool_code: 'a', args: null },
      { action: 'CALL_TOOL', toolCode: 'a', args: {} },
    ],
    [
      { action: 'ANSWER', answer: 'done' },
      { action: 'ANSWER', answer: 'done' },
    ],
    [
      { action: 'ANSWER', answer: null },
      { action: 'ANSWER', answer: '' },
    ],
    [{ action: 'CALL_TOOL' }, { action: 'UNDECIDED' }],
    [{ action: 'DANCE' }, { action: 'UNDECIDED' }],
    ['ANSWER', { action: 'UNDECIDED' }],
  ])('%j is read', (output, expected) => expect(readPlan(output)).toEqual(expected));
});

describe('the order of tools', () => {
  const map = {
    enabled: true,
    failClosed: false,
    allowedNextByCurrentTool: { __START__: ['Look.Up'], 'look.up': ['save'] },
  };

  it('allows what the map lists, in any case', () => {
    expect(mayFollow(map, undefined, 'look.up')).toBe(true);
    expect(mayFollow(map, 'LOOK.UP', 'SAVE')).toBe(true);
  });

  it('forbids what a listed tool does not lead to', () => {
    expect(mayFollow(map, undefined, 'save')).toBe(false);
  });

  it('decides about unlisted tools as configured, and about none when it is switched off', () => {
    expect(mayFollow(map, 'save', 'look.up')).toBe(true);
    expect(mayFollow({ ...map, failClosed: true }, 'save', 'look.up')).toBe(false);
    expect(mayFollow({ ...map, enabled: false }, undefined, 'save')).toBe(true);
  });
});
