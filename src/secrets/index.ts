export { readSecret, type SecretReference } from './secret.js';
