import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '../config/index.js';

/** What is known of an API key of our own. */
export interface ApiKey {
  /** The part of the key that may be shown. */
  readonly keyId: string;
  /** Whom or what it is for: what is recorded of whoever carries it. */
  readonly name: string;
  readonly role: Role;
  /** Whose requests it carries; null for the service's own tenant. */
  readonly tenant: string | null;
  /** Milliseconds since 1970 UTC, as all times here; null where it does not run out. */
  readonly expiresAtMs: number | null;
}

const KEY = /^cek_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** A new key of 256 random bits. Its beginning says whose it is, to people and to programs that look for leaked secrets. */
export function newApiKey(): { keyId: string; key: string } {
  const keyId = randomBytes(6).toString('hex');
  return { keyId, key: `cek_${keyId}_${randomBytes(32).toString('base64url')}` };
}

/** The part of a key that may be shown; undefined for what is no key of ours. */
export function keyIdOf(text: string): string | undefined {
  return KEY.exec(text)?.[1];
}

/** What is stored of a key. A slow hash is for what people choose: nobody finds 256 random bits by trying. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Takes equally long whether they are the same or not. */
export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
