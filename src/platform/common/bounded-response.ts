/** How much of an answer is read. */
export interface ResponseBound {
  readonly maxBytes: number;
  /** What reading fails with beyond it. */
  readonly tooLarge: () => Error;
}

const EVENT_ENDS = ['\n\n', '\n\r\n'];

/** The same answer, of which no more than so many bytes are read; of a stream of events, that many for each event. */
export function boundedResponse(response: Response, { maxBytes, tooLarge }: ResponseBound): Response {
  if (response.body === null) return response;
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge();
      if (isEvents) bytes = sinceLastEvent(chunk) ?? bytes;
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}

/** Bytes behind the last end of an event; undefined where none ends here. */
function sinceLastEvent(chunk: Uint8Array): number | undefined {
  const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const end = Math.max(...EVENT_ENDS.map((mark) => buffer.lastIndexOf(mark)));
  return end < 0 ? undefined : buffer.byteLength - end;
}
