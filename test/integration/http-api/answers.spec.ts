import { describe, expect, it } from 'vitest';
import type { HttpApiRequestSpec } from '../../../src/platform/handlers-api/index.js';
import { json, status } from '../../helpers/upstream.js';
import { serveHttpTools } from './http-api-setup.js';

const { upstream, tools } = serveHttpTools();
const send = () => tools().reading({ url: upstream.url }).run();

describe('an answer', () => {
  const ORDER = { data: { orderId: 'O1', status: 'S', items: [{ id: 1 }, { id: 2 }], nul: null } };
  const mapped = async (responseMapping: HttpApiRequestSpec['responseMapping'], made = tools()) => {
    const result = await made.reading({ url: upstream.url, ...(responseMapping && { responseMapping }) }).run();
    return (result as { mapped: unknown }).mapped;
  };

  it('comes with its status, the requests it took and its time', async () => {
    expect(await send()).toEqual({ status: 200, attempt: 1, latencyMs: expect.any(Number), mapped: { ok: true } });
  });

  it.each([
    [undefined, ORDER],
    [{ mode: 'RAW_JSON' }, ORDER],
    [{ mode: 'TEXT' }, JSON.stringify(ORDER)],
    [{ mode: 'JSON_PATH', path: '$..id' }, [1, 2]],
    [{ mode: 'JSON_PATH', path: '$.data.items[?(@.id>5)]' }, []],
    [{ mode: 'JSON_PATH', path: '$.data.nul' }, null],
    [{ mode: 'JSON_PATH', path: '$.data.gone.far' }, null],
    [{ mode: 'JSON_PATH', path: ' ' }, ORDER],
    [
      { mode: 'FIELD_TEMPLATE', fields: { o: '$.data.orderId', s: '$.data.status', '': '$.x', x: ' ' } },
      { o: 'O1', s: 'S' },
    ],
    [
      { mode: 'FIELD_TEMPLATE', fields: { o: '$.data.orderId', eta: '$.data.eta' } },
      { o: 'O1', eta: null },
    ],
    [{ mode: 'FIELD_TEMPLATE', fields: {} }, {}],
    [{ mode: 'MAPPER_CLASS', mapperClassName: '' }, ORDER],
  ] as const)('is mapped by %j', async (mapping, expected) => {
    upstream.behave(json(ORDER));
    expect(await mapped(mapping)).toEqual(expected);
  });

  it.each([
    ['', 'application/json', {}],
    ['  ', 'text/plain', {}],
    ['hello world', 'text/plain', { text: 'hello world' }],
    ['123 Main Street', 'application/json', { text: '123 Main Street' }],
    ['[1]', 'application/problem+json; charset=utf-8', [1]],
    ['{"a":1}', '', { a: 1 }],
  ])('without a mapping, %j as %s becomes %j', async (body, contentType, expected) => {
    upstream.behave((response) => {
      if (contentType) response.setHeader('content-type', contentType);
      response.end(body);
    });
    expect(await mapped(undefined)).toEqual(expected);
  });

  it.each([
    [{ mode: 'JSON_PATH', path: '$.data.eta', strict: true }, ORDER, 'No results for path: $.data.eta'],
    [{ mode: 'FIELD_TEMPLATE', fields: { e: '$.data.eta' }, strict: true }, ORDER, 'No results for path: $.data.eta'],
    [{ mode: 'JSON_PATH', path: '$.a[' }, ORDER, 'HTTP_API response mapping: the path $.a['],
    [
      { mode: 'MAPPER_CLASS', mapperClassName: 'nobody' },
      ORDER,
      'Failed to map HTTP_API response using mapperClassName=nobody',
    ],
  ] as const)('that %j cannot map is an error', async (mapping, document, message) => {
    upstream.behave(json(document));
    await expect(mapped(mapping)).rejects.toThrow(message);
  });

  it('goes through the mapper that is registered under the name', async () => {
    upstream.behave(json(ORDER));
    const made = tools().add({
      kind: 'response-mapper',
      name: 'com.acme.Order',
      map: (document) => {
        const { data } = document as typeof ORDER;
        if (!data) throw new Error('no data');
        return { id: data.orderId };
      },
    });
    const mapping = { mode: 'MAPPER_CLASS', mapperClassName: 'com.acme.order' } as const;
    expect(await mapped(mapping, made)).toEqual({ id: 'O1' });
    upstream.behave(json({}));
    await expect(made.run()).rejects.toThrow('Failed to map HTTP_API response using mapperClassName=com.acme.order');
    upstream.behave(status(200));
    await expect(made.run()).rejects.toThrow('Failed to map HTTP_API response using mapperClassName=com.acme.order');
  });

  it.each([
    ['image/png', 'RAW_JSON'],
    ['text/html; charset=utf-8', 'RAW_JSON'],
    ['application/octet-stream', 'TEXT'],
  ] as const)('of the type %s is refused by %s', async (contentType, mode) => {
    upstream.behave((response) => {
      response.setHeader('content-type', contentType);
      response.end('<p>');
    });
    await expect(mapped({ mode })).rejects.toThrow(/^HTTP_API call was answered with \S+, which is not expected$/);
  });

  it.each([
    [{ 'content-encoding': 'gzip' }, Buffer.from('x'), 'HTTP_API call was answered in the encoding gzip'],
    [{}, Buffer.from([0xff, 0xfe, 0x80]), 'HTTP_API call was answered with bytes that are not utf-8'],
    [{ 'content-type': 'text/plain; charset=klingon' }, Buffer.from('x'), 'with bytes that are not klingon'],
    [{}, Buffer.alloc(10_001, ' '), 'HTTP_API call was answered with more than limits.tool-result-bytes allows'],
  ])('with %j that is no usable text is refused', async (headers, body, message) => {
    upstream.behave((response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
    });
    await expect(send()).rejects.toThrow(message);
    expect(upstream.requests).toHaveLength(1);
  });

  it('in another character set is read as such', async () => {
    upstream.behave((response) => {
      response.setHeader('content-type', 'text/plain; charset=iso-8859-1');
      response.end(Buffer.from([0xe9]));
    });
    expect(await mapped({ mode: 'TEXT' })).toBe('é');
  });

  it.each([
    ['application/json', '{"error":"no such order","token":"t"}', ': {"error":"no such order","token":"[redacted]"}'],
    ['application/problem+json', '{"title":"bad\\n date"}', ': {"title":"bad\\n date"}'],
    ['text/plain', ' see https://x.example/p?key=1#f for\n more ', ': see https://x.example/p?[redacted] for more'],
    ['text/html', '<h1>Not found</h1>', ''],
    ['text/plain', 'x'.repeat(600), `: ${'x'.repeat(500)} …`],
  ])('that refuses tells why, where it is %s', async (contentType, body, said) => {
    upstream.behave((response) => {
      response.writeHead(404, { 'content-type': contentType }).end(body);
    });
    const failure = await send().catch((error: Error) => error.message);
    expect(failure).toBe(`HTTP_API call failed with status 404 after 1 attempt(s)${said}`);
  });
});
