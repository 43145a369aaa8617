import type { JsonObject } from '../../../platform/common/json.js';
import type { HttpApiRequestSpec } from '../../../platform/handlers-api/index.js';
import type { ToolSecrets } from '../../../platform/secrets/index.js';

/** What the placeholders of a request stand for. */
export interface RequestValues {
  /** The arguments; and under `$secret`, where no argument can be, the secrets of the request. */
  readonly values: JsonObject;
  /** What must not come back in anything that anybody sees: the secrets, in each way they are written. */
  readonly hidden: readonly string[];
}

/**
 * @param purpose whose secrets they are, for messages: the tool's code
 * @throws EngineError SECRET_UNAVAILABLE
 */
export async function valuesOf(
  { secrets = {} }: Pick<HttpApiRequestSpec, 'secrets'>,
  args: JsonObject,
  purpose: string,
  from: ToolSecrets,
): Promise<RequestValues> {
  const read: [string, string][] = [];
  for (const [name, reference] of Object.entries(secrets)) {
    read.push([name, await from.read(reference, `the secret "${name}" of ${purpose}`)]);
  }
  if (read.length === 0) return { values: args, hidden: [] };
  const hidden = read.flatMap(([, secret]) => [secret, encodeURIComponent(secret), formEncoded(secret)]);
  return { values: { ...args, $secret: Object.fromEntries(read) }, hidden: [...new Set(hidden)] };
}

function formEncoded(secret: string): string {
  return new URLSearchParams([['', secret]]).toString().slice(1);
}
