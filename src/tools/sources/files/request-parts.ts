import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { compileJsonPath } from '../../../platform/common/json-path/index.js';
import type { ReadAuth } from './auth.js';
import type { Capability, CapabilityProvider, YamlPath } from './capability-file/index.js';
import { mapTexts, type NamedSecrets, readPlaceholders } from './placeholders.js';
import type { Problems } from './problem.js';

/** One provider of a capability file, and where it stands there. */
export interface ProviderInput {
  readonly capability: Capability;
  readonly config: CapabilityProvider['config'];
  readonly path: YamlPath;
  readonly problems: Problems;
  readonly secrets: NamedSecrets;
}

/** Reads what the requests of all services have: an address, headers, texts with placeholders, a path into the answer. */
export class RequestParts {
  /** Arguments, and constants that stand beside them. */
  readonly names: ReadonlySet<string>;
  /** Those that a placeholder has named. */
  readonly used = new Set<string>();

  constructor(
    readonly input: ProviderInput,
    constants: JsonObject = {},
  ) {
    const schema = input.capability.schema.input;
    const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
    this.names = new Set([...Object.keys(properties), ...Object.keys(constants)]);
  }

  problem(path: YamlPath, message: string): void {
    this.input.problems.add([...this.input.path, ...path], message);
  }

  /** The address: `endpoint`, or `base_url` and a path. */
  url(path: string, pathKey: YamlPath): string | undefined {
    const { base_url: base, endpoint } = this.input.config;
    const [written, key] = endpoint === undefined ? [base, 'base_url'] : [endpoint, 'endpoint'];
    if (written === undefined || written.trim() === '') {
      return void this.problem([], 'has neither "endpoint" nor "base_url"');
    }
    const joined = endpoint ?? `${written.replace(/\/+$/, '')}${path === '' || path.startsWith('/') ? '' : '/'}${path}`;
    const url = this.text(joined, endpoint === undefined && path !== '' ? pathKey : [key]);
    const origin = /^https?:\/\/[^/?#{}]+(?=[/?#]|$)/i.exec(url)?.[0];
    if (url.startsWith('{{$secret.') || (origin && URL.canParse(origin))) return url;
    return void this.problem(
      [key],
      'must begin with http:// or https:// and a host as it is, or be a secret as a whole',
    );
  }

  /** Without the header that the credentials fill in. */
  headers(auth: ReadAuth | undefined): Record<string, string> {
    // Where the credentials are wrong, that has been said.
    const taken = (auth ? auth.headerName : 'Authorization')?.toLowerCase();
    const own = Object.entries(this.input.config.headers ?? {}).filter(([name]) => name.toLowerCase() !== taken);
    return Object.fromEntries(own.map(([name, value]) => [name, this.text(value, ['headers', name])]));
  }

  filled(value: JsonValue, path: YamlPath): JsonValue {
    return mapTexts(value, (text) => this.text(text, path));
  }

  text(text: string, path: YamlPath): string {
    const { template, names, others } = readPlaceholders(text, this.input.secrets);
    for (const name of names) {
      this.used.add(name);
      if (this.names.has(name)) continue;
      const known = [...this.names].join(', ') || 'nothing';
      this.problem(path, `asks for {${name}}, which schema.input does not have; it has ${known}`);
    }
    for (const other of others) {
      this.problem(path, `${other} is not supported: a secret is written {env.NAME}, an argument {name}`);
    }
    return template;
  }

  /** `response_path` as JSONPath: names with dots between them, where digits count the items of a list. */
  responsePath(): string | undefined {
    const written = this.input.config.response_path?.trim().replace(/^\$?\.?/, '') ?? '';
    if (written === '') return undefined;
    const isPlain = !/[*?()"'@]|\.\./.test(written.replace(/(^|\.)@/g, '$1'));
    const path = isPlain ? `$${written.split('.').map(asStep).join('')}` : `$.${written}`;
    try {
      compileJsonPath(path);
      return path;
    } catch (error) {
      return void this.problem(['response_path'], `cannot be read as a path: ${messageOf(error)}`);
    }
  }
}

/** `result[0]` is a name and an item, `0` an item, anything else a name. */
function asStep(part: string): string {
  if (/^\d+$/.test(part)) return `[${part}]`;
  const [, name = part, items = ''] = /^(.*?)((?:\[\d+\])*)$/.exec(part) ?? [];
  if (name === '') return items;
  return `${/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`}${items}`;
}
