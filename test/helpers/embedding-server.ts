import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Words that mean the same; any other word means itself. */
const SAME = [
  ['leave', 'vacation', 'holiday', 'holidays'],
  ['money', 'cash', 'reimbursed', 'refund'],
  ['patrons', 'customers', 'customer'],
  ['zorkmids', 'revenue', 'amount'],
];
const WITHOUT_MEANING = new Set(
  'a an and are can do does for how i in is me my of on please the to we what which'.split(' '),
);

/** A server of embeddings that is told what to do; texts with the same meanings have the same vector. */
export interface EmbeddingServer {
  /** Base URL for the settings: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** The texts of each request, oldest first. */
  readonly requests: readonly (readonly string[])[];
  /** How many numbers a vector has. */
  dimension: number;
  /** Answers in place of vectors; undefined: vectors. */
  answer: ((response: ServerResponse) => void) | undefined;
}

/** Starts one that ends with the test. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const requests: string[][] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { input } = JSON.parse(text) as { input: string[] };
    requests.push(input);
    if (running.answer) return running.answer(response);
    const data = input.map((each, index) => ({ index, embedding: vectorOf(each, running.dimension) }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: data.reverse() }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const running: EmbeddingServer = { url, requests, dimension: 256, answer: undefined };
  return running;
}

function vectorOf(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    if (WITHOUT_MEANING.has(word)) continue;
    const meaning = SAME.find((group) => group.includes(word))?.[0] ?? word;
    const place = [...meaning].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % dimension, 7);
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector.some((one) => one !== 0) ? vector : vector.fill(1);
}

/** `convengine.embeddings` for it, as dotted keys. */
export function embeddingKeys({ url }: EmbeddingServer): Record<string, unknown> {
  return {
    'embeddings.provider': 'openai-compatible',
    'embeddings.base-url': url,
    'embeddings.model': 'stub',
    'embeddings.batch-size': 2,
    'embeddings.sure-similarity': 0.6,
  };
}
