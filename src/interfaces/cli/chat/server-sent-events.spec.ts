import { describe, expect, it } from 'vitest';
import { readEvents, type ServerSentEvent } from './server-sent-events.js';

async function read(...chunks: (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  const stream = (async function* () {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  })();
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

describe('reading server-sent events', () => {
  it('gives name and data of each event, and passes over comments', async () => {
    const events = await read('event: CONNECTED\ndata: {"a":": b"}\n\n: heartbeat\n\nevent: X\nid: 7\ndata: 1\n\n');
    expect(events).toEqual([
      { name: 'CONNECTED', data: '{"a":": b"}' },
      { name: 'X', data: '1' },
    ]);
  });

  it('puts together what arrives in pieces, even inside of a character', async () => {
    const whole = new TextEncoder().encode('event: VERBOSE\ndata: "…"\n\n');
    const cut = whole.length - 5;
    expect(await read(whole.slice(0, 3), whole.slice(3, cut), whole.slice(cut))).toEqual([
      { name: 'VERBOSE', data: '"…"' },
    ]);
  });

  it('leaves out an event that was cut off at the end', async () => {
    expect(await read('event: A\ndata: 1\n\nevent: B\ndata: 2')).toEqual([{ name: 'A', data: '1' }]);
  });
});
