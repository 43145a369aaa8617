import { z } from 'zod';
import type { EngineError } from '../../platform/common/errors.js';

/** The media type of problem details (RFC 9457). */
export const PROBLEM_JSON = 'application/problem+json';

/** Where the kinds of problems are described: docs/errors.md as a page. */
export const PROBLEM_TYPES = '/api/docs/errors';

/** The members of RFC 9457, and those of the contract's body that say more. */
export const problemDetailsSchema = z
  .object({
    type: z.string().meta({ description: 'An address of the service, where the kind of problem is described' }),
    title: z.string().meta({ description: 'The same for every problem of a kind' }),
    status: z.int(),
    detail: z.string().meta({ description: 'What happened' }),
    instance: z.string().meta({ description: 'The id of the request, as the log has it' }),
    errorCode: z.string().meta({ description: 'One of the codes in docs/errors.md' }),
    recoverable: z.boolean().meta({ description: 'True when the same request may succeed later without a change' }),
    remedy: z.string().meta({ description: 'What the caller can do' }),
    conversationId: z.string().optional(),
    data: z.record(z.string(), z.unknown()).optional().meta({ description: 'Details, such as {"problems": [...]}' }),
  })
  .meta({
    id: 'ProblemDetails',
    example: {
      type: '/api/docs/errors#NOT_FOUND',
      title: 'Not found',
      status: 404,
      detail: 'There is no GET /api/v1/nothing.',
      instance: 'urn:uuid:0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f',
      errorCode: 'NOT_FOUND',
      recoverable: false,
      remedy: 'Check the address and the id.',
    },
  });

type ProblemDetails = z.infer<typeof problemDetailsSchema>;

/** An error as problem details. @param requestId a UUID */
export function problemDetails(error: EngineError, requestId: string, conversationId: string | null): ProblemDetails {
  const { code, status, message, recoverable, remedy, data } = error;
  return {
    type: `${PROBLEM_TYPES}#${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
    errorCode: code,
    recoverable,
    remedy,
    ...(conversationId !== null && { conversationId }),
    ...(Object.keys(data).length > 0 && { data: { ...data } }),
  };
}

/** CONVERSATION_BUSY is "Conversation busy". */
function titleOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a caller names problem details in Accept, and does not rather have JSON (RFC 9110, section 12.5.1). */
export function wantsProblemDetails(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(PROBLEM_JSON)) return false;
  const weights = new Map(accept.toLowerCase().split(',').map(readRange));
  const weight = weights.get(PROBLEM_JSON) ?? 0;
  return weight > 0 && weight >= (weights.get('application/json') ?? 0);
}

function readRange(range: string): [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';');
  const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return [type.trim(), weight === undefined ? 1 : Number(weight)];
}
