import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ImportOptions, importOpenApi, readOpenApi } from './index.js';

const SHOP = `
openapi: 3.0.3
info: { title: Book Shop, version: '1' }
servers: [{ url: 'https://{region}.shop.example/v1/', variables: { region: { default: eu } } }]
security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Order:
      type: object
      required: [book, id]
      properties:
        id: { type: integer, readOnly: true }
        book: { type: string, example: Emma }
        note: { type: string, nullable: true }
        count: { type: integer, minimum: 0, exclusiveMinimum: true }
    Tree: { type: object, properties: { name: { type: string }, children: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }
paths:
  /orders/{order-id}:
    parameters: [{ name: order-id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getOrder
      summary: Finds an order
      tags: [orders]
      security: []
      parameters:
        - { name: 'fields[]', in: query, description: Which fields, schema: { type: array, items: { type: string } } }
        - { name: X-Trace, in: header, schema: { type: string } }
      responses: { '200': { description: ok } }
  /orders:
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '201': { description: ok } }
  /trees:
    put:
      requestBody: { content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Tree' } } } } }
      responses: { '200': { description: ok } }
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string, options?: ImportOptions) {
  const file = join(folder, 'api.yaml');
  await writeFile(file, text);
  return importOpenApi(await readOpenApi(file), options);
}

/** The one operation of a small API, as its file has it. */
async function readOne(operation: string, more = '', path = 'post', options?: ImportOptions) {
  const text = `
