import { loadManifest } from '../../../tools/package-format/index.js';
import { renderPackage } from './render-package.js';
import { type BuildReport, writePackage } from './write-package.js';

/**
 * Generates a package from `tool.manifest.json` and `overrides/` of a folder, into that folder. Where the manifest cannot
 * be used, or a generated file was edited by hand, nothing is written.
 * @param options.force overwrite what was edited
 * @throws EngineError MANIFEST_INVALID with every problem
 */
export function buildPackage(folder: string, options: { readonly force?: boolean } = {}): BuildReport {
  return writePackage(folder, renderPackage(loadManifest(folder)), options.force ?? false);
}
