import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readTools } from '../../src/capabilities/registry/index.js';
import { runCapabilityImport } from '../../src/cli/commands/capability-import.command.js';

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
  expect(tools.map(({ code, sideEffect, request }) => [code, sideEffect, request?.url])).toEqual([
    ['shop_cancel_order', 'WRITE', 'https://shop.example/orders/{{id}}'],
    ['shop_find_order', 'READ', 'https://shop.example/orders/{{id}}'],
  ]);
  await writeFile(join(out, 'shop_find_order.yaml'), 'edited');
  expect(await runCapabilityImport(api, { out })).toBe(1);
  expect(await readFile(join(out, 'shop_find_order.yaml'), 'utf8')).toBe('edited');
  expect(await runCapabilityImport(api, { out, force: true })).toBe(0);
  expect(await readFile(join(out, 'shop_find_order.yaml'), 'utf8')).toContain('name: shop_find_order');
});
