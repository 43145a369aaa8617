import { hkdfSync } from 'node:crypto';

/**
 * A key of 256 bits for one purpose (HKDF with SHA-256).
 * @param secret of 256 bits at least, such as a random token
 * @param purpose what it is for: no two purposes have the same key
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}
