import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/authoring/openapi/index.js';
import { withFittingExample } from '../../../src/authoring/toolgen/init/draft.js';
import { discoverOpenApi } from '../../../src/authoring/toolgen/init/openapi/discover-openapi.js';
import { securityOf } from '../../../src/authoring/toolgen/init/openapi/security.js';
import { serverOf } from '../../../src/authoring/toolgen/init/openapi/service.js';
import { compileCheck } from '../../../src/tools/package-format/index.js';
import { temporaryFolder } from '../package-fixture.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ responses: { 200: { description: 'ok', ...json(schema) } } });
const none = () => undefined;
const discover = (paths: object, components: object = {}) =>
  discoverOpenApi({ openapi: '3.0.3', paths, components } as never, none);

async function read(files: Record<string, string>, name: string) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const warnings: string[] = [];
  const document = await readDocument(join(folder, name), join(folder, 'project'), (text) => warnings.push(text));
  return { document, warnings };
}

describe('the tools of an OpenAPI document', () => {
  it('are of the risk of their method, raised by names of what destroys', () => {
    const operation = (operationId: string) => ({ operationId, responses: { 204: { description: 'done' } } });
    const { tools } = discover({
      '/a': { get: operation('listUsers'), post: operation('purgeUsers'), put: operation('replaceUser') },
      '/b': { get: operation('deleteUser'), post: operation('createUser') },
      '/c': { get: operation('getDropPoints') },
    });
    expect(Object.fromEntries(tools.map(({ name, category, risk }) => [name, `${category} ${risk}`]))).toEqual({
      list_users: 'read low',
      purge_users: 'write high',
      replace_user: 'write medium',
      delete_user: 'write high',
      create_user: 'write medium',
      get_drop_points: 'read low',
    });
  });

  it('keep what marks an argument as secret', () => {
    const pin = { type: 'string', nullable: true, 'x-sensitive': true, 'x-internal': 1 };
    const card = { type: 'object', properties: { pin, code: { type: 'string', writeOnly: true } } };
    const request = { requestBody: { required: true, ...json({ $ref: '#/components/schemas/Card' }) } };
    const operation = { operationId: 'blockCard', ...request, ...answer({ $ref: '#/components/schemas/Card' }) };
    const [tool] = discover({ '/cards': { post: operation } }, { schemas: { Card: card } }).tools;
    const properties = {
      code: { type: 'string', writeOnly: true },
      pin: { type: ['string', 'null'], 'x-sensitive': true },
    };
    expect(tool?.input_schema.properties).toEqual(properties);
    expect(JSON.stringify(tool?.output_schema)).not.toMatch(/x-|writeOnly/);
  });

  it('ask for nothing that only the service gives, and take no credential', () => {
    const user = {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'string', readOnly: true },
        name: { type: 'string' },
        secret: { type: 'string', writeOnly: true },
      },
    };
    const [tool] = discover(
      {
        '/users': {
          post: {
            operationId: 'createUser',
            parameters: [
              { name: 'api_key', in: 'query', schema: { type: 'string' } },
              { name: 'appid', in: 'query', required: true, schema: { type: 'string' } },
              { name: 'page', in: 'query', example: 7, schema: { type: 'integer', minimum: 5 } },
            ],
            requestBody: { required: true, ...json({ $ref: '#/components/schemas/User' }) },
            ...answer({ $ref: '#/components/schemas/User' }),
          },
        },
      },
      { schemas: { User: user }, securitySchemes: { app: { type: 'apiKey', in: 'query', name: 'appid' } } },
    ).tools;
    expect(Object.keys(tool?.input_schema.properties ?? {})).toEqual(['page', 'name', 'secret']);
    expect(tool?.input_schema.required).toEqual(['name']);
    expect(tool?.input_schema.properties).toMatchObject({ page: { examples: [7] } });
    expect(Object.keys(tool?.output_schema.properties ?? {})).toEqual(['id', 'name']);
  });

  it('refer to any place of the document, each by a name of its own', () => {
    const [tool] = discover({
      '/a': {
        post: {
          operationId: 'add',
          requestBody: json({ type: 'array', items: { $ref: '#/paths/~1b/x-own' } }),
          ...answer({}),
        },
      },
      '/b': { 'x-own': { type: 'object', properties: { next: { $ref: '#/paths/~1b/x-own' } } } },
    }).tools;
    expect(tool?.input_schema).toMatchObject({
      properties: { body: { items: { $ref: '#/$defs/x-own' } } },
      $defs: { 'x-own': { properties: { next: { $ref: '#/$defs/x-own' } } } },
    });
  });

  it('that cannot be called are left out by name, and the others stay', () => {
    const { tools, warnings } = discover({
      '/a#b': { get: { responses: {} } },
      '/form': { post: { requestBody: { content: { 'application/xml': {} } }, responses: {} } },
      '/gone': { get: answer({ $ref: '#/components/schemas/Gone' }) },
      '/any': { get: { responses: { 200: { content: { '*/*': { schema: { type: 'object' } } } } } } },
      '/{nobody}': { get: { responses: {} } },
      '/{id}': {
        get: { parameters: [{ name: 'id', in: 'path', required: true, style: 'matrix' }], responses: {} },
      },
      '/other': { get: { parameters: [{ name: 'id', in: 'path', required: true }], responses: {} } },
      '/photo': { get: { responses: { 200: { content: { 'image/png': {} } } } } },
      '/note': { get: { responses: { 200: { content: { 'image/png': {}, 'text/plain': {} } } } } },
    });
    expect(tools.map(({ name }) => name)).toEqual(['get_any', 'get_other', 'get_note']);
    expect(warnings).toEqual([
      'GET /a#b was left out: has more than a path in its path',
      'POST /form was left out: takes a body that is neither JSON nor a form',
      'GET /gone was left out: refers to what is not there (#/components/schemas/Gone)',
      'GET /{nobody} was left out: has no parameter for {nobody} of its path',
      'GET /{id} was left out: has id in its path in the style matrix',
      'GET /other: the parameter id was left out: it is not in the path',
      'GET /photo was left out: answers with image/png, which is no text',
    ]);
  });

  it('take objects that are put together of others as one, with the fields of all', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = {
      Base: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { readOnly: true }, name: { type: 'string' } },
      },
      Middle: {
        allOf: [ref('Base'), { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } }],
      },
      Top: {
        description: 'The whole',
        allOf: [ref('Middle'), { properties: { parent: { allOf: [ref('Top'), {}] } } }],
      },
      Named: { allOf: [{ type: 'string', minLength: 1 }], description: 'A name' },
      Secret: { allOf: [{ type: 'object', 'x-sensitive': true, properties: { pin: {} } }] },
    };
    const properties = { top: ref('Top'), name: ref('Named'), secret: ref('Secret') };
    const request = { requestBody: { required: true, ...json({ type: 'object', properties }) } };
    const [tool] = discover({ '/a': { post: { ...request, responses: {} } } }, { schemas }).tools;
    if (!tool) throw new Error('no tool was found');
    const { $defs } = tool.input_schema as { $defs: Record<string, unknown> };
    const whole = { type: 'object', required: ['name', 'size'] };
    expect($defs.Top).toEqual({
      ...whole,
      description: 'The whole',
      properties: { name: { type: 'string' }, size: { type: 'integer' }, parent: expect.anything() },
    });
    expect($defs).toMatchObject({ Named: schemas.Named, Secret: schemas.Secret });
    const check = compileCheck(tool.input_schema as never, true);
    const inner = { name: 'b', size: 2 };
    expect(check({ top: { name: 'a', size: 1, parent: inner } })).toEqual([]);
    expect(check({ top: { ...inner, parent: { ...inner, sise: 3 } } })).toMatchObject([{ field: '/top/parent' }]);
  });
});

