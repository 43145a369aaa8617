import { expect, it } from 'vitest';
import { FailureLog } from './failure-log.js';
import { type LlmCallSubject, LlmError } from './llm.errors.js';

const SUBJECT: LlmCallSubject = { step: 'McpPlanner', provider: 'openai-compatible', model: 'm' };

function logOf(...calls: readonly (readonly [error: unknown, atMs: number])[]): [object, string][] {
  const lines: [object, string][] = [];
  const log = new FailureLog({ warn: (...line) => lines.push(line) }, 'm');
  for (const [error, atMs] of calls) log.failed(error, 'McpPlanner', atMs);
  return lines;
}

const refused = (httpStatus: number, detail: string) =>
  new LlmError('LLM_CALL_FAILED', `refused with HTTP status ${httpStatus}`, SUBJECT, { httpStatus, detail });

it('a model that refuses is told with what can be done, and with no word that may be one of a prompt', () => {
  const detail = '{"error": {"message": "not this: my card is 4111", "code": "invalid_api_key"}}';
  expect(logOf([refused(401, detail), 0])).toEqual([
    [
      { model: 'm', step: 'McpPlanner', code: 'LLM_CALL_FAILED', status: 401, reason: 'invalid_api_key' },
      'McpPlanner: model m refused with HTTP status 401. Turns go on without it. See to convengine.llm.api-key.',
    ],
  ]);
});

it('a server that is not there is told with what the network says', () => {
  const error = new LlmError('LLM_CALL_FAILED', 'could not be reached', SUBJECT, {
    detail: 'no connection (ECONNREFUSED)',
  });
  const [[about, text] = [{}, '']] = logOf([error, 0]);
  expect(about).toMatchObject({ reason: 'no connection (ECONNREFUSED)' });
  expect(text).toContain('See to convengine.llm.base-url');
});

it('each reason is told once in five minutes', () => {
  const [key, quota] = [refused(401, ''), refused(429, '')];
  expect(logOf([key, 0], [key, 1_000], [quota, 2_000], [key, 299_999], [key, 300_000])).toHaveLength(3);
});

it('of an error of an application nothing is told but its name', () => {
  const lines = logOf([new TypeError('my card is 4111'), 0]);
  expect(lines).toEqual([
    [{ model: 'm', step: 'McpPlanner', code: 'TypeError' }, 'A call of the model has failed. Turns go on without it.'],
  ]);
});
