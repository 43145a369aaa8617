import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../platform/common/json.js';
import type { ClientParams } from './kernel/index.js';
import type { TurnRequest } from './turn-request.js';

/** By what a repeated request is known, where it carries an Idempotency-Key. */
export interface RequestIdentity {
  readonly idempotencyKey: string;
  /** SHA-256 of all that the request asks for: the same key with another hash is another request. */
  readonly requestHash: string;
}

/** Null where the request carries no Idempotency-Key. */
export function identityOf(request: TurnRequest, { attachments, values }: ClientParams): RequestIdentity | null {
  const { idempotencyKey, message, reset, inputParams, inReplyTo, decision, operation } = request;
  if (idempotencyKey === undefined) return null;
  // A file is told by its hash.
  const files = attachments.length > 0 && { files: values.files ?? null };
  const body: JsonObject = { message, reset: reset ?? false, inputParams: { ...inputParams, ...files } };
  if (inReplyTo) body.inReplyTo = { ...inReplyTo };
  if (decision) body.decision = decision;
  if (operation) body.operation = operation;
  return { idempotencyKey, requestHash: createHash('sha256').update(canonicalJson(body)).digest('hex') };
}
