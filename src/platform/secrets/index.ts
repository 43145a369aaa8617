export { Seal } from './seal.js';
export { isSecretReference, readSecret, type SecretReference } from './secret.js';
