import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';
import type { HttpApiRequestSpec, HttpApiResponseMapping } from '../../handlers/index.js';
import type { Capability, CapabilityProvider } from '../capability-file/index.js';
import { readAuth } from './auth.js';
import { mapTexts, readPlaceholders } from './placeholders.js';
import type { Problems } from './problem.js';

const CONFIG = ['providers', 'primary', 'config'] as const;
const SERVICES_WITHOUT_HTTP = new Set(['graphql', 'jsonrpc', 'cli', 'local', 'mcp']);
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

type ProviderConfig = CapabilityProvider['config'];

/** The request that a capability file describes; what cannot be sent is added to `problems`. */
export function readRequest(capability: Capability, problems: Problems): HttpApiRequestSpec | undefined {
  const { primary } = capability.providers;
  if (!primary) return void problems.add(['providers'], 'has no "primary", so that nothing can be called');
  if (SERVICES_WITHOUT_HTTP.has(primary.service)) {
    return void problems.add(['providers', 'primary', 'service'], `"${primary.service}" is not supported, "rest" is`);
  }
  const reader = new RequestReader(capability, primary.config, problems);
  return reader.read();
}

class RequestReader {
  private readonly properties: ReadonlySet<string>;
  private readonly used = new Set<string>();
  private readonly method: string;

  constructor(
    private readonly capability: Capability,
    private readonly config: ProviderConfig,
    private readonly problems: Problems,
  ) {
    const input = capability.schema.input;
    const properties = isJsonObject(input) && isJsonObject(input.properties) ? input.properties : {};
    this.properties = new Set(Object.keys(properties));
    this.method = (config.method ?? 'GET').trim().toUpperCase();
  }

  read(): HttpApiRequestSpec | undefined {
    const { config, method } = this;
    if (!METHODS.has(method)) this.problems.add([...CONFIG, 'method'], `"${method}" is not a method`);
    if (config.path_selector) this.problems.add([...CONFIG, 'path_selector'], 'is not supported');
    const url = this.url();
    const auth = readAuth(this.capability, this.problems);
    const headers = this.headers(auth?.headerName);
    const declared = config.params ? (this.filled(config.params, ['params']) as JsonObject) : undefined;
    const body = config.body === undefined ? undefined : this.filled(config.body, ['body']);
    const rest = this.rest(declared, body);
    const responseMapping = this.mapping();
    if (url === undefined || auth === undefined || this.problems.list.length > 0) return undefined;
    const queryParams = { ...config.static_params, ...declared, ...(WITH_BODY.has(method) ? {} : rest) } as JsonObject;
    return {
      method,
      url,
      auth: auth.spec,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(Object.keys(queryParams).length > 0 && { queryParams }),
      ...(body !== undefined && { body }),
      ...(body === undefined && WITH_BODY.has(method) && Object.keys(rest).length > 0 && { body: rest }),
      ...(responseMapping && { responseMapping }),
    };
  }

  private url(): string | undefined {
    const { base_url: base, path = '', endpoint } = this.config;
    const [written, key] = endpoint === undefined ? [base, 'base_url'] : [endpoint, 'endpoint'];
    if (written === undefined || written.trim() === '') {
      return void this.problems.add([...CONFIG], 'has neither "endpoint" nor "base_url"');
    }
    const joined = endpoint ?? `${written.replace(/\/+$/, '')}${path === '' || path.startsWith('/') ? '' : '/'}${path}`;
    const url = this.text(joined, [endpoint === undefined && path !== '' ? 'path' : key]);
    const origin = /^https?:\/\/[^/?#{}]+(?=[/?#]|$)/i.exec(url)?.[0];
    if (origin && URL.canParse(origin)) return url;
    return void this.problems.add([...CONFIG, key], 'must begin with http:// or https:// and a host as it is');
  }

  /** Without the header that the credentials fill in. */
  private headers(authHeader: string | undefined): Record<string, JsonValue> {
    const entries = Object.entries(this.config.headers ?? {});
    const own = entries.filter(([name]) => name.toLowerCase() !== authHeader?.toLowerCase());
    return Object.fromEntries(own.map(([name, value]) => [name, this.text(value, ['headers', name])]));
  }

  private filled(value: JsonValue, path: readonly string[]): JsonValue {
    return mapTexts(value, (text) => this.text(text, path));
  }

  private text(text: string, path: readonly string[]): string {
    const { template, names, others } = readPlaceholders(text);
    for (const name of names) {
      this.used.add(name);
      if (this.properties.has(name)) continue;
      this.problems.add([...CONFIG, ...path], `asks for {${name}}, which schema.input does not have`);
    }
    for (const other of others) {
      const text = `${other} is not supported: write the reference of a secret into "auth.key", and name arguments as {name}`;
      this.problems.add([...CONFIG, ...path], text);
    }
    return template;
  }

  /** The arguments that nothing else names, where the file does not list them: in the query, or as the JSON body. */
  private rest(declared: JsonObject | undefined, body: JsonValue | undefined): JsonObject {
    const isListed = WITH_BODY.has(this.method) ? body !== undefined || declared !== undefined : declared !== undefined;
    if (isListed) return {};
    const names = [...this.properties].filter((name) => !this.used.has(name));
    return Object.fromEntries(names.map((name) => [this.config.param_map?.[name] ?? name, `{{${name}}}`]));
  }

  private mapping(): HttpApiResponseMapping | undefined {
    const { response_path: path, response_format: format = '' } = this.config;
    if (format === 'text') return { mode: 'TEXT' };
    if (format !== '' && format !== 'json') {
      return void this.problems.add(
        [...CONFIG, 'response_format'],
        `"${format}" is not supported; "json" and "text" are`,
      );
    }
    if (path === undefined || path.trim() === '') return undefined;
    const steps = path
      .trim()
      .replace(/^\$?\.?/, '')
      .replace(/\.(\d+)(?=\.|\[|$)/g, '[$1]');
    return { mode: 'JSON_PATH', path: steps.startsWith('[') ? `$${steps}` : `$.${steps}` };
  }
}
