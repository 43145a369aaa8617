import { ToolFailure } from './failure.js';
import { MAX_ANSWER_BYTES } from './result.js';

/** The body of an answer. @throws ToolFailure UPSTREAM_ERROR where it is too long or breaks off; the signal's reason */
export async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) break;
    }
  } catch {
    throw signal.aborted ? signal.reason : new ToolFailure('UPSTREAM_ERROR', 'The answer broke off.');
  }
  if (bytes > MAX_ANSWER_BYTES) throw new ToolFailure('UPSTREAM_ERROR', 'The answer is too long.');
  return Buffer.concat(chunks).toString('utf8');
}
