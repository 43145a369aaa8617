import { EngineError } from '../../../platform/common/errors.js';

/** One thing that is wrong with a manifest. */
export interface ManifestProblem {
  /** Such as `tools[2].examples`, with a JSON Pointer behind it where the place is within a value: `…input#/q`. */
  readonly path: string;
  readonly message: string;
}

const SHOWN = 20;

/** What is thrown for a manifest that cannot be used; its data holds `{ file, problems }`. */
export function manifestInvalid(file: string, problems: readonly ManifestProblem[]): EngineError {
  const lines = problems.slice(0, SHOWN).map(({ path, message }) => `  ${path || 'manifest'} ${message}`);
  const more = problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : [];
  const data = { file, problems: problems.map(({ path, message }) => ({ path, message })) };
  return new EngineError('MANIFEST_INVALID', [`${file} cannot be used:`, ...lines, ...more].join('\n'), data);
}