describe('a body that is a form', () => {
  const posting = (content: object) =>
    discover({ '/a': { post: { requestBody: { content }, responses: {} } } }).tools[0];

  it('has a property for each field, and each list or object where the document says how it is written', () => {
    const properties = {
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      address: { type: 'object', properties: { city: { type: 'string' } } },
    };
    const encoding = { tags: { explode: false }, address: { style: 'deepObject', explode: true } };
    const schema = { type: 'object', properties, required: ['name'], additionalProperties: true };
    const tool = posting({ 'application/x-www-form-urlencoded': { schema, encoding } });
    expect(tool?.input_schema.properties).toEqual(properties);
    expect(tool?.binding).toMatchObject({
      content_type: 'application/x-www-form-urlencoded',
      parameters: {
        name: { in: 'body' },
        tags: { in: 'body', style: 'comma' },
        address: { in: 'body', style: 'deep' },
      },
    });
  });

  it('takes files in base64', () => {
    const properties = {
      title: { type: 'string' },
      photo: { type: 'string', format: 'binary', description: 'A picture' },
      pages: { type: 'array', items: { type: 'string', contentMediaType: 'image/png' } },
    };
    const encoding = { photo: { contentType: 'image/jpeg' } };
    const tool = posting({ 'multipart/form-data': { schema: { type: 'object', properties }, encoding } });
    const file = { type: 'string', contentEncoding: 'base64' };
    expect(tool?.input_schema.properties).toMatchObject({
      title: { type: 'string' },
      photo: { ...file, description: 'A picture. The content of the file, in base64.' },
      pages: { type: 'array', items: file },
    });
    expect(tool?.binding).toMatchObject({
      content_type: 'multipart/form-data',
      parameters: { photo: { in: 'body', file: 'image/jpeg' }, pages: { in: 'body', file: 'image/png' } },
    });
  });

  it('is JSON where both are taken, of the type that the service wants', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const both = { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } };
    expect(posting(both)?.binding).not.toHaveProperty('content_type');
    expect(posting({ 'application/merge-patch+json; charset=utf-8': { schema } })?.binding).toMatchObject({
      content_type: 'application/merge-patch+json',
    });
  });
});

