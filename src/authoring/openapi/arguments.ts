import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { describeArgument } from './description.js';
import { cleanSchema, propertiesOf } from './input-schema.js';
import { argumentName } from './naming.js';

/** The arguments of an operation, and where they go. */
export interface OperationArguments {
  readonly properties: JsonObject;
  readonly required: ReadonlySet<string>;
  readonly path: string;
  readonly params: JsonObject;
  readonly headers: JsonObject;
  /** What is sent, with its content type where that is not JSON. */
  readonly body: { readonly value: JsonValue; readonly type?: string } | undefined;
  /** What was left out, without which the operation still works. */
  readonly notes: readonly string[];
}

const FORM = 'application/x-www-form-urlencoded';
/** OpenAPI has other places for what the first ones say; the last one the engine sends with each confirmed call. */
const RESERVED_HEADERS = new Set(['accept', 'content-type', 'authorization', 'idempotency-key']);
const SEPARATORS: Readonly<Record<string, string>> = {
  csv: 'commas',
  form: 'commas',
  simple: 'commas',
  ssv: 'spaces',
  spaceDelimited: 'spaces',
  pipes: 'the character |',
  pipeDelimited: 'the character |',
};

/** Of path parameters: `.value` and `;name=value`. */
const UNUSUAL_STYLES = new Set(['label', 'matrix']);

/** Turns parameters and body of an operation into flat arguments. Undefined, with why, where it cannot be called. */
export class ArgumentsReader {
  private readonly properties: JsonObject = {};
  private readonly required = new Set<string>();
  private readonly params: JsonObject = {};
  private readonly headers: JsonObject = {};
  private readonly notes: string[] = [];
  private sent: { value: JsonValue; type?: string } | undefined;

  constructor(
    private path: string,
    private readonly operation: JsonObject,
    /** What operations of Swagger 2 take; OpenAPI 3 says it with each body. */
    private readonly consumes: readonly string[],
  ) {}

  /** @param shared parameters of all operations of the path */
  read(shared: JsonValue | undefined): OperationArguments | { readonly problem: string } {
    const parameters = merged(shared, this.operation.parameters).filter((one) => this.hasPlace(one));
    const problem = this.missingIn(parameters) ?? this.readParameters(parameters) ?? this.readBody();
    if (problem !== undefined) return { problem };
    const { properties, required, path, params, headers, notes } = this;
    return { properties, required, path, params, headers, notes, body: this.sent };
  }

  private hasPlace({ name, in: place }: JsonObject): boolean {
    if (place !== 'path' || this.path.includes(`{${name}}`)) return true;
    this.notes.push(`the parameter "${name}" is left out: it is not in the path`);
    return false;
  }

