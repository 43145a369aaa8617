import { stringify } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';
import { credentialsOf } from './credentials.js';
import { cleanSchema, propertiesOf } from './input-schema.js';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

/** A capability file that was written from one operation. */
export interface ImportedFile {
  /** `NAME.yaml`. */
  readonly file: string;
  readonly text: string;
}

/** What became of a description. */
export interface OpenApiImport {
  /** By name; the same description always gives the same files. */
  readonly files: readonly ImportedFile[];
  /** What was left out, one line each. */
  readonly notes: readonly string[];
}

/**
 * Writes a capability file for each operation.
 * @param document as `readOpenApi` gives it
 * @param prefix begins every name; derived from the title where it is empty
 */
export function importOpenApi(document: JsonObject, prefix = ''): OpenApiImport {
  const info = isJsonObject(document.info) ? document.info : {};
  const api = snake(prefix || String(info.title ?? 'api'));
  const writer = new CapabilityWriter(document, api);
  const paths = isJsonObject(document.paths) ? Object.entries(document.paths) : [];
  for (const [path, item] of paths) {
    for (const method of METHODS) {
      const operation = isJsonObject(item) ? item[method] : undefined;
      if (isJsonObject(operation)) writer.add(path, method, operation, (item as JsonObject).parameters);
    }
  }
  const files = writer.files.sort((a, b) => (a.file < b.file ? -1 : 1));
  return { files, notes: writer.notes };
}

/** The arguments of an operation, and where they go. */
interface Arguments {
  readonly properties: JsonObject;
  readonly required: Set<string>;
  readonly params: JsonObject;
  path: string;
  body: JsonValue | undefined;
}

class CapabilityWriter {
  readonly files: ImportedFile[] = [];
  readonly notes: string[] = [];
  private readonly names = new Set<string>();

  constructor(
    private readonly document: JsonObject,
    private readonly api: string,
  ) {}

  add(path: string, method: string, operation: JsonObject, shared: JsonValue | undefined): void {
    const where = `${method.toUpperCase()} ${path}`;
    const baseUrl = this.baseUrl(operation);
    if (!baseUrl) return void this.notes.push(`${where}: no server with http:// or https:// is named; left out`);
    const name = this.nameOf(operation, method, path);
    const args = this.arguments(where, path, operation, shared);
    const auth = credentialsOf(this.document, operation, `${this.api.toUpperCase()}_TOKEN`);
    if (auth?.type === 'unsupported')
      this.notes.push(`${where}: its credentials are not supported; set "auth" in ${name}.yaml`);
    const text = [operation.summary, operation.description].find((one) => typeof one === 'string' && one.trim() !== '');
    const capability: JsonObject = {
      name,
      description: String(text ?? where).trim(),
      schema: { input: { type: 'object', properties: args.properties, ...requiredOf(args) } },
      providers: {
        primary: {
          service: 'rest',
          config: {
            base_url: baseUrl,
            path: args.path,
            method: method.toUpperCase(),
            ...(Object.keys(args.params).length > 0 && { params: args.params }),
            ...(args.body !== undefined && { body: args.body }),
          },
        },
      },
      ...(auth && auth.type !== 'unsupported' && { auth }),
      metadata: {
        ...(Array.isArray(operation.tags) && operation.tags.length > 0 && { tags: operation.tags }),
        read_only: method === 'get' || method === 'head',
      },
    };
    this.files.push({
      file: `${name}.yaml`,
      text: stringify(capability, { lineWidth: 120, aliasDuplicateObjects: false }),
    });
  }

  private nameOf(operation: JsonObject, method: string, path: string): string {
    const own = typeof operation.operationId === 'string' && operation.operationId.trim();
    const plain = `${this.api}_${snake(own || `${method}_${path}`)}`;
    let name = plain;
    for (let count = 2; this.names.has(name); count += 1) name = `${plain}_${count}`;
    this.names.add(name);
    return name;
  }

