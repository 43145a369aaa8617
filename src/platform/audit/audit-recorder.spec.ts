import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../common/json.js';
import { AuditRecorder, type AuditSettings } from './audit-recorder.js';

const ALL: AuditSettings = {
  enabled: true,
  level: 'FULL',
  includeStages: [],
  excludeStages: [],
  persistMeta: false,
  redactKeys: ['token'],
};

const clock = { now: () => 42 };

/** The stages that are left of a typical turn. */
function recorded(settings: Partial<AuditSettings>): string[] {
  const recorder = new AuditRecorder({ ...ALL, ...settings }, clock);
  for (const stage of [
    'STEP_ENTER',
    'RULE_MATCH',
    'RULE_APPLIED',
    'PENDING_ACTION_FAILED',
    'STEP_ERROR',
    'STEP_EXIT',
  ]) {
    recorder.record(stage, {});
  }
  return recorder.drafts.map((draft) => draft.stage);
}

/** What the first event would be stored with. */
function payloadOf(recorder: AuditRecorder): JsonObject {
  const [draft] = recorder.drafts;
  return JSON.parse(draft && 'payloadText' in draft ? draft.payloadText : '{}');
}

describe('AuditRecorder', () => {
  it('keeps what happened in its order, with the time of the clock', () => {
    const recorder = new AuditRecorder(ALL, clock);
    recorder.record('USER_INPUT', { text: 'hi' });
    recorder.record('ENGINE_RETURN');
    expect(recorder.drafts).toEqual([
      { stage: 'USER_INPUT', payloadText: '{"text":"hi"}', createdAtMs: 42 },
      { stage: 'ENGINE_RETURN', payloadText: '{}', createdAtMs: 42 },
    ]);
  });

  it('keeps steps that went as most do by their name alone, and in full where meta is wanted', () => {
    const brief = new AuditRecorder(ALL, clock);
    brief.stepEntered('RulesStep');
    brief.stepLeft('RulesStep', 0.5);
    expect(brief.drafts).toEqual([
      { stage: 'STEP_ENTER', step: 'RulesStep', createdAtMs: 42 },
      { stage: 'STEP_EXIT', step: 'RulesStep', durationMs: 0.5, createdAtMs: 42 },
    ]);
    const full = new AuditRecorder({ ...ALL, persistMeta: true }, clock, () => ({ state: 'IDLE' }));
    full.stepEntered('RulesStep');
    expect(payloadOf(full)).toEqual({ step: 'RulesStep', stepClass: 'RulesStep', _meta: { state: 'IDLE' } });
    const standard = new AuditRecorder({ ...ALL, level: 'STANDARD' }, clock);
    standard.stepEntered('RulesStep');
    expect(standard.drafts).toEqual([]);
  });

  it('records everything at level FULL, and knows its earlier name', () => {
    expect(recorded({ level: 'ALL' })).toEqual(recorded({ level: 'FULL' }));
    expect(recorded({ level: 'FULL' })).toContain('STEP_ENTER');
  });

  it('records nothing when it is off or the level is OFF, NONE before', () => {
    expect(recorded({ level: 'OFF' })).toEqual([]);
    expect(recorded({ enabled: false })).toEqual([]);
    expect(recorded({ level: 'NONE' })).toEqual([]);
  });

  it('leaves out the ends of steps at level STANDARD', () => {
    expect(recorded({ level: 'STANDARD' })).toEqual([
      'RULE_MATCH',
      'RULE_APPLIED',
      'PENDING_ACTION_FAILED',
      'STEP_ERROR',
    ]);
  });

  it('keeps what was said, called and done at level OUTCOMES', () => {
    const recorder = new AuditRecorder({ ...ALL, level: 'OUTCOMES' }, clock);
    const kept = [
      'USER_INPUT',
      'TOOL_ORCHESTRATION_RESULT',
      'PENDING_ACTION_EXECUTED',
      'STEP_ERROR',
      'ASSISTANT_OUTPUT',
    ];
    for (const stage of [...kept, 'RULE_MATCH', 'SCHEMA_STATUS', 'ENGINE_RETURN']) recorder.record(stage);
    recorder.stepEntered('RulesStep');
    expect(recorder.drafts.map(({ stage }) => stage)).toEqual(kept);
  });

  it.each([
    { level: 'OFF' },
    { level: 'NONE' },
    { enabled: false },
    { level: 'ERROR_ONLY' },
    { excludeStages: ['*'] },
  ] as const)('keeps the evidence of consent even with %o', (settings) => {
    const recorder = new AuditRecorder({ ...ALL, ...settings }, clock);
    recorder.record('PENDING_ACTION_LIFECYCLE', { event: 'IN_PROGRESS' });
    expect(recorder.drafts).toHaveLength(1);
  });

  it('keeps failures only at level ERROR_ONLY', () => {
    expect(recorded({ level: 'ERROR_ONLY' })).toEqual(['PENDING_ACTION_FAILED', 'STEP_ERROR']);
  });

  it('includes only what a pattern names, with * for any characters', () => {
    expect(recorded({ includeStages: ['RULE_*'] })).toEqual(['RULE_MATCH', 'RULE_APPLIED']);
    expect(recorded({ includeStages: ['*_ERROR', 'rule_match'] })).toEqual(['RULE_MATCH', 'STEP_ERROR']);
    expect(recorded({ includeStages: ['P*ACTION*ED'] })).toEqual(['PENDING_ACTION_FAILED']);
    expect(recorded({ includeStages: ['RULE_M*MATCH', 'STEP'] })).toEqual([]);
  });

  it('excludes even what is included', () => {
    expect(recorded({ includeStages: ['STEP_*'], excludeStages: ['*EXIT', 'STEP_ENTER'] })).toEqual(['STEP_ERROR']);
    expect(recorded({ excludeStages: ['*'] })).toEqual([]);
  });

  it('blacks out secrets in payloads and meta', () => {
    const recorder = new AuditRecorder({ ...ALL, persistMeta: true }, clock, () => ({ state: 'IDLE', token: 'x' }));
    recorder.record('USER_INPUT', { headers: { Token: 'x' } });
    expect(payloadOf(recorder)).toEqual({
      headers: { Token: '[redacted]' },
      _meta: { state: 'IDLE', token: '[redacted]' },
    });
  });

  it('does not ask for meta when it is not wanted', () => {
    const recorder = new AuditRecorder(ALL, clock, () => {
      throw new Error('asked');
    });
    recorder.record('USER_INPUT', { text: 'hi' });
    expect(payloadOf(recorder)).toEqual({ text: 'hi' });
  });

  describe('with a payload of more than 64 KiB', () => {
    function stored(payload: JsonObject): JsonObject {
      const recorder = new AuditRecorder(ALL, clock);
      recorder.record('TOOL_ORCHESTRATION_RESULT', payload);
      const result = payloadOf(recorder);
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(64 * 1024);
      return result;
    }

    it('cuts long strings and says by how much', () => {
      const { text, kept } = stored({ text: 'x'.repeat(100_000), kept: 'y'.repeat(10_000) });
      expect(text).toBe(`${'x'.repeat(16_384)}… [83616 characters cut]`);
      expect(kept).toHaveLength(10_000);
    });

    it('cuts long lists and says by how much', () => {
      const { rows } = stored({ rows: Array.from({ length: 20_000 }, (_, index) => index) });
      expect(rows).toHaveLength(1001);
      expect(rows).toContain('… [19000 items cut]');
    });

    it('counts bytes, not characters, and cuts no character in two', () => {
      const { text } = stored({ text: `x${'😀'.repeat(20_000)}` });
      expect(String(text).isWellFormed()).toBe(true);
    });

    it('leaves only a note where cutting does not help', () => {
      const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, index]));
      expect(stored(many)).toMatchObject({ note: expect.stringContaining('bytes left out') });
    });
  });
});
