import { describe, expect, it } from 'vitest';
import type { Tool } from '../../tools/index.js';
import { DEFAULT_SCOPE, seesIntent, seesTool, seesToolCode } from './client-scope.js';

const tool = (code: string, intent = 'ANY', state = 'any') => ({ code, intent, state }) as Tool;

describe('a client', () => {
  it('without a scope of its own sees the tools for any intent and state alone', () => {
    expect(seesTool(DEFAULT_SCOPE, tool('a'))).toBe(true);
    expect(seesTool(DEFAULT_SCOPE, tool('a', 'ORDER'))).toBe(false);
    expect(seesTool(DEFAULT_SCOPE, tool('a', 'ANY', 'PAID'))).toBe(false);
  });

  it('sees the tools of the intents and states it is given, in any case', () => {
    const scope = { ...DEFAULT_SCOPE, intents: ['order'], states: ['*'] };
    expect(seesTool(scope, tool('a', 'ORDER', 'PAID'))).toBe(true);
    expect(seesTool(scope, tool('a', 'LOAN', 'PAID'))).toBe(false);
    expect([seesIntent(scope, 'Order'), seesIntent(scope, 'LOAN'), seesIntent(DEFAULT_SCOPE, 'LOAN')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([
    ['crm.*', 'CRM.lookup', true],
    ['crm.*', 'xcrm.lookup', false],
    ['*lookup', 'crm.lookup', true],
    ['c*m*up', 'crm.lookup', true],
    ['a*a', 'a', false],
    ['ab*bc', 'abc', false],
    ['*', '', true],
    ['crm.lookup', 'crm.lookup2', false],
  ])('with the pattern %s for %s: %s', (pattern, code, expected) => {
    expect(seesToolCode({ ...DEFAULT_SCOPE, tools: [pattern] }, code)).toBe(expected);
  });
});
