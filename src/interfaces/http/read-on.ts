import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';

/**
 * A text as a stream, of which the first part is read at once: what is wrong with the question is known before the answer
 * begins. The rest is read for whoever has asked, whenever the client takes it.
 */
export async function readOn(text: AsyncGenerator<string>): Promise<Readable> {
  const first = await text.next();
  return Readable.from(startingWith(first, text, AsyncLocalStorage.snapshot()), { objectMode: false });
}

async function* startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
  forWhoeverAsked: <T>(read: () => T) => T,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await forWhoeverAsked(() => rest.next())) yield next.value;
  } finally {
    await rest.return(undefined);
  }
}
