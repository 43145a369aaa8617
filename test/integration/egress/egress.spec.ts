import type dns from 'node:dns';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Egress, type EgressRequest, type EgressSettings, ExchangeError } from '../../../src/platform/egress/index.js';
import { json, reset, status, Upstream } from '../../helpers/upstream.js';

const upstream = new Upstream();
const other = new Upstream();
const opened: Egress[] = [];

beforeAll(async () => {
  await upstream.start();
  await other.start();
});
beforeEach(() => upstream.behave(json({ ok: true })));
afterEach(async () => {
  for (const egress of opened.splice(0)) await egress.close();
});
afterAll(async () => {
  await upstream.stop();
  await other.stop();
});

function egressWith(settings: Partial<EgressSettings> = {}, resolve?: typeof dns.lookup): Egress {
  const defaults = { allowHosts: [], allowPrivateHosts: [upstream.host], allowHttp: false, ports: [80, 443] };
  const egress = new Egress({ egress: { ...defaults, maxRedirects: 0, ...settings } }, resolve);
  opened.push(egress);
  return egress;
}

const request = (more: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'GET',
  headers: {},
  signal: new AbortController().signal,
  connectTimeoutMs: 30_000,
  readTimeoutMs: 30_000,
  maxBodyBytes: 1_000,
  ...more,
});

