// A server that takes what a description allows and refuses anything else: it reads the description by itself.
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** @returns where it listens, why it refused what it refused, and how many parts of requests it could not check */
export async function startMock(document) {
  const mock = new Mock(document);
  const server = createServer((request, response) => {
    if (request.url === '/the-mock/token') {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"access_token":"made-up","expires_in":3600}');
      return;
    }
    mock
      .answer(request)
      .catch((error) => `the mock failed: ${error.message}`)
      .then((refusal) => {
        if (refusal !== undefined) mock.refusals.push(`${request.method} ${request.url.slice(0, 120)}: ${refusal}`);
        const status = refusal === undefined ? 200 : 400;
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ refusal }));
      });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, mock, close };
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];
const SEPARATORS = { csv: ',', form: ',', simple: ',', ssv: ' ', spaceDelimited: ' ', pipes: '|', pipeDelimited: '|' };

class Mock {
  refusals = [];
  unchecked = 0;
  accepted = 0;

  constructor(document) {
    this.document = withoutReadOnlyNeeds(document);
    this.ajv = new Ajv2020({
      strict: false,
      validateSchema: false,
      validateFormats: false,
      coerceTypes: 'array',
      allErrors: false,
      logger: false,
    });
    this.strictAjv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, logger: false });
    const { components = {}, definitions = {} } = this.document;
    const whole = { $id: 'document', components: normal(components), definitions: normal(definitions) };
    for (const ajv of [this.ajv, this.strictAjv]) ajv.addSchema(whole);
    this.routes = Object.entries(document.paths ?? {}).flatMap(([path, written]) => {
      const item = this.resolve(written);
      return METHODS.filter((method) => item[method]).map((method) => this.route(path, method, item));
    });
  }

  route(path, method, item) {
    const operation = item[method];
    // `/#Action=Run`: paths that only a parameter of the query tells apart.
    const action = /#Action=(\w+)/.exec(path)?.[1];
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
    const escaped = path
      .replace(/#.*/s, '')
      .split(/\{[^{}]+\}/)
      .map((part) => encodeURI(part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('([^/?]*)');
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => this.resolve(one));
    const own = new Map(parameters.map((one) => [`${one.in} ${one.name}`, one]));
    const servers = operation.servers ?? item.servers ?? this.document.servers ?? [];
    const base = servers.length > 0 ? basePath(servers[0]) : (this.document.basePath ?? '').replace(/\/+$/, '');
    const pattern = new RegExp(`^${base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${escaped.replace(/\/+$/, '')}/?$`);
    return { method: method.toUpperCase(), action, pattern, names, parameters: [...own.values()], operation };
  }

  async answer(request) {
    const { pathname, searchParams } = new URL(request.url, 'http://mock');
    const candidates = this.routes.filter(
      ({ method, pattern, action }) =>
        method === request.method &&
        pattern.test(pathname) &&
        (action === undefined || searchParams.get('Action') === action),
    );
    if (candidates.length === 0) return 'there is no such operation';
    const body = await textOf(request);
    const refusals = candidates.map((route) => this.refusalOf(route, pathname, searchParams, request.headers, body));
    if (refusals.includes(undefined)) {
      this.accepted += 1;
      return undefined;
    }
    return refusals[0];
  }

  refusalOf({ pattern, names, parameters, operation }, pathname, query, headers, body) {
    const inPath = pattern.exec(pathname)?.slice(1) ?? [];
    for (const parameter of parameters) {
      const values = this.valuesOf(parameter, names, inPath, query, headers);
      if (values === undefined) continue;
      if (values.length === 0 && parameter.required && parameter.in !== 'cookie') {
        return `the ${parameter.in} parameter ${parameter.name} is missing`;
      }
      if (values.length > 0) {
        const refusal = this.check(
          this.schemaOf(parameter),
          asValue(parameter, this.schemaOf(parameter), values, this),
        );
        if (refusal) return `the ${parameter.in} parameter ${parameter.name} ${refusal}`;
      }
    }
    return this.bodyRefusal(operation, parameters, headers, body);
  }

  /** undefined for what is looked at elsewhere. */
  valuesOf({ in: place, name, style, schema }, names, inPath, query, headers) {
    if (place === 'path') {
      const value = inPath[names.indexOf(name)];
      return value === undefined || value === '' ? [] : [decodeURIComponent(value)];
    }
    if (place === 'query') {
      // Objects stand in parameters of their own, one for each property.
      if (style === 'deepObject' || this.resolve(schema).properties) return undefined;
      return query.getAll(name);
    }
    if (place !== 'header') return undefined;
    if (['accept', 'content-type', 'authorization', 'idempotency-key'].includes(name.toLowerCase())) return undefined;
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [value];
  }

  schemaOf(parameter) {
    const [media] = Object.values(parameter.content ?? {});
    if (media) return media.schema;
    if (parameter.schema) return parameter.schema;
    const { required: _required, name: _name, in: _in, description: _description, ...schema } = parameter;
    return schema;
  }

  bodyRefusal(operation, parameters, headers, body) {
    const requestBody = this.resolve(operation.requestBody ?? {});
    const type = String(headers['content-type'] ?? '')
      .split(';')[0]
      .trim();
    const form = parameters.filter((one) => one.in === 'formData');
    if (form.length > 0)
      return this.formRefusal(
        {
          properties: Object.fromEntries(form.map((one) => [one.name, one])),
          required: form.filter((one) => one.required).map((one) => one.name),
        },
        body,
      );
    const inBody = parameters.find((one) => one.in === 'body');
    const content = inBody ? { 'application/json': inBody } : (requestBody.content ?? {});
    const isRequired = inBody ? inBody.required : requestBody.required;
    if (Object.keys(content).length === 0) return body === '' ? undefined : 'takes no body';
    if (body === '') return isRequired ? 'needs a body' : undefined;
    const wanted =
      Object.keys(content).find((one) => one.split(';')[0].trim() === type) ??
      (type === 'application/json' ? Object.keys(content).find((one) => /json|\*\/\*/i.test(one)) : undefined);
    if (wanted === undefined) return `takes ${Object.keys(content).join(', ')}, not ${type}`;
    const schema = content[wanted]?.schema ?? {};
    if (/json|\*\/\*/i.test(wanted)) {
      const refusal = this.check(schema, JSON.parse(body), false);
      return refusal && `the body ${refusal}`;
    }
    return type === 'application/x-www-form-urlencoded' ? this.formRefusal(this.resolve(schema), body) : undefined;
  }

  formRefusal({ properties = {}, required = [] }, body) {
    const sent = new URLSearchParams(body);
    const names = [...new Set([...sent.keys()].map((key) => key.replace(/\[.*$/, '')))];
    const unknown = names.find((name) => !(name in properties) && !(`${name}[]` in properties));
    if (unknown !== undefined && Object.keys(properties).length > 0) return `the form has no field ${unknown}`;
    const missing = required.find((name) => !names.includes(name));
    return missing === undefined ? undefined : `the form needs ${missing}`;
  }

  check(schema, value, isCoerced = true) {
    let validate;
    try {
      validate = this.compiled(schema, isCoerced);
    } catch {
      this.unchecked += 1;
      return undefined;
    }
    const holder = { value };
    if (validate(holder)) return undefined;
    const [{ instancePath, message }] = validate.errors;
    return `${instancePath.replace('/value', '')} ${message}`.trim();
  }

  cache = new Map();

  compiled(schema, isCoerced) {
    const key = `${isCoerced} ${JSON.stringify(schema)}`;
    const known = this.cache.get(key);
    if (known) return known;
    const ajv = isCoerced ? this.ajv : this.strictAjv;
    const validate = ajv.compile({ type: 'object', properties: { value: referringTo('document', normal(schema)) } });
    this.cache.set(key, validate);
    return validate;
  }

  resolve(value) {
    if (typeof value?.$ref !== 'string') return value ?? {};
    const steps = value.$ref
      .slice(2)
      .split('/')
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
    return this.resolve(steps.reduce((part, step) => part?.[step], this.document));
  }
}

function basePath({ url = '', variables = {} }) {
  const filled = url.replace(/\{([^{}]+)\}/g, (written, name) => variables[name]?.default ?? written);
  return filled.replace(/^https?:\/\/[^/]*/i, '').replace(/\/+$/, '');
}

/** What a parameter says, as the value that its schema is about. */
function asValue(parameter, schema, values, mock) {
  const { type, items } = mock.resolve(schema);
  if (type !== 'array' && !items) return values.length === 1 ? values[0] : values;
  const isSwagger = parameter.type === 'array';
  const style = isSwagger
    ? (parameter.collectionFormat ?? 'csv')
    : (parameter.style ?? (parameter.in === 'query' ? 'form' : 'simple'));
  const isRepeated = isSwagger
    ? style === 'multi'
    : parameter.in === 'query' && style === 'form' && parameter.explode !== false;
  return isRepeated || values.length > 1 ? values : values[0].split(SEPARATORS[style] ?? ',');
}

/** Schemas of OpenAPI 3.0 and Swagger 2 as those of 2020-12. */
function normal(schema) {
  if (Array.isArray(schema)) return schema.map(normal);
  if (typeof schema !== 'object' || schema === null) return schema;
  const plain = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('x-') && key !== 'example' && key !== 'examples')
      .map(([key, value]) => [key, normal(value)]),
  );
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ]) {
    if (typeof plain[flag] !== 'boolean') continue;
    if (plain[flag] && plain[limit] !== undefined) {
      plain[flag] = plain[limit];
      delete plain[limit];
    } else delete plain[flag];
  }
  if (typeof plain.id === 'string') delete plain.id;
  if (plain.type === 'file') delete plain.type;
  return plain;
}

/** The schema with its references into another one. */
function referringTo(id, schema) {
  if (Array.isArray(schema)) return schema.map((one) => referringTo(id, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${id}${value}` : referringTo(id, value),
  ]);
  return Object.fromEntries(entries);
}

/** What a server fills in itself is not needed in a request, whatever `required` says. */
function withoutReadOnlyNeeds(value) {
  if (Array.isArray(value)) return value.map(withoutReadOnlyNeeds);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withoutReadOnlyNeeds(child)]));
  if (Array.isArray(copy.required) && copy.properties) {
    copy.required = copy.required.filter((name) => copy.properties[name]?.readOnly !== true);
  }
  return copy;
}
