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
});