  /** What of the path no parameter fills. */
  private missingIn(parameters: readonly JsonObject[]): string | undefined {
    const filled = parameters.filter((one) => one.in === 'path').map(({ name }) => String(name));
    const missing = [...this.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    const open = missing.find((name) => !filled.includes(name));
    return open === undefined ? undefined : `it has no parameter for {${open}} of its path`;
  }

  private readParameters(parameters: readonly JsonObject[]): string | undefined {
    const form = parameters.filter((one) => one.in === 'formData');
    for (const parameter of parameters.filter((one) => one.in !== 'formData' && one.in !== 'body')) {
      const problem = this.readParameter(parameter);
      if (problem !== undefined) return problem;
    }
    const [body] = parameters.filter((one) => one.in === 'body');
    const problem = body && this.readJson(body.schema, body.required === true);
    if (problem !== undefined) return problem;
    if (form.length === 0) return undefined;
    if (form.some(({ type }) => type === 'file') || (this.consumes.length > 0 && !this.consumes.includes(FORM))) {
      return 'it uploads files';
    }
    const properties = Object.fromEntries(form.map(({ name, ...schema }) => [String(name), schema]));
    const required = form.filter((one) => one.required === true).map(({ name }) => String(name));
    this.readForm({ type: 'object', properties: withoutFlags(properties), required });
    return undefined;
  }

  private readParameter(parameter: JsonObject): string | undefined {
    const { name: written, in: place, required, description } = parameter;
    const name = String(written);
    if (place === 'path' && UNUSUAL_STYLES.has(String(parameter.style)))
      return `its path has "${name}" in the style "${parameter.style}"`;
    const [media] = isJsonObject(parameter.content) ? Object.values(parameter.content) : [];
    const schema = cleanSchema((isJsonObject(media) ? media.schema : parameter.schema) ?? withoutFlag(parameter));
    if (place === 'query' && parameter.style === 'deepObject')
      return void this.readDeep(name, schema, required === true, (key) => `${name}[${key}]`);
    // Without a style, each property of an object is a parameter of its own.
    const isExploded = (parameter.style ?? 'form') === 'form' && parameter.explode !== false && !media;
    if (place === 'query' && isExploded && propertiesOf(schema))
      return void this.readDeep(name, schema, required === true, (key) => key);
    if (place === 'cookie') {
      if (required === true) return `it needs the cookie "${name}"`;
      return void this.notes.push(`the cookie "${name}" is left out`);
    }
    if (place === 'header' && RESERVED_HEADERS.has(name.toLowerCase())) return undefined;
    const argument = this.add(
      name,
      '',
      joinedList(parameter, schema),
      description,
      required === true || place === 'path',
    );
    if (place === 'path') this.path = this.path.replaceAll(`{${name}}`, `{${argument}}`);
    else if (place === 'header') this.headers[name] = `{${argument}}`;
    else this.params[name] = `{${argument}}`;
    return undefined;
  }

  /** `filter[name]=…`: each property is an argument. */
  private readDeep(name: string, schema: JsonObject, isRequired: boolean, sentAs: (key: string) => string): void {
    const object = propertiesOf(schema);
    for (const [key, property] of Object.entries(object?.properties ?? {})) {
      const isNeeded = isRequired && object?.required.includes(key) === true;
      const argument = this.add(`${name}_${key}`, '', property, undefined, isNeeded);
      this.params[sentAs(key)] = `{${argument}}`;
    }
    if (!object) this.notes.push(`the parameter "${name}" is left out: it is an object of unknown properties`);
  }

  private readBody(): string | undefined {
    const { requestBody } = this.operation;
    const content = isJsonObject(requestBody) && isJsonObject(requestBody.content) ? requestBody.content : {};
    const types = Object.keys(content);
    if (types.length === 0 || !isJsonObject(requestBody)) return undefined;
    const isRequired = requestBody.required === true;
    const schemaOf = (type: string | undefined) => {
      const media = type === undefined ? undefined : content[type];
      return isJsonObject(media) ? media.schema : undefined;
    };
    const json = types.find(isPlainJson) ?? types.find((type) => /[/+]json\b/i.test(type));
    const form = types.find((type) => type.toLowerCase().startsWith(FORM));
    const text = types.find((type) => /^text\/|[/+]xml\b/i.test(type));
    if (json !== undefined) return this.readJson(schemaOf(json), isRequired, json);
    if (form !== undefined) this.readForm(cleanSchema(schemaOf(form)));
    else if (text !== undefined) this.readText(text, isRequired);
    else if (isRequired) return `its body is ${types.join(' or ')}`;
    else this.notes.push(`its body is left out: ${types.join(', ')}`);
    return undefined;
  }

  /** The properties of an object become arguments beside the others; any other body is the argument "body". */
  private readJson(schema: JsonValue | undefined, isRequired: boolean, type = 'application/json'): string | undefined {
    const clean = cleanSchema(schema);
    // A body that is text is sent as it is, without the quotes that JSON has.
    if (clean.type === 'string') return 'its body is a text in JSON';
    const object = propertiesOf(clean);
    const value = object ? this.spread(object) : this.whole(clean, isRequired);
    this.sent = isPlainJson(type) ? { value } : { value, type };
    return undefined;
  }

  private readForm(schema: JsonObject): void {
    const object = propertiesOf(schema);
    if (!object) return void this.notes.push('its form is left out: it has no named fields');
    this.sent = { value: this.spread(object), type: FORM };
  }

  private readText(type: string, isRequired: boolean): void {
    this.sent = { value: this.whole({ type: 'string', description: `As ${type}` }, isRequired), type };
  }

  private whole(schema: JsonObject, isRequired: boolean): string {
    return `{${this.add('body', 'request', schema, schema.description, isRequired)}}`;
  }

  private spread(object: { properties: JsonObject; required: readonly string[] }): JsonObject {
    // An optional body of required properties: hardly any operation does anything without, and half of it is refused.
    const entries = Object.entries(object.properties).map(([name, property]): [string, string] => {
      const isNeeded = object.required.includes(name);
      return [name, `{${this.add(name, 'body', property, undefined, isNeeded)}}`];
    });
    return Object.fromEntries(entries);
  }

  /** @param otherwise goes before the name where another argument has it already */
  private add(
    name: string,
    otherwise: string,
    property: JsonValue,
    description: JsonValue | undefined,
    isRequired: boolean,
  ): string {
    const plain = argumentName(name);
    let argument = Object.hasOwn(this.properties, plain) && otherwise !== '' ? `${otherwise}_${plain}` : plain;
    for (let count = 2; Object.hasOwn(this.properties, argument); count += 1) argument = `${plain}_${count}`;
    // The server knows its own defaults; sent along, they would overwrite what is there.
    const { default: _default, ...schema } = isJsonObject(property) ? property : {};
    const text = describeArgument(description ?? schema.description, isJsonObject(property) ? property : {});
    this.properties[argument] = { ...schema, ...(text !== undefined && { description: text }) };
    if (isRequired) this.required.add(argument);
    return argument;
  }
}

/** The one that is sent where nothing is said. */
function isPlainJson(type: string): boolean {
  return /^(application\/json\b|\*\/\*)/i.test(type);
}

/** A list that goes into one parameter is a text, with what stands between its items. */
function joinedList({ in: place, style, explode, collectionFormat, type }: JsonObject, schema: JsonObject): JsonObject {
  if (schema.type !== 'array') return schema;
  const isSwagger = type === 'array';
  const format = String(isSwagger ? (collectionFormat ?? 'csv') : (style ?? (place === 'query' ? 'form' : 'simple')));
  const isRepeated = isSwagger ? format === 'multi' : place === 'query' && format === 'form' && explode !== false;
  const separator = SEPARATORS[format];
  if (isRepeated || separator === undefined) return schema;
  const values =
    isJsonObject(schema.items) && Array.isArray(schema.items.enum) ? ` of ${schema.items.enum.join(', ')}` : '';
  const said = typeof schema.description === 'string' ? `${schema.description} ` : '';
  return { type: 'string', description: `${said}Values${values} with ${separator} between them` };
}

/** An operation's own parameters replace those of its path. */
function merged(shared: JsonValue | undefined, own: JsonValue | undefined): JsonObject[] {
  const lists = [shared, own].map((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  return [...new Map(lists.flat().map((one) => [`${one.in} ${one.name}`, one])).values()];
}

/** Parameters of Swagger 2 are schemas but for this: there it says whether the parameter is. */
function withoutFlag({ required: _required, ...schema }: JsonObject): JsonObject {
  return schema;
}

function withoutFlags(properties: JsonObject): JsonObject {
  const entries = Object.entries(properties);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, cleanSchema(isJsonObject(one) ? withoutFlag(one) : one)]),
  );
}