openapi: 3.1.0
info: { title: The Acme REST API v2, version: '1' }
servers: [{ url: 'https://acme.example' }]
${more}
paths: { /things: { ${path}: { operationId: doIt, ${operation.includes('responses:') ? '' : "responses: { '200': { description: ok } },"} ${operation} } } }`;
  const { files, notes } = await read(text, options);
  return { file: files[0] && parse(files[0].text), notes };
}

describe('an OpenAPI description', () => {
  it('becomes a capability file for each operation', async () => {
    const { files, notes } = await read(SHOP);
    expect(files.map(({ file }) => file)).toEqual([
      'book_shop_create_order.yaml',
      'book_shop_get_order.yaml',
      'book_shop_put_trees.yaml',
    ]);
    const [create, get, put] = files.map(({ text }) => parse(text));
    expect(get).toEqual({
      name: 'book_shop_get_order',
      description: 'Finds an order.',
      schema: {
        input: {
          type: 'object',
          properties: {
            'order-id': { type: 'integer' },
            fields: { type: 'array', items: { type: 'string' }, description: 'Which fields' },
            'X-Trace': { type: 'string' },
          },
          required: ['order-id'],
        },
      },
      providers: {
        primary: {
          service: 'rest',
          config: {
            base_url: 'https://eu.shop.example/v1',
            path: '/orders/{order-id}',
            method: 'GET',
            headers: { 'X-Trace': '{X-Trace}' },
            params: { 'fields[]': '{fields}' },
          },
        },
      },
      metadata: { tags: ['orders'], read_only: true },
    });
    expect(create).toMatchObject({
      description: 'POST /orders',
      schema: {
        input: {
          properties: { book: { type: 'string' }, note: { type: ['string', 'null'] }, count: { exclusiveMinimum: 0 } },
          required: ['book'],
        },
      },
      providers: { primary: { config: { body: { book: '{book}', note: '{note}', count: '{count}' } } } },
      auth: { required: true, type: 'bearer', key: 'env:BOOK_SHOP_TOKEN' },
      metadata: { read_only: false },
    });
    expect(create.schema.input.properties.id).toBeUndefined();
    expect(put.providers.primary.config.body).toBe('{body}');
    expect(create.schema.input.properties.book).toEqual({ type: 'string', examples: ['Emma'] });
    expect(notes).toEqual([]);
  });

  it('keeps what marks an argument as secret', async () => {
    const marked = '{ type: string, x-sensitive: true }, code: { type: string, writeOnly: true }';
    const schema = `{ type: object, properties: { pin: ${marked} } }`;
    const { file } = await readOne(`requestBody: { content: { application/json: { schema: ${schema} } } }`);
    expect(file.schema.input.properties).toEqual({
      pin: { type: 'string', 'x-sensitive': true },
      code: { type: 'string', writeOnly: true },
    });
  });

  it('is named without the words that every API has, and says what an operation does in plain text', async () => {
    const description = '# Buys\\n\\nSee [the shop](https://x.example) for **all** things.';
    const { file } = await readOne(`summary: Buy a thing, description: "${description}", deprecated: true`);
    expect(file.name).toBe('acme_do_it');
    expect(file.description).toBe('Deprecated. Buy a thing. Buys See the shop for all things.');
  });

  it.each([
    ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/v1'],
    ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000/v1'],
    ['https://proxy.example/shop/', 'https://proxy.example/shop'],
  ])('goes to the server that is given (%s) instead of its own', async (server, address) => {
    const { files } = await read(SHOP, { server });
    for (const { text } of files) expect(parse(text).providers.primary.config.base_url).toBe(address);
  });

  it('whose server is a path needs to be told the rest', async () => {
    const text = SHOP.replace(/servers: .*/, 'servers: [{ url: /v1 }]');
    expect((await read(text)).files).toEqual([]);
    const { files } = await read(text, { server: 'https://here.example/' });
    expect(parse(files[0]?.text ?? '').providers.primary.config.base_url).toBe('https://here.example/v1');
  });

  it.each<[string, string, object]>([
    [
      'a key in the query',
      '{ type: apiKey, in: query, name: k }',
      { type: 'api_key', param: 'k', key: 'env:ACME_TOKEN' },
    ],
    ['a login', '{ type: http, scheme: basic }', { type: 'basic', key: 'env:ACME_LOGIN' }],
    [
      'a token of the client',
      "{ type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://acme.example/token', scopes: { a: A } } } }",
      {
        type: 'oauth2',
        flow: 'client_credentials',
        token_url: 'https://acme.example/token',
        client_id_key: 'env:ACME_CLIENT_ID',
        client_secret_key: 'env:ACME_CLIENT_SECRET',
        scopes: ['a'],
      },
    ],
    [
      'a token of a user, who has to bring it',
      "{ type: oauth2, flows: { implicit: { authorizationUrl: 'https://acme.example/a', scopes: { a: A } } } }",
      { type: 'bearer', key: 'env:ACME_TOKEN' },
    ],
  ])('names %s by reference', async (_what, scheme, auth) => {
    const more = `components: { securitySchemes: { s: ${scheme} } }`;
    const { file } = await readOne(
      'security: [{ s: [a] }]'.replace('[a]', scheme.includes('oauth2') ? '[a]' : '[]'),
      more,
    );
    expect(file.auth).toEqual({ required: true, ...auth });
  });

  it('leaves defaults to the server, and says them', async () => {
    const body =
      'requestBody: { content: { application/json: { schema: { type: object, properties: { open: { type: boolean, default: true } } } } } }';
    const { file } = await readOne(body, '', 'patch');
    expect(file.schema.input.properties).toEqual({ open: { type: 'boolean', description: 'Default: true.' } });
  });

  it('gives a property another name where a parameter has its own', async () => {
    const id = '{ name: id, in: query, schema: { type: integer } }';
    const body =
      'requestBody: { content: { application/json: { schema: { type: object, properties: { id: { type: string }, a.b: { type: string } } } } } }';
    const { file } = await readOne(`parameters: [${id}], ${body}`);
    expect(Object.keys(file.schema.input.properties)).toEqual(['id', 'body_id', 'a_b']);
    expect(file.providers.primary.config).toMatchObject({
      params: { id: '{id}' },
      body: { id: '{body_id}', 'a.b': '{a_b}' },
    });
  });

  it.each<[string, string, object]>([
    [
      'a form',
      'application/x-www-form-urlencoded: { schema: { type: object, required: [a], properties: { a: { type: string } } } }',
      { body: { a: '{a}' }, body_content_type: 'application/x-www-form-urlencoded' },
    ],
    ['a text', 'text/plain: { schema: { type: string } }', { body: '{body}', body_content_type: 'text/plain' }],
  ])('sends %s as such', async (_what, content, config) => {
    const { file } = await readOne(`requestBody: { required: true, content: { ${content} } }`);
    expect(file.providers.primary.config).toMatchObject(config);
    expect(file.schema.input.required).toHaveLength(1);
  });

  it('has lists and objects in parameters as the server reads them', async () => {
    const ids = '{ name: ids, in: query, explode: false, schema: { type: array, items: { enum: [a, b] } } }';
    const filter =
      '{ name: filter, in: query, style: deepObject, schema: { type: object, properties: { name: { type: string } } } }';
    const { file } = await readOne(`parameters: [${ids}, ${filter}]`, '', 'get');
    expect(file.schema.input.properties).toEqual({
      ids: { type: 'string', description: 'Values of a, b with commas between them' },
      filter_name: { type: 'string' },
    });
    expect(file.providers.primary.config.params).toEqual({ ids: '{ids}', 'filter[name]': '{filter_name}' });
  });

  it.each([
    ["responses: { '200': { description: x, content: { image/png: {} } } }", 'it answers neither JSON, XML nor text'],
    ['requestBody: { required: true, content: { multipart/form-data: {} } }', 'its body is multipart/form-data'],
    ['parameters: [{ name: s, in: cookie, required: true, schema: { type: string } }]', 'it needs the cookie "s"'],
  ])('leaves out what cannot be called, and says so: %s', async (operation, note) => {
    const { file, notes } = await readOne(operation);
    expect(file).toBeUndefined();
    expect(notes).toEqual([expect.stringContaining(`${note}; left out`)]);
  });

  it('gives the same files each time', async () => {
    expect(await read(SHOP)).toEqual(await read(SHOP));
  });

  it('may be of Swagger 2', async () => {
    const { files } = await read(`
