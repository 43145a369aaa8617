import { describe, expect, it } from 'vitest';
import { parseMessageBody } from './parse-message-body.js';

const LIMITS = { http: { bodyLimitBytes: 4_096 }, limits: { jsonDepth: 8, attachmentBytes: 100_000 } } as Parameters<
  typeof parseMessageBody
>[1];
const parse = (body: string) => parseMessageBody(Buffer.from(body), LIMITS);
const TOO_LARGE = expect.objectContaining({ code: 'REQUEST_TOO_LARGE' });

describe('the body of a message', () => {
  const content = Buffer.alloc(50_000, '??>').toString('base64');

  it('may be larger than others by its attachments', () => {
    const body = { message: 'see "this"', inputParams: { files: [{ name: 'a.png', content }] } };
    expect(parse(JSON.stringify(body))).toEqual(body);
    expect(parse(JSON.stringify(body).replaceAll('/', '\\/'))).toEqual(body);
  });

  it('may not be larger by anything else', () => {
    const files = [{ name: 'a.png', content }];
    const bodies = [
      { message: 'x'.repeat(5_000) },
      { message: 'hi', inputParams: { text: content } },
      { message: 'hi', inputParams: { files, text: content } },
      { message: 'hi', content },
    ];
    for (const body of bodies) expect(() => parse(JSON.stringify(body))).toThrow(TOO_LARGE);
  });

  it('is refused before it is parsed where it is large and no text', () => {
    const lists = `{"message": "hi", "inputParams": {"files": [${'[],'.repeat(5_000)}`;
    expect(() => parse(lists)).toThrow(TOO_LARGE);
    expect(() => parse(`{"message": "${'\\"'.repeat(5_000)}`)).toThrow(TOO_LARGE);
  });

  it('is refused where a field is a known one in another spelling', () => {
    const address = { actionId: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f', revision: 1 };
    const cases: [object, string][] = [
      [{ inReplyto: address }, 'inReplyto is not a field; did you mean inReplyTo?'],
      [{ in_reply_to: address }, 'in_reply_to is not a field; did you mean inReplyTo?'],
      [{ conversationid: 'x' }, 'conversationid is not a field; did you mean conversationId?'],
      [{ 'sent-at': 'x', inReplyTo: null, inRepyTo: 1 }, 'sent-at is not a field; did you mean sentAt?; inRepyTo'],
      [
        { inReplyTo: { action_id: 'x', revison: 1 } },
        'inReplyTo.action_id is not a field; did you mean inReplyTo.actionId?',
      ],
    ];
    for (const [body, message] of cases)
      expect(() => parse(JSON.stringify({ message: 'yes', ...body })), message).toThrow(
        expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining(message) }),
      );
  });

  it('may hold fields of the caller, also beside a known one that they are like', () => {
    const body = { message: 'yes', messages: [], userInput: 'yes', ticket: 7, inReplyTo: { turn: 1, turns: 2 } };
    expect(parse(JSON.stringify(body))).toEqual(body);
  });
});
