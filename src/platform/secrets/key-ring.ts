import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { EngineError } from '../common/errors.js';
import { deriveKey } from './derive-key.js';
import { readSecret, type SecretReference } from './secret.js';

const PURPOSE = 'convengine columns';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Of 32 random bytes, base64 has 44 characters and hexadecimal digits 64. */
const FEWEST_CHARACTERS = 43;

/** `ce1:KEY:` and base64url of the nonce, what is encrypted, and the tag that it was not altered. */
const SEALED = /^ce1:([0-9a-f]{8}):([A-Za-z0-9_-]{38,})$/;

interface Key {
  /** The first digits of its SHA-256. */
  readonly id: string;
  readonly secret: Buffer;
}

/**
 * Encrypts texts with the first of its keys, and decrypts those of any (AES-256-GCM). The name of its key stands in each text, so
 * that keys can be changed while old texts are there.
 */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, Key>;
  readonly #first: Key;

  /**
   * @param secrets of 256 random bits each, as text
   * @throws EngineError CONFIGURATION_INVALID for one that is too short to be random
   */
  constructor(secrets: readonly [string, ...string[]]) {
    const keys = secrets.map(keyOf);
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.#first = keys[0] as Key;
  }

  /**
   * The keys of a setting; undefined where it has none.
   * @param setting its name, for messages
   * @throws EngineError SECRET_UNAVAILABLE, CONFIGURATION_INVALID
   */
  static async read(references: readonly string[], setting: string): Promise<KeyRing | undefined> {
    const secrets: string[] = [];
    for (const reference of references) secrets.push(await readSecret(reference as SecretReference, setting));
    const [first, ...others] = secrets;
    return first === undefined ? undefined : new KeyRing([first, ...others]);
  }

  /** The name of the key that encrypts. */
  get current(): string {
    return this.#first.id;
  }

  /** The names of all keys, that of the first one first. */
  get names(): string[] {
    return [...this.#keys.keys()];
  }

  has(name: string): boolean {
    return this.#keys.has(name);
  }

  /** @param purpose what it is for: what was encrypted for one purpose does not open for another */
  seal(purpose: string, text: string): string {
    const { id, secret } = this.#first;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, secret, nonce).setAAD(Buffer.from(purpose));
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return `ce1:${id}:${Buffer.concat(parts).toString('base64url')}`;
  }

  /**
   * The text that was encrypted.
   * @throws EngineError SECRET_UNAVAILABLE where its key is missing, DATABASE_UNUSABLE where it was altered
   */
  open(purpose: string, sealed: string): string {
    const [, id = '', content = ''] = SEALED.exec(sealed) ?? [];
    const key = this.#keys.get(id);
    if (!key)
      throw new EngineError('SECRET_UNAVAILABLE', `A stored text needs the key ${id}, which is not configured.`);
    const bytes = Buffer.from(content, 'base64url');
    const end = bytes.length - TAG_BYTES;
    const decipher = createDecipheriv(ALGORITHM, key.secret, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(end));
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, end), undefined, 'utf8') + decipher.final('utf8');
    } catch (error) {
      const text = 'An encrypted text in the database was altered, or stands in another column than its own.';
      throw new EngineError('DATABASE_UNUSABLE', text, {}, { cause: error });
    }
  }
}

/** The name of the key that a text is encrypted with; undefined for one that is not encrypted. */
export function keyNameOf(text: string): string | undefined {
  return text.startsWith('ce1:') ? SEALED.exec(text)?.[1] : undefined;
}

function keyOf(text: string): Key {
  if (text.length < FEWEST_CHARACTERS) {
    const what = `A key has to be 32 random bytes, as "openssl rand -base64 32" makes them; this one has ${text.length} characters.`;
    throw new EngineError('CONFIGURATION_INVALID', what);
  }
  const secret = deriveKey(text, PURPOSE);
  return { id: createHash('sha256').update(secret).digest('hex').slice(0, 8), secret };
}