it('a list or an object of a query stands there as the document says', () => {
  const list = { type: 'array', items: { type: 'string' } };
  const range = { type: 'object', required: ['from'], properties: { from: list.items, to: list.items } };
  const parameters = [
    { name: 'each', in: 'query', schema: list },
    { name: 'joined', in: 'query', explode: false, schema: list },
    { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
    { name: 'words', in: 'query', style: 'spaceDelimited', schema: list },
    { name: 'tags', in: 'query', style: 'pipeDelimited', explode: false, schema: list },
    { name: 'color', in: 'query', explode: false, schema: range },
    { name: 'range', in: 'query', required: true, schema: range },
    { name: 'json', in: 'query', content: { 'application/json': { schema: range } } },
  ];
  const [tool] = discover({ '/a': { get: { parameters, responses: {} } } }).tools;
  expect(tool?.binding).toMatchObject({
    parameters: {
      each: { in: 'query' },
      joined: { in: 'query', style: 'comma' },
      filter: { in: 'query', style: 'deep' },
      words: { in: 'query', style: 'space' },
      tags: { in: 'query', style: 'pipe' },
      color: { in: 'query', style: 'comma' },
      from: { in: 'query' },
      to: { in: 'query' },
      json: { in: 'query' },
    },
  });
  expect(tool?.input_schema.properties).not.toHaveProperty('range');
  expect(tool?.input_schema.required).toEqual(['from']);
});

it('each parameter has a property of its own, however many are spelled alike', () => {
  const named = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
  const parameters = ['page.size', 'page-size', 'page size', 'page_size', '名前', '住所', '電話'].map(named);
  const [tool] = discover({ '/a': { get: { parameters, responses: {} } } }).tools;
  expect(tool?.binding).toMatchObject({
    parameters: {
      page_size: { in: 'query', name: 'page.size' },
      query_page_size: { in: 'query', name: 'page-size' },
      query_page_size_2: { in: 'query', name: 'page size' },
      query_page_size_3: { in: 'query', name: 'page_size' },
      _: { in: 'query', name: '名前' },
      query__: { in: 'query', name: '住所' },
      query___2: { in: 'query', name: '電話' },
    },
  });
});

describe('the example of a tool', () => {
  const fitted = (input: object, output: object = {}) => {
    const [tool] = discover({
      '/a': { post: { requestBody: { required: true, ...json(input) }, ...answer(output) } },
    }).tools;
    if (!tool) throw new Error('no tool was found');
    return withFittingExample(tool);
  };

  it('takes the first alternative that fits', () => {
    const known = { type: 'string', default: 'x', enum: ['a'] };
    expect(fitted({ oneOf: [known, { type: 'string', enum: ['a'] }, { type: 'integer' }] })).toMatchObject({
      examples: [{ input: { body: 1 } }],
    });
  });

  it('does without patterns that no made-up text fits', () => {
    expect(
      fitted({ type: 'object', required: ['id'], properties: { id: { type: 'string', pattern: '^k_\\d+$' } } }),
    ).toMatchObject({
      examples: [{ input: { id: 'text' } }],
      input_schema: { properties: { id: { type: 'string' } } },
    });
  });

  it('leaves the answer open rather than the tool out', () => {
    const never = { type: 'object', required: ['a'], properties: { a: { not: {} } } };
    expect(fitted({}, never)).toMatchObject({ output_schema: { type: 'object', additionalProperties: true } });
    expect(fitted({ ...never, additionalProperties: true })).toMatchObject({
      problem: expect.stringMatching(/no example .* hints/),
    });
  });
});

describe('an OpenAPI document', () => {
  it('may be Swagger 2, in JSON or YAML', async () => {
    const swagger = `swagger: "2.0"
info: { title: Ledger, version: "1" }
host: ledger.example.com
basePath: /v1
schemes: [https]
securityDefinitions: { basic: { type: basic } }
paths:
  /entries/{id}:
    put:
      operationId: putEntry
      parameters:
        - { name: id, in: path, required: true, type: string }
        - { name: entry, in: body, required: true, schema: { $ref: "#/definitions/Entry" } }
      responses: { 200: { description: ok, schema: { $ref: "#/definitions/Entry" } } }
definitions: { Entry: { type: object, required: [note], properties: { note: { type: string, x-nullable: true } } } }
`;
    const { document } = await read({ 'project/swagger.yaml': swagger }, 'project/swagger.yaml');
    expect(serverOf(document)).toBe('https://ledger.example.com/v1');
    const [tool] = discoverOpenApi(document, none).tools;
    expect(tool).toMatchObject({ name: 'put_entry', input_schema: { required: ['id', 'note'] } });
  });

  it('may refer to other files of the project, and to nothing outside of it', async () => {
    const document = (file: string) =>
      JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/a': { get: answer({ $ref: file }) } } });
    const inside = await read(
      {
        'project/openapi.json': document('./entry.yaml'),
        'project/entry.yaml': 'type: object\nproperties: { note: { type: string } }',
      },
      'project/openapi.json',
    );
    expect(discoverOpenApi(inside.document, none).tools[0]?.output_schema.properties).toEqual({
      note: { type: 'string' },
    });
    const outside = await read(
      { 'project/openapi.json': document('../secret.yaml'), 'secret.yaml': 'type: object' },
      'project/openapi.json',
    );
    expect(outside.warnings).toEqual([expect.stringContaining('was not put into it')]);
    expect(discoverOpenApi(outside.document, none).warnings).toEqual([
      expect.stringContaining('refers to another document'),
    ]);
  });

  it('that is none is named', async () => {
    await expect(read({ 'project/openapi.json': '{"openapi":"4"}' }, 'project/openapi.json')).rejects.toThrow(
      /openapi\.json is not an OpenAPI 3/,
    );
    await expect(read({ 'project/openapi.json': '{' }, 'project/openapi.json')).rejects.toThrow(
      /openapi\.json cannot be read/,
    );
  });
});

it('the address of a service has its variables filled', () => {
  const servers = [{ url: 'https://{region}.example.com/v1/', variables: { region: { default: 'eu' } } }];
  expect(serverOf({ servers })).toBe('https://eu.example.com/v1');
  expect(serverOf({ servers: [{ url: '/v2' }] })).toBe('http://127.0.0.1:8080/v2');
});

describe('what shows a service who calls', () => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const token = { type: 'http', scheme: 'bearer' };
  const login = { type: 'http', scheme: 'basic' };
  const warnings: string[] = [];
  const of = (securitySchemes: object, rest: object = {}) =>
    securityOf({ components: { securitySchemes }, ...rest } as never, 'my-ledger', (text) => warnings.push(text));

  it('is one credential where its document knows one way, or asks for none', () => {
    expect(of({ key, token }).auth).toMatchObject({ type: 'header', name: 'X-Key', env: 'MY_LEDGER_API_KEY' });
    expect(of({ key, token }, { security: [{ token: [] }] }).auth).toMatchObject({ type: 'bearer' });
    expect(of({ login }).auth).toMatchObject({ type: 'basic', env: 'MY_LEDGER_LOGIN' });
    expect(of({ id: { type: 'apiKey', in: 'cookie', name: 'id' } }).auth).toMatchObject({ type: 'cookie', name: 'id' });
    const { auth, of: shown } = of({ key }, { security: [{ key: [] }] });
    expect(auth).toMatchObject({ type: 'header' });
    expect(shown({})).toBeUndefined();
    expect(shown({ security: [] })).toEqual([[]]);
  });

  it('is for each operation what it asks for, where there are several', () => {
    const clientCredentials = { tokenUrl: 'https://login.example.com/token', scopes: {} };
    const client = { type: 'oauth2', flows: { clientCredentials } };
    const writing = { security: [{ client: ['write'] }, { key: [], login: [] }] };
    const paths = { '/a': { get: {}, post: writing } };
    const { auth, credentials, of: shown } = of({ key, client, login }, { security: [{ key: [] }], paths });
    expect(auth).toBeUndefined();
    expect(credentials).toEqual({
      key: { type: 'header', name: 'X-Key', env: 'MY_LEDGER_KEY', required: false },
      client: {
        type: 'oauth2',
        env: 'MY_LEDGER_CLIENT_SECRET',
        client_id_env: 'MY_LEDGER_CLIENT_ID',
        token_url: 'https://login.example.com/token',
        scopes: ['write'],
        required: false,
      },
      login: { type: 'basic', env: 'MY_LEDGER_LOGIN', required: false },
    });
    expect(shown({})).toEqual([['key']]);
    expect(shown(writing as never)).toEqual([['client'], ['key', 'login']]);
    expect(shown({ security: [{}, { key: [] }] })).toEqual([[], ['key']]);
  });

  it('is told where it cannot be given', () => {
    warnings.length = 0;
    expect(of({ signed: { type: 'mutualTLS' } }, { security: [{ signed: [] }] }).auth).toBeUndefined();
    expect(of({ raw: { type: 'apiKey', in: 'header', name: 'Authorization' } }).auth).toMatchObject({ type: 'header' });
    expect(warnings).toEqual([
      expect.stringContaining('asks for signed, which cannot be given'),
      expect.stringContaining('MY_LEDGER_API_KEY must hold'),
    ]);
  });
});
