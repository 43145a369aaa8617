import { deriveKey } from '../secrets/index.js';

/** What is encrypted, and until when it can be read, in milliseconds since 1970 UTC. */
interface Encrypted<Content> {
  readonly content: Content;
  readonly endsAtMs: number;
}

/**
 * A text that nobody can read, make or change who does not know the secret (JWE, A256GCM).
 * @param secret of 256 bits at least, such as a random token
 * @param purpose what it is for: what was encrypted for one purpose does not open for another
 */
export async function encrypt(secret: string, purpose: string, what: Encrypted<object>): Promise<string> {
  const { CompactEncrypt } = await import('jose');
  return new CompactEncrypt(Buffer.from(JSON.stringify(what)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(secret, purpose));
}

/** What was encrypted; undefined where it was not with this secret and for this purpose, or its time is over. */
export async function decrypt<Content>(
  secret: string,
  purpose: string,
  text: string,
  nowMs: number,
): Promise<Content | undefined> {
  const { compactDecrypt, errors } = await import('jose');
  try {
    const allowed = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    const { plaintext } = await compactDecrypt(text, deriveKey(secret, purpose), allowed);
    const { content, endsAtMs } = JSON.parse(Buffer.from(plaintext).toString()) as Encrypted<Content>;
    return nowMs < endsAtMs ? content : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
