import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { importOpenApi, readOpenApi } from './index.js';

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

async function read(text: string) {
  const file = join(folder, 'api.yaml');
  await writeFile(file, text);
  return importOpenApi(await readOpenApi(file));
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
      description: 'Finds an order',
      schema: {
        input: {
          type: 'object',
          properties: {
            'order-id': { type: 'integer' },
            fields: { type: 'array', items: { type: 'string' }, description: 'Which fields' },
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
    expect(notes).toEqual(['GET /orders/{order-id}: the header parameter "X-Trace" is left out']);
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

  it.each([
    ['nothing', 'just: yaml'],
    ['a reference into another file', SHOP.replace('#/components/schemas/Order', '/etc/passwd')],
    ['a reference into the network', SHOP.replace('#/components/schemas/Order', 'http://169.254.169.254/x')],
  ])('with %s is refused or read without it', async (_what, text) => {
    const result = await read(text).catch((error: unknown) => String(error));
    expect(JSON.stringify(result)).not.toContain('root:');
  });
});
