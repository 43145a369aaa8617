import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { EventStream } from './event-stream.js';

describe('an event stream', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  const serve = async (answer: (stream: EventStream) => void): Promise<number> => {
    const server = createServer((_request, response) => {
      const stream = new EventStream(response);
      stream.open();
      answer(stream);
    }).listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const many = (stream: EventStream, count: number) => {
    for (let id = 1; id <= count; id += 1) stream.send({ name: 'STAGE', id, data: { nth: id } });
  };

  it('writes what is sent in one go as one chunk, and what is sent later as another', async () => {
    const port = await serve((stream) => {
      many(stream, 75);
      setTimeout(() => {
        many(stream, 1);
        stream.end();
      }, 30);
    });
    const socket = connect(port, '127.0.0.1');
    closing.push(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    let text = '';
    for await (const part of socket) text += part;
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    const sizes = [...body.matchAll(/(?:^|\r\n)([0-9a-f]+)\r\n/g)].map(([, size]) => Number.parseInt(size ?? '', 16));
    expect(sizes.length).toBe(3);
    expect(sizes.at(-1)).toBe(0);
    expect(body.split('event: STAGE').length - 1).toBe(76);
  });

  it('counts what is not written yet among what the client has not taken, and sends it before the end', async () => {
    const backlogs: number[] = [];
    const port = await serve((stream) => {
      many(stream, 3);
      backlogs.push(stream.backlog);
      stream.end();
    });
    const response = await new Promise<AsyncIterable<Buffer>>((resolve) => get({ port, host: '127.0.0.1' }, resolve));
    let text = '';
    for await (const part of response) text += part.toString();
    expect(text.split('event: STAGE').length - 1).toBe(3);
    expect(backlogs[0]).toBeGreaterThanOrEqual(text.length);
  });
});