/** Names resolve to these addresses, one list for each look-up. */
function resolving(...answers: string[][]): typeof dns.lookup {
  let nth = 0;
  return ((_name: string, _options: unknown, callback: (error: null, addresses: dns.LookupAddress[]) => void) => {
    const answer = answers[Math.min(nth, answers.length - 1)] ?? [];
    nth += 1;
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof dns.lookup;
}
const port = () => upstream.host.split(':')[1];

describe('a request', () => {
  it('is sent as it is, and its answer comes back whole', async () => {
    const body = '{"a":1}';
    const headers = { 'content-type': 'application/json', 'x-a': 'b' };
    const answer = await egressWith().request(
      new URL(`${upstream.url}/p?q=1`),
      request({ method: 'POST', headers, body }),
    );
    expect([answer.status, answer.body.toString()]).toEqual([200, '{"ok":true}']);
    expect(upstream.requests).toMatchObject([{ method: 'POST', url: '/p?q=1', body, headers }]);
  });

  it('uses the connections of earlier ones again', async () => {
    const egress = egressWith();
    const before = upstream.connections;
    for (let nth = 0; nth < 20; nth += 1) await egress.request(new URL(upstream.url), request());
    expect(upstream.connections - before).toBeLessThanOrEqual(2);
  });

  it.each(['GET', 'DELETE'])('can have a body with %s too', async (method) => {
    await egressWith().request(new URL(upstream.url), request({ method, body: 'x' }));
    expect(upstream.requests).toMatchObject([{ method, body: 'x' }]);
  });

  it('fails when headers take too long', async () => {
    upstream.behave(() => {});
    const sent = egressWith().request(new URL(upstream.url), request({ readTimeoutMs: 60 }));
    await expect(sent).rejects.toMatchObject({ reason: 'timeout', message: 'no answer within 60 ms', sent: true });
  });

  it('fails when the body drips for ever', async () => {
    upstream.behave((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const started = performance.now();
    const sent = egressWith().request(new URL(upstream.url), request({ readTimeoutMs: 80 }));
    await expect(sent).rejects.toMatchObject({ reason: 'timeout' });
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('fails when the connection breaks, before the answer and in the middle of it', async () => {
    upstream.behave(reset);
    await expect(egressWith().request(new URL(upstream.url), request())).rejects.toMatchObject({
      reason: 'broken',
      sent: true,
    });
    upstream.behave((response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setTimeout(() => response.socket?.destroy(), 20);
    });
    await expect(egressWith().request(new URL(upstream.url), request())).rejects.toMatchObject({ reason: 'broken' });
  });

  it('fails without having been sent where nobody listens', async () => {
    await other.stop();
    const egress = egressWith({ allowPrivateHosts: [other.host] });
    await expect(egress.request(new URL(other.url), request())).rejects.toMatchObject({
      reason: 'no-connection',
      message: 'no connection (ECONNREFUSED)',
      sent: false,
    });
    await other.start();
  });

  it.each([true, false])('reads no more than is allowed of a huge body (length announced: %s)', async (isAnnounced) => {
    let written = 0;
    upstream.behave((response) => {
      if (isAnnounced) response.setHeader('content-length', 1e9);
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536;
      };
      response.on('drain', flood);
      flood();
    });
    const answer = await egressWith().request(new URL(upstream.url), request());
    expect([answer.status, answer.isWhole]).toEqual([200, false]);
    expect(written).toBeLessThan(50_000_000);
  });

  it('takes the status of a failed answer, whether its body ends or not', async () => {
    upstream.behave((response) => {
      response.writeHead(422).write('because');
    });
    const answer = await egressWith().request(new URL(upstream.url), request({ readTimeoutMs: 1_000 }));
    expect([answer.status, answer.body.toString()]).toEqual([422, 'because']);
  });

  it('ends at once when its signal is aborted, and is not sent where it was aborted before', async () => {
    const controller = new AbortController();
    upstream.behave(() => controller.abort(new Error('stop')));
    const sent = egressWith().request(new URL(upstream.url), request({ signal: controller.signal }));
    await expect(sent).rejects.toThrow('stop');
    upstream.behave(json({}));
    await expect(egressWith().request(new URL(upstream.url), request({ signal: controller.signal }))).rejects.toThrow(
      'stop',
    );
    expect(upstream.requests).toEqual([]);
  });

  it('that was given up while its connection was being made is never sent', async () => {
    const slowly = resolving(['127.0.0.1']);
    const resolve = ((...lookup: Parameters<typeof slowly>) => setTimeout(() => slowly(...lookup), 40)) as never;
    const egress = egressWith({ allowPrivateHosts: [`own.example:${port()}`] }, resolve);
    const controller = new AbortController();
    const sent = egress.request(new URL(`http://own.example:${port()}/`), request({ signal: controller.signal }));
    controller.abort(new Error('stop'));
    await expect(sent).rejects.toThrow('stop');
    await new Promise((done) => setTimeout(done, 120));
    expect(upstream.requests).toEqual([]);
  });

  it('says what is wrong with a header without repeating it', async () => {
    const sent = egressWith().request(new URL(upstream.url), request({ headers: { authorization: 'a\nsecret' } }));
    const failure = await sent.catch((error: Error) => error);
    expect(failure).not.toBeInstanceOf(ExchangeError);
    expect(String(failure)).toContain('invalid authorization header');
    expect(String(failure)).not.toContain('secret');
  });
});

describe('a name', () => {
  it('that resolves to a private address is refused when connecting', async () => {
    const egress = egressWith(
      { allowHosts: ['*'], allowHttp: true, ports: [Number(port())] },
      resolving(['127.0.0.1']),
    );
    await expect(egress.request(new URL(`http://rebound.example:${port()}/`), request())).rejects.toMatchObject({
      code: 'EGRESS_REFUSED',
      message: expect.stringContaining('rebound.example may not be called: it has a private address'),
    });
    expect(upstream.requests).toEqual([]);
  });

  it('is refused for one private address among public ones', async () => {
    const mixed = resolving(['192.88.0.1', '127.0.0.1']);
    const egress = egressWith({ allowHosts: ['*'], allowHttp: true, ports: [Number(port())] }, mixed);
    await expect(egress.request(new URL(`http://mixed.example:${port()}/`), request())).rejects.toMatchObject({
      code: 'EGRESS_REFUSED',
    });
  });

  it('is checked for every connection, so that an answer that changes slips nothing by', async () => {
    const name = `own.example:${port()}`;
    const egress = egressWith({ allowPrivateHosts: [name] }, resolving(['127.0.0.1'], ['169.254.169.254']));
    upstream.behave(json({}, 200, { connection: 'close' }));
    await egress.request(new URL(`http://${name}/`), request());
    await expect(egress.request(new URL(`http://${name}/`), request())).rejects.toMatchObject({
      message: `own.example may not be called: it has an address that nothing may call.`,
    });
    expect(upstream.requests).toHaveLength(1);
  });

  it('that is listed for one port is private for that port only', async () => {
    const settings = {
      allowHosts: ['*'],
      allowPrivateHosts: ['own.example:1'],
      allowHttp: true,
      ports: [Number(port())],
    };
    const egress = egressWith(settings, resolving(['127.0.0.1']));
    await expect(egress.request(new URL(`http://own.example:${port()}/`), request())).rejects.toMatchObject({
      code: 'EGRESS_REFUSED',
    });
  });
});

describe('a redirect', () => {
  const headers = { authorization: 'Bearer t', cookie: 'c=1', 'x-api-key': 'k', accept: 'text/plain' };

  it('is the answer by default', async () => {
    upstream.behave(status(302, { location: '/elsewhere' }));
    expect((await egressWith().request(new URL(upstream.url), request())).status).toBe(302);
    expect(upstream.requests).toHaveLength(1);
  });

  it('within its origin keeps the credentials, and is followed as often as is configured', async () => {
    upstream.behave(status(302, { location: '/again' }));
    const answer = await egressWith({ maxRedirects: 2 }).request(new URL(upstream.url), request({ headers }));
    expect(answer.status).toBe(302);
    expect(upstream.requests.map(({ url }) => url)).toEqual(['/', '/again', '/again']);
    expect(upstream.requests[2]?.headers).toMatchObject(headers);
  });

  it('to another origin leaves credentials behind', async () => {
    upstream.behave(status(307, { location: `${other.url}/there` }));
    other.behave(json({ there: true }));
    const settings = { allowPrivateHosts: [upstream.host, other.host], maxRedirects: 1 };
    const answer = await egressWith(settings).request(new URL(upstream.url), request({ headers }));
    expect(answer.body.toString()).toBe('{"there":true}');
    expect(other.requests[0]?.headers).toMatchObject({ accept: 'text/plain' });
    for (const name of ['authorization', 'cookie', 'x-api-key'])
      expect(other.requests[0]?.headers).not.toHaveProperty(name);
  });

  it.each(['http://127.0.0.1:1/', 'http://169.254.169.254/latest', 'file:///etc/passwd', 'http://localhost/'])(
    'is checked like the first address: %s',
    async (location) => {
      upstream.behave(status(302, { location }));
      const sent = egressWith({ allowHosts: ['*'], maxRedirects: 3 }).request(new URL(upstream.url), request());
      await expect(sent).rejects.toMatchObject({ code: 'EGRESS_REFUSED' });
    },
  );

  it('of a request that may write is never followed', async () => {
    upstream.behave(status(307, { location: '/again' }));
    const sent = egressWith({ maxRedirects: 3 }).request(new URL(upstream.url), request({ method: 'POST', body: '1' }));
    expect((await sent).status).toBe(307);
    expect(upstream.requests).toHaveLength(1);
  });
});
