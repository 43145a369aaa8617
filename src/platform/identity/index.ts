export type { ApiKey } from './api-key.js';
export { ApiKeyStore, type ListedKey } from './api-key-store.js';
export { KnownKeys } from './known-keys.js';
export { type TokenHolder, TokenVerifier } from './token-verifier.js';
