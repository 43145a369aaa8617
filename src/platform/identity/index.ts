export type { ApiKey } from './api-key.js';
export { ApiKeyStore, type ListedKey } from './api-key-store.js';
export { decrypt, encrypt } from './encrypted.js';
export { KnownKeys } from './known-keys.js';
export {
  type BrowserSession,
  endSessionsOf,
  type SessionContent,
  SessionStore,
  type SignedInPerson,
} from './session-store.js';
export { type SignInAttempt, type SignInProblem, SignInProvider } from './sign-in-provider.js';
export { type TokenHolder, type TokenUse, TokenVerifier } from './token-verifier.js';