  private baseUrl(operation: JsonObject): string | undefined {
    const servers = [operation.servers, this.document.servers].find((list) => Array.isArray(list) && list.length > 0);
    const [server] = Array.isArray(servers) ? servers : [];
    const url = isJsonObject(server) ? filledServer(server) : swaggerUrl(this.document);
    return /^https?:\/\//i.test(url) ? url.replace(/\/+$/, '') : undefined;
  }

  private arguments(where: string, path: string, operation: JsonObject, shared: JsonValue | undefined): Arguments {
    const args: Arguments = { properties: {}, required: new Set(), params: {}, path, body: undefined };
    for (const parameter of mergedParameters(shared, operation.parameters)) this.parameter(where, args, parameter);
    const content = isJsonObject(operation.requestBody) ? operation.requestBody.content : undefined;
    const json = isJsonObject(content)
      ? Object.entries(content).find(([type]) => /[/+]json\b/i.test(type))?.[1]
      : undefined;
    if (isJsonObject(json))
      this.body(args, json.schema, isJsonObject(operation.requestBody) && operation.requestBody.required === true);
    else if (isJsonObject(content))
      this.notes.push(`${where}: its body is not JSON (${Object.keys(content).join(', ')}); left out`);
    return args;
  }

  private parameter(where: string, args: Arguments, parameter: JsonObject): void {
    const { name: written, in: place, required, description } = parameter;
    const name = String(written);
    if (place === 'body') return void this.body(args, parameter.schema, required === true);
    if (place !== 'path' && place !== 'query') {
      return void this.notes.push(`${where}: the ${String(place)} parameter "${name}" is left out`);
    }
    const argument = snakeArgument(name);
    const schema = cleanSchema(parameter.schema ?? parameter);
    delete schema.required;
    args.properties[argument] = { ...schema, ...(typeof description === 'string' && { description }) };
    if (required === true) args.required.add(argument);
    if (place === 'path') args.path = args.path.replaceAll(`{${name}}`, `{${argument}}`);
    else args.params[name] = `{${argument}}`;
  }

  /** The properties of an object become arguments beside the others; any other body is the argument "body". */
  private body(args: Arguments, schema: JsonValue | undefined, required: boolean): void {
    const clean = cleanSchema(schema);
    const object = propertiesOf(clean);
    const names = Object.keys(object?.properties ?? {});
    const fits = names.every((name) => /^[A-Za-z_][\w-]*$/.test(name) && !Object.hasOwn(args.properties, name));
    if (!object || !fits) {
      args.properties.body = clean;
      if (required) args.required.add('body');
      args.body = '{body}';
      return;
    }
    Object.assign(args.properties, object.properties);
    if (required) for (const name of object.required) args.required.add(name);
    args.body = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  }
}

/** An operation's own parameters replace those of its path. */
function mergedParameters(shared: JsonValue | undefined, own: JsonValue | undefined): JsonObject[] {
  const lists = [shared, own].map((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  return [...new Map(lists.flat().map((one) => [`${one.in} ${one.name}`, one])).values()];
}

function requiredOf({ required }: Arguments): JsonObject {
  return required.size > 0 ? { required: [...required] } : {};
}

function filledServer({ url, variables }: JsonObject): string {
  return String(url ?? '').replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const variable = isJsonObject(variables) ? variables[name] : undefined;
    return isJsonObject(variable) ? String(variable.default) : written;
  });
}

function swaggerUrl({ host, basePath = '', schemes }: JsonObject): string {
  if (typeof host !== 'string') return '';
  const scheme = Array.isArray(schemes) && !schemes.includes('https') ? schemes[0] : 'https';
  return `${scheme}://${host}${basePath}`;
}

function snake(text: string): string {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[^A-Za-z\d]+/g, '_');
  return words.replace(/^_+|_+$/g, '').toLowerCase();
}

/** An argument's name that a placeholder can hold: as it is, where that works. */
function snakeArgument(name: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(name)) return name;
  const plain = snake(name);
  return /^[a-z]/.test(plain) ? plain : `p_${plain}`;
}
