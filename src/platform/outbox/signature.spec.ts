import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signatureOf, standardSignatureOf, verifyWebhook } from './signature.js';

const SECRET = 'a secret of the receiver';
const BODY = '{"eventId":"1"}';
const now = () => Math.floor(Date.now() / 1000);
const headersAt = (seconds: number, body = BODY) => ({
  'convengine-timestamp': String(seconds),
  'convengine-signature': signatureOf(SECRET, String(seconds), body),
});

describe('verifying a webhook', () => {
  it('signs timestamp and body as HMAC-SHA256, so that any language can check it', () => {
    expect(signatureOf('key', '1700000000', '{}')).toBe(
      'v1=9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae',
    );
  });

  it('signs id, timestamp and body for Standard Webhooks, with the bytes that a whsec_ secret encodes, else with its text', () => {
    const key = Buffer.from('a key of 24 bytes or more');
    const signed = createHmac('sha256', key).update('e-1.1700000000.{}').digest('base64');
    for (const secret of [`whsec_${key.toString('base64')}`, key.toString()]) {
      expect(standardSignatureOf(secret, 'e-1', '1700000000', '{}')).toBe(`v1,${signed}`);
    }
  });

  it('accepts what was signed with the secret, as text and as bytes', () => {
    const headers = headersAt(now());
    expect(verifyWebhook(SECRET, headers, BODY)).toBe(true);
    expect(verifyWebhook(SECRET, headers, Buffer.from(BODY))).toBe(true);
  });

  it('takes the headers of Fetch and of Node, whatever the case of their names', () => {
    const headers = headersAt(now());
    const [timestamp, signature] = Object.values(headers);
    expect(verifyWebhook(SECRET, new Headers(headers), BODY)).toBe(true);
    expect(
      verifyWebhook(SECRET, { 'Convengine-Timestamp': timestamp, 'Convengine-Signature': [signature ?? ''] }, BODY),
    ).toBe(true);
  });

  it.each([
    ['another body', SECRET, headersAt(now()), '{"eventId":"2"}'],
    ['another secret', 'guessed', headersAt(now()), BODY],
    ['no secret', '', headersAt(now()), BODY],
    ['another timestamp', SECRET, { ...headersAt(now()), 'convengine-timestamp': String(now() - 1) }, BODY],
    ['a timestamp that is none', SECRET, { ...headersAt(now()), 'convengine-timestamp': 'NaN' }, BODY],
    ['a shorter signature', SECRET, { ...headersAt(now()), 'convengine-signature': 'v1=' }, BODY],
    ['no headers', SECRET, {}, BODY],
    ['two signatures', SECRET, { ...headersAt(now()), 'convengine-signature': ['v1=a', 'v1=b'] }, BODY],
  ])('refuses %s', (_what, secret, headers, body) => {
    expect(verifyWebhook(secret, headers, body)).toBe(false);
  });

  it('refuses an old request, and one from the future, beyond the tolerance', () => {
    for (const seconds of [now() - 400, now() + 400]) {
      expect(verifyWebhook(SECRET, headersAt(seconds), BODY)).toBe(false);
      expect(verifyWebhook(SECRET, headersAt(seconds), BODY, 500)).toBe(true);
    }
  });
});
