import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { EngineError } from '../../platform/common/errors.js';

const MAX_REPORTED = 20;

/** Checks parameters that carry a schema, as in `@Body({ schema })`, and hands on what the schema makes of them. */
export class ValidationPipe implements PipeTransform<unknown, Promise<unknown>> {
  /** @throws EngineError INVALID_REQUEST naming each field that is wrong; `data.problems` holds the same as a list */
  async transform(value: unknown, { schema, data, type }: ArgumentMetadata): Promise<unknown> {
    if (!schema) return value;
    const result = await schema['~standard'].validate(value);
    if (!result.issues) return result.value;
    if (type === 'body' && value === undefined) {
      throw new EngineError('INVALID_REQUEST', 'The request is not valid: the body is empty.');
    }
    const problems = result.issues.slice(0, MAX_REPORTED).map(({ path = [], message }) => {
      const names = path.map((part) => String(typeof part === 'object' ? part.key : part));
      return { field: names.join('.') || (data ?? type), message };
    });
    const text = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
    throw new EngineError('INVALID_REQUEST', `The request is not valid: ${text}.`, { problems });
  }
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * The `Idempotency-Key` header; undefined where it was not sent.
 * @throws EngineError INVALID_REQUEST unless it is 1 to 200 visible ASCII characters
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || IDEMPOTENCY_KEY.test(header)) return header;
  throw new EngineError('INVALID_REQUEST', 'Idempotency-Key: expected 1 to 200 visible ASCII characters, no spaces.');
}
