/** One server-sent event. */
export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
}

/** Reads the events of a stream as ConvEngine sends them: lines end with LF, one `data` line an event. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map(fieldOf));
      const data = fields.get('data');
      if (data !== undefined) yield { name: fields.get('event') ?? 'message', data };
    }
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ');
  return [line.slice(0, colon), line.slice(colon + 2)];
}
