import { z } from 'zod';
import { EngineError, messageOf } from '../../../platform/common/errors.js';

const schema = z.record(z.string(), z.json()).nullable();

/** What a service says of a tool that may be called (`GET /api/v1/tools`). */
const registrySchema = z.object({
  version: z.string().min(1),
  tools: z.array(
    z.object({
      tool_code: z.string().min(1),
      title: z.string(),
      description: z.string(),
      side_effect: z.enum(['READ', 'WRITE']),
      risk: z.enum(['LOW', 'MEDIUM', 'HIGH']).nullable(),
      execution_policy: z.enum(['at-most-once', 'idempotent']),
      timeout_ms: z.int().min(1),
      input_schema: schema,
      output_schema: schema,
    }),
  ),
});

/** The tools of a running service, as one caller sees them. */
export type Registry = z.infer<typeof registrySchema>;
export type RegistryTool = Registry['tools'][number];

/** A service that runs, and who asks it. */
export interface ServiceAddress {
  /** Such as `http://localhost:3000`. */
  readonly url: string;
  /** Empty: none is sent. */
  readonly apiKey: string;
}

const TIMEOUT_MS = 30_000;

/** @throws EngineError EXPORT_FAILED where no ConvEngine answers there, or it refuses */
export async function readRegistry({ url, apiKey }: ServiceAddress): Promise<Registry> {
  const headers = { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${url}/api/v1/tools`, { headers, signal, redirect: 'error' });
    const body: unknown = await response.json();
    if (response.ok) return registrySchema.parse(body);
    throw failed(url, `HTTP ${response.status}, ${String(Object(body).message ?? 'without a message')}`);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw failed(url, reasonOf(error), error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof z.ZodError) return 'something else answers there';
  const { cause } = Object(error);
  return String(Object(cause).code ?? messageOf(error));
}

function failed(url: string, reason: string, cause?: unknown): EngineError {
  return new EngineError('EXPORT_FAILED', `The tools of ${url} cannot be read: ${reason}`, {}, { cause });
}
