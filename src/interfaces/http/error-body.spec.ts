import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../platform/common/errors.js';
import { errorBody, errorResponseSchema, retryAfterSeconds, toEngineError } from './error-body.js';

const REQUEST = { id: 'r-1', method: 'GET', path: '/nowhere' };

describe('errorBody', () => {
  it('has the shape of the contract, with errorCode, recoverable and message filled in', () => {
    const body = errorBody(new EngineError('CONVERSATION_BUSY', 'Busy.'), 'c-1');
    expect(body).toEqual({
      conversationId: 'c-1',
      intent: 'ERROR',
      state: 'ERROR',
      payload: { type: 'ERROR', value: '{"errorCode":"CONVERSATION_BUSY","message":"Busy.","recoverable":true}' },
      context: null,
      success: false,
      errorCode: 'CONVERSATION_BUSY',
      recoverable: true,
      message: 'Busy.',
      remedy: 'Another message of this conversation is being answered; send it again later.',
    });
  });

  it('carries data where there is some, and is always as documented', () => {
    const row = { severity: 'error', table: 'ce_rule', id: '1', column: null, message: 'is wrong' } as const;
    const body = errorBody(new EngineError('FLOW_INVALID', 'No.', { problems: [row] }), null);
    expect(body.data).toEqual({ problems: [row] });
    expect(errorResponseSchema.strict().parse(body)).toEqual(body);
  });
});

describe('retryAfterSeconds', () => {
  it('is one second for what passes soon, or what the error says, in whole seconds', () => {
    expect(retryAfterSeconds(new EngineError('CONVERSATION_BUSY', ''))).toBe(1);
    expect(retryAfterSeconds(new EngineError('DATABASE_UNAVAILABLE', ''))).toBe(1);
    expect(retryAfterSeconds(new EngineError('CONVERSATION_PERSIST_FAILED', ''))).toBe(1);
    expect(retryAfterSeconds(new EngineError('CONVERSATION_BUSY', '', { retryAfterSeconds: 2.2 }))).toBe(3);
  });

  it('is absent where repeating does not help', () => {
    expect(retryAfterSeconds(new EngineError('INVALID_REQUEST', ''))).toBeUndefined();
  });
});

describe('toEngineError', () => {
  it('leaves an EngineError as it is', () => {
    const error = new EngineError('NOT_FOUND', 'x');
    expect(toEngineError(error, REQUEST)).toBe(error);
  });

  it('tells of an unforeseen error the request id and nothing else', () => {
    const thrown = new TypeError('password=hunter2 at /srv/app.js');
    const error = toEngineError(thrown, REQUEST);
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', cause: thrown, data: { requestId: 'r-1' } });
    expect(JSON.stringify(errorBody(error, null))).not.toMatch(/hunter2|app\.js/);
    expect(error.message).toContain('r-1');
  });

  it('copes with anything that can be thrown', () => {
    for (const thrown of [undefined, null, 'text', 0, {}]) {
      expect(toEngineError(thrown, REQUEST).code).toBe('INTERNAL_ERROR');
    }
  });

  it('keeps the meaning of what the framework refuses', () => {
    const codes = [
      [new NotFoundException(), 'NOT_FOUND'],
      [new HttpException('', 413), 'REQUEST_TOO_LARGE'],
      [new HttpException('', 415), 'INVALID_REQUEST'],
      [new BadRequestException('odd'), 'INVALID_REQUEST'],
      [new HttpException('', 403), 'UNAUTHORIZED'],
      [new HttpException('', 502), 'INTERNAL_ERROR'],
    ] as const;
    for (const [thrown, code] of codes) expect(toEngineError(thrown, REQUEST).code).toBe(code);
    expect(toEngineError(new NotFoundException(), REQUEST).message).toBe('There is no GET /nowhere.');
  });
});
