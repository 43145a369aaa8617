import { EngineError } from '../../platform/common/errors.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import type { FlowVersions } from './flow-versions.js';
import { applyChanges } from './row-changes.js';
import type { VersionedRows } from './versioned-rows.js';

/** So far back one can go. */
const MOST_VERSIONS = 1_000;

/**
 * The rows that the flow had in an earlier version: what was changed since is taken back, of what `tenant` is shown.
 * @throws EngineError NOT_FOUND, INVALID_REQUEST where it is not known what a version since has changed
 */
export async function rowsOfVersion(
  versions: FlowVersions,
  running: VersionedRows,
  versionId: number,
  tenant: string,
): Promise<FlowRows> {
  if (!(await versions.find(versionId, tenant))) {
    throw new EngineError('NOT_FOUND', `There is no version ${versionId} of the flow.`);
  }
  const since = await versions.after(versionId, tenant, MOST_VERSIONS);
  return since
    .filter((version) => version.versionId <= (running.versionId ?? 0))
    .toReversed()
    .reduce((rows, { versionId: later, changes }) => {
      if (changes)
        return applyChanges(
          rows,
          changes.map(({ before, after, ...row }) => ({ ...row, before: after, after: before })),
        );
      const text = `The rows of version ${versionId} are not known: nobody has recorded what version ${later} changed.`;
      throw new EngineError('INVALID_REQUEST', text);
    }, running.rows);
}
