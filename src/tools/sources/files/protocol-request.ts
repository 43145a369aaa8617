import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { FileRequest } from '../../tool.js';
import type { ReadAuth } from './auth.js';
import { type ProviderInput, RequestParts } from './request-parts.js';

/** Reads the request of a provider whose service is GraphQL or JSON-RPC 2.0: a POST whose body has a fixed shape. */
export class ProtocolReader {
  private readonly parts: RequestParts;
  /** Values for arguments that are left out. */
  private readonly constants: JsonObject = {};

  constructor(
    private readonly input: ProviderInput,
    private readonly service: 'graphql' | 'jsonrpc',
  ) {
    this.parts = new RequestParts(input);
  }

  read(auth: ReadAuth | undefined): Omit<FileRequest, 'timeoutMs'> | undefined {
    const url = this.parts.url(this.input.config.path ?? '', ['path']);
    const headers = this.parts.headers(auth);
    const body = this.service === 'graphql' ? this.graphql() : this.jsonRpc();
    const path = this.parts.responsePath();
    if (url === undefined || body === undefined) return undefined;
    const param = auth?.param;
    return {
      method: 'POST',
      url,
      auth: auth?.spec ?? { type: 'NONE' },
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(param && { queryParams: { [param.name]: this.input.secrets.placeholder(param.secret) } }),
      ...(Object.keys(this.constants).length > 0 && { constants: this.constants }),
      body,
      responseMapping: this.mapping(path),
    };
  }

  private mapping(path: string | undefined): FileRequest['responseMapping'] {
    if (this.service === 'jsonrpc') return { mode: 'JSON_RPC', ...(path !== undefined && { path }) };
    // The answer's own "data" is what the path looks into.
    const inData = path?.replace(/^\$\.data(?=[.[]|$)/, '$');
    return { mode: 'GRAPHQL', ...(inData !== undefined && inData !== '$' && { path: inData }) };
  }

  /** The query as it is written; arguments go into it as the variables that it declares. */
  private graphql(): JsonObject | undefined {
    const { query, variables = {} } = this.input.config;
    if (typeof query !== 'string' || query.trim() === '') return void this.parts.problem(['query'], 'is missing');
    const inText = [...query.matchAll(/(?:"[^"\n]*|:\s*)\{(\w+)\}/g)].find(([, name = '']) =>
      this.parts.names.has(name),
    );
    if (inText) {
      const text = `puts {${inText[1]}} into the text of the query; declare it as a variable: $${inText[1]}`;
      return void this.parts.problem(['query'], text);
    }
    if (/\{\{|#\{/.test(query))
      return void this.parts.problem(['query'], 'has "{{" or "#{", which stand for arguments elsewhere');
    const declared = new Set([...query.matchAll(/\$(\w+)\s*:/g)].map(([, name = '']) => name));
    const filled = this.named(variables, 'variables', (name) => declared.has(name));
    return filled && { query, ...(Object.keys(filled).length > 0 && { variables: filled }) };
  }

  /** The arguments are its named parameters. */
  private jsonRpc(): JsonObject | undefined {
    const { method, default_params: defaults = {} } = this.input.config;
    if (method === undefined || method.trim() === '') return void this.parts.problem(['method'], 'is missing');
    const params = this.named(defaults, 'default_params', () => true);
    return params && { jsonrpc: '2.0', id: 1, method, params };
  }

  /** What the file gives under names, and the arguments of some names in the place of it. */
  private named(given: unknown, key: string, isMeant: (name: string) => boolean): JsonObject | undefined {
    if (!isJsonObject(given as JsonValue)) return void this.parts.problem([key], 'is not a map');
    const own = this.parts.filled(given as JsonValue, [key]) as JsonObject;
    const names = [...this.parts.names].filter(isMeant);
    for (const name of names) {
      const value = own[name];
      if (value !== undefined && value !== `{{${name}}}`) this.constants[name] = value;
    }
    return { ...own, ...Object.fromEntries(names.map((name) => [name, `{{${name}}}`])) };
  }
}
