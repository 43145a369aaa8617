import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import { isSecretReference, type SecretReference } from '../../../platform/secrets/index.js';

const PLACEHOLDER = /\{\{[^{}]*\}\}|\{(file:\/[^{}\s"',]+|[^{}\s"':,]+)\}/g;
const ARGUMENT = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*$/;

/** What a text of a capability file asks for. */
export interface Placeholders {
  /** The text as request templates write it: `{id}` is `{{id}}`, `{env.KEY}` the secret's own placeholder. */
  readonly template: string;
  /** Names of arguments, without what follows a dot or bracket. */
  readonly names: readonly string[];
  /** What stands between braces and is neither, as written: references that cannot be followed, and expressions. */
  readonly others: readonly string[];
}

/** The secrets that the placeholders of one request name. */
export class NamedSecrets {
  private readonly names = new Map<SecretReference, string>();

  /** The placeholder that stands for a secret in a template. */
  placeholder(reference: SecretReference): string {
    const name = this.names.get(reference) ?? `s${this.names.size + 1}`;
    this.names.set(reference, name);
    return `{{$secret.${name}}}`;
  }

  /** By the names in the placeholders; undefined where there are none. */
  get all(): Record<string, SecretReference> | undefined {
    if (this.names.size === 0) return undefined;
    return Object.fromEntries([...this.names].map(([reference, name]) => [name, reference]));
  }
}

/** Reads the `{name}`, `{env.NAME}` and `{file:/path}` of a text. */
export function readPlaceholders(text: string, secrets: NamedSecrets): Placeholders {
  const names: string[] = [];
  const others: string[] = [];
  const template = text.replace(PLACEHOLDER, (written, name?: string) => {
    const secret = name === undefined ? undefined : secretOf(name);
    if (secret) return secrets.placeholder(secret);
    if (name === undefined || !ARGUMENT.test(name) || /^(env|keychain|oauth)\./.test(name)) {
      others.push(written);
      return written;
    }
    names.push(name.replace(/[.[].*$/, ''));
    return `{{${name}}}`;
  });
  return { template, names, others };
}

/** Every secret that stands in the placeholders of a value. */
export function secretsIn(value: JsonValue): ReadonlySet<SecretReference> {
  const found = new Set<SecretReference>();
  mapTexts(value, (text) => {
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
      const secret = secretOf(name);
      if (secret) found.add(secret);
    }
    return text;
  });
  return found;
}

/** Every text inside a value, changed. */
export function mapTexts(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapTexts(child, map)]));
}

/** The two ways in which a placeholder names a secret: `env.NAME`, and a reference as `auth.key` has it. */
function secretOf(name: string): SecretReference | undefined {
  const reference = name.replace(/^env\./, 'env:');
  return isSecretReference(reference) ? reference : undefined;
}
