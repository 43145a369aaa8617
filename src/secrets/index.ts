export { isSecretReference, readSecret, type SecretReference } from './secret.js';
