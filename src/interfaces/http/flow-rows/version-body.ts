import type { FlowVersion } from '../../../engine/flow/index.js';
import type { FlowVersionBody } from './flow-rows.schema.js';

/** A version as answers show it. */
export function versionBody(version: FlowVersion): FlowVersionBody {
  const { versionId, origin, madeAtMs, madeBy: by, note, undoneVersionId: undoes, changes } = version;
  const madeAt = new Date(madeAtMs).toISOString();
  return { versionId, origin, madeAt, by, note, undoes, changes: changes?.map((change) => ({ ...change })) ?? null };
}
