import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/common/json.js';
import type { HttpApiRequestSpec } from '../../../src/platform/handlers-api/index.js';
import { serveHttpTools } from './http-api-setup.js';

const { upstream, tools } = serveHttpTools();
const send = (spec: Omit<HttpApiRequestSpec, 'url'> & { url?: string }, args: JsonObject = {}) =>
  tools()
    .reading({ ...spec, url: `${upstream.url}${spec.url ?? '/'}` })
    .run({ args });

describe('an address', () => {
  it.each([
    ['/orders/{{id}}', { id: 'A/../B ?x#y%' }, '/orders/A%2F..%2FB%20%3Fx%23y%25'],
    ['/orders/{{id}}/lines/{{line.no}}', { id: 7, line: { no: 2 } }, '/orders/7/lines/2'],
    ['/o?a={{a}}&b={{b}}', { a: 'x&c=1' }, '/o?a=x%26c%3D1&b='],
    ['/o#fragment?a=1', {}, '/o'],
    ['/o?q=a?b#fragment', {}, '/o?q=a?b'],
    ['/{{user}}', { user: '{{secret}}', secret: 's' }, '/%7B%7Bsecret%7D%7D'],
  ])('%s with %j is requested as %s', async (url, args, requested) => {
    await send({ url }, args);
    expect(upstream.requests[0]?.url).toBe(requested);
  });

  it.each([
    ['/orders/{{id}}', {}, 'HTTP_API request URL needs the argument "id"'],
    ['/orders/{{id}}', { id: '' }, 'needs the argument "id"'],
    ['/orders/{{id}}/x', { id: '..' }, 'must not have "." or ".." in its path'],
    ['/orders/{{a}}{{b}}/x', { a: '.', b: '.' }, 'must not have "." or ".." in its path'],
    ['/orders/%2e%2E/x', {}, 'must not have "." or ".." in its path'],
  ])('%s with %j is refused', async (url, args, message) => {
    await expect(send({ url }, args)).rejects.toThrow(message);
    expect(upstream.requests).toEqual([]);
  });

  it.each(['', '  '])('must not be blank (%j)', async (url) => {
    await expect(tools().reading({ url }).run()).rejects.toThrow('HTTP_API request URL cannot be blank');
  });

  it.each(['https://{{host}}/x', 'https://api.{{host}}', 'ftp://host/', '/path', 'https://a b/'])(
    'has its scheme and host as they are (%s)',
    async (url) => {
      const ran = tools()
        .reading({ url })
        .run({ args: { host: 'evil.example' } });
      await expect(ran).rejects.toThrow('HTTP_API request URL must begin with http:// or https:// and a host as it is');
    },
  );

  it('that the policy refuses is not called, and its query is not told', async () => {
    const refused = tools().reading({ url: 'http://169.254.169.254/latest?token=s3cret' }).run();
    await expect(refused).rejects.toThrow('169.254.169.254 may not be called');
    await expect(refused).rejects.not.toThrow('s3cret');
  });

  it.each([
    ['/flat?x=1', { 'a b': 'c d&e' }, '/flat?x=1&a+b=c+d%26e'],
    [
      '/flat',
      { none: null, gone: undefined, ' ': 'blank', list: [1, 'b', null], yes: true },
      '/flat?list=1&list=b&yes=true',
    ],
  ])('%s with the query parameters %j is %s', async (url, queryParams, requested) => {
    await send({ url, queryParams: queryParams as HttpApiRequestSpec['queryParams'] & object });
    expect(upstream.requests[0]?.url).toBe(requested);
  });
});

describe('a request', () => {
  it('of a constant is a template of the arguments, and leaves out what has no value', async () => {
    const spec = {
      method: 'put',
      headers: { 'X-Trace': 't-{{id}}', 'X-Gone': '{{gone}}' },
      queryParams: { id: '{{id}}', gone: '{{gone}}' },
      body: { id: '{{id}}', text: 'order {{id}}', list: ['{{gone}}', '{{id}}'], gone: '{{gone}}', user: '{{user}}' },
    };
    await send(spec, { id: 7, user: '{{id}}' });
    const [request] = upstream.requests;
    expect(request).toMatchObject({ method: 'PUT', url: '/?id=7', headers: { 'x-trace': 't-7' } });
    expect(request?.headers).not.toHaveProperty('x-gone');
    expect(JSON.parse(request?.body ?? '')).toEqual({ id: 7, text: 'order 7', list: [null, 7], user: '{{id}}' });
  });

  it('of a function is sent as it is: what stands in its values is no template', async () => {
    const handler = {
      kind: 'http-api-request' as const,
      toolCode: 'a.b',
      sideEffect: 'READ' as const,
      requestSpec: () => ({ url: upstream.url, method: 'POST', headers: { 'x-a': '{{a}}' }, body: '{{a}}' }),
    };
    await tools()
      .add(handler)
      .run({ args: { a: 1 } });
    expect(upstream.requests[0]).toMatchObject({ headers: { 'x-a': '{{a}}' }, body: '{{a}}' });
  });

  it('has one content type, JSON unless it says otherwise', async () => {
    await send({ method: 'PATCH', body: { k: 1 } });
    await send({ method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: 'a,b' });
    await send({ method: 'POST' });
    const sent = upstream.requests.map(({ headers, body }) => [headers['content-type'], body]);
    expect(sent).toEqual([
      ['application/json', '{"k":1}'],
      ['text/csv', 'a,b'],
      [undefined, ''],
    ]);
  });

  it.each(['GET', 'DELETE'])('can have a body with %s', async (method) => {
    await send({ method, body: { k: 1 } });
    expect(upstream.requests[0]?.body).toBe('{"k":1}');
  });

  it.each(['Host', 'content-length', 'Transfer-Encoding'])('must not set %s', async (name) => {
    await expect(send({ headers: { [name]: 'x' } })).rejects.toThrow(
      `HTTP_API request must not set the header "${name.toLowerCase()}"`,
    );
  });

  it.each([
    [{ method: 'TELEPORT' }, 'HTTP_API request method must be one of GET'],
    [{ policy: { maxAttempts: 0 } }, 'HTTP_API request policy: maxAttempts must be at least 1'],
    [{ policy: { readTimeoutMs: 0 } }, 'HTTP_API request policy: readTimeoutMs must be at least 100'],
  ])('with %j is refused', async (spec, message) => {
    await expect(send(spec)).rejects.toThrow(message);
    expect(upstream.requests).toEqual([]);
  });

  it('must be there', async () => {
    const handler = { kind: 'http-api-request' as const, toolCode: 'a.b', requestSpec: () => null as never };
    await expect(tools().add(handler).run()).rejects.toThrow('HTTP_API request spec cannot be null');
  });
});
