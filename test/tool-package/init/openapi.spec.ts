import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/authoring/openapi/index.js';
import { withFittingExample } from '../../../src/authoring/toolgen/init/draft.js';
import { discoverOpenApi } from '../../../src/authoring/toolgen/init/openapi/discover-openapi.js';
import { authOf, serverOf } from '../../../src/authoring/toolgen/init/openapi/service.js';
import { temporaryFolder } from '../package-fixture.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ responses: { 200: { description: 'ok', ...json(schema) } } });
const discover = (paths: object, components: object = {}) =>
  discoverOpenApi({ openapi: '3.0.3', paths, components } as never);

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
      '/form': { post: { requestBody: { content: { 'multipart/form-data': {} } }, responses: {} } },
      '/gone': { get: answer({ $ref: '#/components/schemas/Gone' }) },
      '/any': { get: { responses: { 200: { content: { '*/*': { schema: { type: 'object' } } } } } } },
    });
    expect(tools.map(({ name }) => name)).toEqual(['get_any']);
    expect(warnings).toEqual([
      'GET /a#b was left out: has more than a path in its path',
      'POST /form was left out: takes a body that is not JSON',
      'GET /gone was left out: refers to what is not there (#/components/schemas/Gone)',
    ]);
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
    const [tool] = discoverOpenApi(document).tools;
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
    expect(discoverOpenApi(inside.document).tools[0]?.output_schema.properties).toEqual({ note: { type: 'string' } });
    const outside = await read(
      { 'project/openapi.json': document('../secret.yaml'), 'secret.yaml': 'type: object' },
      'project/openapi.json',
    );
    expect(outside.warnings).toEqual([expect.stringContaining('was not put into it')]);
    expect(discoverOpenApi(outside.document).warnings).toEqual([expect.stringContaining('refers to another document')]);
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

it('the credential of a service is what its document asks for, as far as it can be given', () => {
  const warnings: string[] = [];
  const of = (securitySchemes: object, security: object[] = []) =>
    authOf({ components: { securitySchemes }, security } as never, 'my-ledger', (text) => warnings.push(text));
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const token = { type: 'http', scheme: 'bearer' };
  expect(of({ key, token })).toMatchObject({ type: 'header', name: 'X-Key', env: 'MY_LEDGER_API_KEY' });
  expect(of({ key, token }, [{ token: [] }])).toMatchObject({ type: 'bearer' });
  expect(of({ basic: { type: 'http', scheme: 'basic' } })).toMatchObject({ type: 'header', name: 'Authorization' });
  expect(of({ cookie: { type: 'apiKey', in: 'cookie', name: 'id' } })).toBeUndefined();
  expect(warnings).toEqual([
    expect.stringContaining('MY_LEDGER_API_KEY must hold'),
    expect.stringContaining('asks for cookie'),
  ]);
});
