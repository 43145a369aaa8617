import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a delivery, in lower case. */
export const EVENT_ID_HEADER = 'convengine-event-id';
export const TIMESTAMP_HEADER = 'convengine-timestamp';
export const SIGNATURE_HEADER = 'convengine-signature';

/** Headers of Standard Webhooks, which every delivery has beside ours. */
export const STANDARD_ID_HEADER = 'webhook-id';
export const STANDARD_TIMESTAMP_HEADER = 'webhook-timestamp';
export const STANDARD_SIGNATURE_HEADER = 'webhook-signature';

/** What a secret begins with that says its key's bytes in Base64, as Standard Webhooks has them. */
const STANDARD_SECRET = 'whsec_';

/** Headers of a request as Fetch has them, or as Node and its frameworks do. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** `v1=` and the hexadecimal HMAC-SHA256 of `timestamp.body`. @param timestamp seconds since 1970 UTC */
export function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * `v1,` and the Base64 HMAC-SHA256 of `eventId.timestamp.body`, as Standard Webhooks signs.
 * @param secret `whsec_` and the key's bytes in Base64; any other text is the key itself
 */
export function standardSignatureOf(secret: string, eventId: string, timestamp: string, body: string): string {
  const isStandard = secret.startsWith(STANDARD_SECRET);
  const key = isStandard ? Buffer.from(secret.slice(STANDARD_SECRET.length), 'base64') : secret;
  return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * Whether a request is a webhook of this service: signed with the secret, and not long ago. Say no (401) to any other.
 * A valid request may still be a repetition: an event is delivered at least once, with the same `eventId` in its body.
 * @param secret `convengine.webhooks.secret`
 * @param body the body as it was received; parsed and written again it would have other bytes
 * @param toleranceSeconds how far the clocks of sender and receiver may be apart, the way included
 */
export function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  toleranceSeconds = 300,
): boolean {
  const timestamp = headerOf(headers, TIMESTAMP_HEADER);
  const signature = headerOf(headers, SIGNATURE_HEADER);
  if (secret === '' || !/^\d{1,15}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = Buffer.from(signatureOf(secret, timestamp, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The value of a header, whatever the case of its name; empty where it is missing or there is more than one. */
function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const values = Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
  return values.length === 1 ? (values[0] ?? '') : '';
}
