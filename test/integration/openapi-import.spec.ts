import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runCapabilityImport } from '../../src/interfaces/cli/commands/run-capability-import.js';
import { readTools } from '../../src/tools/sources/files/index.js';
import { serveHttpTools } from './http-api/http-api-setup.js';

const API = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://shop.example }]
paths:
  /orders/{id}:
    get: { operationId: findOrder, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }] }
    delete: { operationId: cancelOrder, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }] }
`;

it('what is imported from OpenAPI is a tool as it stands, and edited files are kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [api, out] = [join(folder, 'api.yaml'), join(folder, 'out')];
  await writeFile(api, API);
  expect(await runCapabilityImport(api, { out })).toBe(0);
  expect((await readdir(out)).sort()).toEqual(['shop_cancel_order.yaml', 'shop_find_order.yaml']);
  const { tools, problems } = await readTools([out]);
  expect(problems).toEqual([]);
  expect(
    tools.map(({ code, sideEffect, does }) => [code, sideEffect, does.kind === 'request' && does.request.url]),
  ).toEqual([
    ['shop_cancel_order', 'WRITE', 'https://shop.example/orders/{{id}}'],
    ['shop_find_order', 'READ', 'https://shop.example/orders/{{id}}'],
  ]);
  await writeFile(join(out, 'shop_find_order.yaml'), 'edited');
  expect(await runCapabilityImport(api, { out })).toBe(1);
  expect(await readFile(join(out, 'shop_find_order.yaml'), 'utf8')).toBe('edited');
  expect(await runCapabilityImport(api, { out, force: true })).toBe(0);
  expect(await readFile(join(out, 'shop_find_order.yaml'), 'utf8')).toContain('name: shop_find_order');
});

const PAYMENTS = `
swagger: '2.0'
info: { title: Pay API, version: '1' }
securityDefinitions: { key: { type: apiKey, in: query, name: api_key } }
security: [{ key: [] }]
paths:
  /v1/payments/{id}:
    post:
      operationId: capture
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - { name: id, in: path, required: true, type: string }
        - { name: X-Version, in: header, type: string }
        - { name: expand, in: query, type: array, items: { type: string } }
        - { name: amount, in: formData, required: true, type: integer }
        - { name: currency, in: formData, type: string, default: eur }
      responses: { '200': { description: ok } }
`;

const { upstream, tools: httpTools } = serveHttpTools();

it('what is imported is sent as its description says', async () => {
  vi.stubEnv('PAY_TOKEN', 'secret-1');
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [api, out] = [join(folder, 'api.yaml'), join(folder, 'out')];
  await writeFile(api, PAYMENTS);
  expect(await runCapabilityImport(api, { out, server: upstream.url })).toBe(0);
  const [tool] = (await readTools([out])).tools;
  await httpTools().runTool(tool as never, { id: 'p 1', 'X-Version': '2', expand: 'a,b', amount: 5 });
  expect(upstream.requests).toMatchObject([
    {
      method: 'POST',
      url: '/v1/payments/p%201?expand=a%2Cb&api_key=secret-1',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-version': '2' },
      body: 'amount=5',
    },
  ]);
});