swagger: '2.0'
info: { title: Old, version: '1' }
host: old.example
basePath: /api
securityDefinitions: { key: { type: apiKey, in: header, name: X-Key } }
security: [{ key: [] }]
paths:
  /things:
    post:
      parameters: [{ name: thing, in: body, required: true, schema: { type: object, properties: { a: { type: string } } } }]
      responses: { '200': { description: ok } }`);
    expect(parse(files[0]?.text ?? '')).toMatchObject({
      name: 'old_post_things',
      providers: { primary: { config: { base_url: 'https://old.example/api', body: { a: '{a}' } } } },
      auth: { type: 'api_key', header: 'X-Key', key: 'env:OLD_TOKEN' },
    });
  });

  it('may be of several files, inside its folder', async () => {
    await mkdir(join(folder, 'parts'), { recursive: true });
    await writeFile(
      join(folder, 'parts', 'order.yaml'),
      'type: object\nrequired: [book]\nproperties: { book: { $ref: "names.yaml#/book" } }',
    );
    await writeFile(join(folder, 'parts', 'names.yaml'), 'book: { type: string, maxLength: 30 }');
    await writeFile(
      join(folder, 'parts', 'paths.json'),
      JSON.stringify({
        post: {
          operationId: 'lend',
          requestBody: { required: true, content: { 'application/json': { schema: { $ref: 'order.yaml' } } } },
        },
      }),
    );
    const { files } = await read(`
openapi: 3.0.3
info: { title: Library, version: '1' }
servers: [{ url: 'https://library.example' }]
paths: { /loans: { $ref: parts/paths.json } }`);
    expect(files.map(({ file }) => file)).toEqual(['library_lend.yaml']);
    expect(parse(files[0]?.text ?? '').schema.input).toEqual({
      type: 'object',
      properties: { book: { type: 'string', maxLength: 30 } },
      required: ['book'],
    });
  });

  it('reads nothing outside of its folder, and says so', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 'secret.yaml'), 'type: string\ndescription: the-secret');
    await symlink(join(outside, 'secret.yaml'), join(folder, 'linked.yaml'));
    for (const reference of [`${outside}/secret.yaml`, `../${basename(outside)}/secret.yaml`, 'linked.yaml']) {
      const file = join(folder, 'reaching.yaml');
      await writeFile(file, SHOP.replace('#/components/schemas/Order', reference));
      const warnings: string[] = [];
      const { files } = importOpenApi(await readOpenApi(file, (text) => warnings.push(text)));
      expect(JSON.stringify(files)).not.toContain('the-secret');
      expect(files.map((one) => one.file)).toContain('book_shop_create_order.yaml');
      expect(warnings.join()).toContain('was not put into it');
    }
    await rm(outside, { recursive: true });
  });

  it.each([
    ['nothing', 'just: yaml'],
    ['a reference into another file', SHOP.replace('#/components/schemas/Order', '/etc/passwd')],
    ['a reference into the network', SHOP.replace('#/components/schemas/Order', 'http://169.254.169.254/x')],
  ])('with %s is refused or read without it', async (_what, text) => {
    const result = await read(text).catch((error: unknown) => String(error));
    expect(JSON.stringify(result)).not.toContain('root:');
  });
});
