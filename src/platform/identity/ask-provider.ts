import { Egress } from '../egress/index.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;

/** What is sent to the provider. */
interface ProviderRequest {
  readonly method?: string;
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Asks the provider, at this address and at no other that it may lead to.
 * @throws Error where no whole answer comes within five seconds
 */
export async function askProvider(
  url: URL,
  { method = 'GET', headers = { accept: 'application/json' }, body }: ProviderRequest = {},
): Promise<Response> {
  const egress = Egress.onlyTo(url);
  try {
    const answer = await egress.request(url, {
      method,
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      connectTimeoutMs: TIMEOUT_MS,
      readTimeoutMs: TIMEOUT_MS,
      maxBodyBytes: MAX_BYTES,
    });
    if (!answer.isWhole) throw new Error(`the answer of ${url.origin}${url.pathname} is too long`);
    const type = answer.headers['content-type'] ?? '';
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: { 'content-type': type } });
  } finally {
    await egress.close();
  }
}
