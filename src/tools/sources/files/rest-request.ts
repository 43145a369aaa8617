import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import type { HttpApiResponseMapping } from '../../../platform/handlers-api/index.js';
import type { FileRequest } from '../../tool.js';
import type { ReadAuth } from './auth.js';
import { type ProviderInput, RequestParts } from './request-parts.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const FORM = 'application/x-www-form-urlencoded';

/** Reads the request of a provider whose service is a REST API. */
export class RestReader {
  private readonly parts: RequestParts;
  private readonly method: string;
  private readonly constants: JsonObject;

  constructor(private readonly input: ProviderInput) {
    this.constants = (input.config.static_params ?? {}) as JsonObject;
    this.parts = new RequestParts(input, this.constants);
    this.method = (input.config.method ?? 'GET').trim().toUpperCase();
  }

  read(auth: ReadAuth | undefined): Omit<FileRequest, 'timeoutMs'> | undefined {
    const { parts, method } = this;
    const { config } = this.input;
    if (!METHODS.has(method)) parts.problem(['method'], `"${method}" is not a method`);
    const address = this.address();
    const headers = parts.headers(auth);
    const declared = config.params ? (parts.filled(config.params, ['params']) as JsonObject) : undefined;
    const own = this.body(headers);
    // A request that lists nothing sends its arguments: with a method that has a body, as that.
    const isOpen = declared === undefined && own === undefined;
    const rest = this.rest(declared, own !== undefined, isOpen);
    const isRestBody = isOpen && WITH_BODY.has(method) && Object.keys(rest).length > 0;
    const responseMapping = this.mapping();
    if (!address || !responseMapping) return undefined;
    const queryParams = { ...(isRestBody ? {} : rest), ...declared, ...this.secretParam(auth) };
    const body = isRestBody ? rest : own;
    return {
      method,
      ...address,
      auth: auth?.spec ?? { type: 'NONE' },
      ...(Object.keys(this.constants).length > 0 && { constants: this.constants }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(Object.keys(queryParams).length > 0 && { queryParams }),
      ...(body !== undefined && { body }),
      responseMapping,
    };
  }

  private address(): Pick<FileRequest, 'url' | 'urls'> | undefined {
    const { path = '', path_selector: selector, endpoint } = this.input.config;
    if (!selector || endpoint !== undefined) {
      const url = this.parts.url(path, ['path']);
      return url === undefined ? undefined : { url };
    }
    const { parameter, default: otherwise, paths } = selector;
    if (!this.parts.names.has(parameter)) {
      this.parts.problem(['path_selector', 'parameter'], `is "${parameter}", which schema.input does not have`);
    }
    if (otherwise !== undefined && !Object.hasOwn(paths, otherwise)) {
      this.parts.problem(['path_selector', 'default'], `is "${otherwise}", which "paths" does not have`);
    }
    this.parts.used.add(parameter);
    const byValue = Object.entries(paths).flatMap(([value, one]): [string, string][] => {
      const url = this.parts.url(one, ['path_selector', 'paths', value]);
      return url === undefined ? [] : [[value, url]];
    });
    const [first] = byValue;
    if (!first) return void this.parts.problem(['path_selector', 'paths'], 'has no path');
    const urls = { argument: parameter, otherwise, byValue: Object.fromEntries(byValue) };
    return { url: urls.byValue[otherwise ?? ''] ?? first[1], urls };
  }

  /** `body`, or `body_template` as some files call it. What is no JSON needs its content type. */
  private body(headers: Record<string, string>): JsonValue | undefined {
    const { body = this.input.config.body_template as JsonValue | undefined } = this.input.config;
    const key = this.input.config.body === undefined ? 'body_template' : 'body';
    const type = String(this.input.config.body_content_type ?? this.input.config.content_type ?? '').trim();
    if (type !== '') headers['Content-Type'] = type;
    const filled = body === undefined || body === null ? undefined : this.parts.filled(body, [key]);
    const isWritten = type !== '' && !/[/+]json\b/i.test(type) && !type.toLowerCase().startsWith(FORM);
    if (isWritten && typeof filled !== 'string') {
      this.parts.problem(
        ['body_content_type'],
        `"${type}" needs a "body" that is text; objects are sent as JSON or ${FORM}`,
      );
    }
    return filled;
  }

  /**
   * What the file gives no place: the names of `param_map`; where it lists no parameters, all others; and constants,
   * which a body has to name itself.
   */
  private rest(declared: JsonObject = {}, hasBody: boolean, isOpen: boolean): JsonObject {
    const { param_map: map = {} } = this.input.config;
    const isSent = (name: string) => {
      if (Object.hasOwn(map, name)) return true;
      if (this.parts.used.has(name) || Object.hasOwn(declared, name)) return false;
      const isConstant = Object.hasOwn(this.constants, name);
      const listsNothing = isOpen || (Object.keys(declared).length === 0 && !WITH_BODY.has(this.method));
      return listsNothing || (isConstant && !hasBody);
    };
    const names = [...this.parts.names].filter(isSent);
    return Object.fromEntries(names.map((name) => [map[name] ?? name, `{{${name}}}`]));
  }

  private secretParam(auth: ReadAuth | undefined): JsonObject {
    return auth?.param ? { [auth.param.name]: this.input.secrets.placeholder(auth.param.secret) } : {};
  }

  private mapping(): HttpApiResponseMapping | undefined {
    const format = this.input.config.response_format?.trim().toLowerCase() ?? '';
    if (format === 'text') return { mode: 'TEXT' };
    if (format !== '' && format !== 'json' && format !== 'xml') {
      const text = `"${format}" is not supported; "json", "xml" and "text" are`;
      return void this.parts.problem(['response_format'], text);
    }
    const path = this.parts.responsePath();
    return { mode: 'DOCUMENT', ...(path !== undefined && { path }) };
  }
}
