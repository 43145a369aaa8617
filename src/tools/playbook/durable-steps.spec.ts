import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPlaybook } from './read-playbook.js';

const read = (steps: string, more = ', durable: true') =>
  readPlaybook(parse(`{ name: p, description: d, steps: [${steps}] ${more} }`));

describe('a durable playbook', () => {
  it('is kept as its document, with its waits in milliseconds and no time for the whole', () => {
    const { playbook } = read(
      '{ name: a, sleep: 1.5h }, { name: b, wait_for: signal, within: 3 d }, { name: c, wait_for: approval, question: "$b?", risk: HIGH }',
    );
    expect(playbook).toMatchObject({
      durable: { name: 'p', durable: true },
      timeoutMs: Number.POSITIVE_INFINITY,
      steps: [
        { tool: '', durable: { wait: { kind: 'sleep', ms: 5_400_000 } } },
        { tool: '', durable: { wait: { kind: 'signal', withinMs: 259_200_000 } } },
        { tool: '', durable: { wait: { kind: 'approval', withinMs: undefined, risk: 'HIGH' } } },
      ],
    });
    expect(playbook?.steps[2]?.uses).toEqual(new Set(['b']));
  });

  it('has calls that undo, which know what their step answered', () => {
    const { playbook } = read(
      '{ name: a, tool: t, compensate: { tool: u, arguments: { id: $a.id }, policy: idempotent } }',
    );
    const compensate = playbook?.steps[0]?.durable?.compensate;
    expect(compensate).toMatchObject({ tool: 'u', policy: 'idempotent' });
    expect(compensate?.arguments.fill({ a: { id: 7 } })).toEqual({ id: 7 });
  });

  const asking = 'wait_for: approval, question: Shall I?';
  it.each([
    ['{ name: a }', 'steps.0: does nothing: it needs "tool", "sleep" or "wait_for"'],
    ['{ name: a, tool: t, sleep: 3d }', 'steps.0: has "tool" and "sleep": one step does one thing'],
    ['{ name: a, sleep: soon }', 'steps.0.sleep: is no time: write seconds, or a number with s, m, h or d, as in 3d'],
    ['{ name: a, sleep: 4000d }', 'steps.0.sleep: is more than ten years'],
    ['{ name: a, sleep: 1d, compensate: { tool: u } }', 'steps.0.compensate: is for a step that calls a tool'],
    ['{ name: a, wait_for: signal, timeout: 9 }', 'steps.0.timeout: is for calls: write "within"'],
    [
      '{ name: a, wait_for: signal, arguments: { b: 1 } }',
      'steps.0.arguments: is not for a step that waits for a signal',
    ],
    ['{ name: a, wait_for: approval }', 'steps.0: needs "question": what the user is asked'],
    [`{ name: a, ${asking}, policy: idempotent }`, 'steps.0.policy: is not for a step that waits for an approval'],
    ['{ name: a, tool: t, within: 3d }', 'steps.0.within: is not for a step that calls a tool'],
    ['{ name: a, wait_for: someone }', 'steps.0.wait_for: '],
    [
      '{ name: a, wait_for: approval, question: "$b" }, { name: b, tool: t }',
      'steps.0.question: $b: the step "b" does not come before',
    ],
    [
      '{ name: a, tool: t, compensate: { tool: u, arguments: { x: $b } } }, { name: b, tool: t }',
      'steps.0.compensate.arguments: $b: the step "b" does not come before',
    ],
    ['{ name: a, tool: t, compensate: u }', 'steps.0.compensate: '],
    ['{ name: a, tool: t, compensate: { arguments: {} } }', 'steps.0.compensate.tool: is missing'],
    ['{ name: a, tool: t, policy: transactional }', 'steps.0.policy: '],
  ])('%s: %s', (steps, problem) => {
    const found = read(steps).problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
    expect(found.join('\n')).toContain(problem);
  });

  it('has no time for the whole, and nothing of it is for other playbooks', () => {
    const said = (steps: string, more: string) =>
      read(steps, more).problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
    expect(said('{ name: a, tool: t }', ', durable: true, timeout: 60')).toEqual([
      expect.stringContaining('timeout: is not for durable playbooks'),
    ]);
    expect(said('{ name: a, sleep: 3d }', '')).toEqual([
      'steps.0.sleep: is for durable playbooks: write "durable: true" at the top, or leave it out',
    ]);
    expect(said('{ name: a }', '')).toEqual(['steps.0.tool: is missing']);
    expect(said('{ name: a, tool: t }', ', durable: true, compat: true')).toEqual([
      'durable: is not for playbooks with "compat: true"',
    ]);
  });
});
