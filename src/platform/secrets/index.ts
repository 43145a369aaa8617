export { deriveKey } from './derive-key.js';
export { KeyRing, keyNameOf } from './key-ring.js';
export { Seal } from './seal.js';
export { isSecretReference, readSecret, type SecretReference } from './secret.js';
export { type TenantSecrets, ToolSecrets } from './tool-secrets.js';
