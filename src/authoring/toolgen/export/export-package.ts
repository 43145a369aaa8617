import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from '../../../platform/common/errors.js';
import { stableJson } from '../../../platform/common/json.js';
import { checkManifest, MANIFEST_FILE, manifestInvalid } from '../../../tools/package-format/index.js';
import { buildPackage } from '../build/build-package.js';
import type { BuildReport } from '../build/write-package.js';
import { exportManifest } from './export-manifest.js';
import { readRegistry, type ServiceAddress } from './registry.js';

export interface ExportOptions extends ServiceAddress {
  /** Folder of the package. */
  readonly out: string;
  /** False: the manifest alone. */
  readonly build?: boolean;
  /** Replace a manifest that says something else, and generated files that were edited. */
  readonly force?: boolean;
}

export interface ExportReport {
  readonly tools: readonly string[];
  readonly warnings: readonly string[];
  /** True where another manifest is there already: nothing was written. */
  readonly exists: boolean;
  /** Absent where nothing was built. */
  readonly build?: BuildReport;
}

/**
 * Writes the manifest of the tools that a running service lets a caller call, and builds its package.
 * @throws EngineError EXPORT_FAILED, MANIFEST_INVALID
 */
export async function exportPackage({
  out,
  build = true,
  force = false,
  ...service
}: ExportOptions): Promise<ExportReport> {
  const { manifest, warnings } = exportManifest(await readRegistry(service), service);
  const file = join(out, MANIFEST_FILE);
  if (manifest.tools.length === 0) {
    const none = [`${service.url} has no tool that this caller may call.`, ...warnings].join('\n  ');
    throw new EngineError('EXPORT_FAILED', none);
  }
  const problems = checkManifest(manifest);
  if (problems.length > 0) throw manifestInvalid(file, problems);
  const report = { tools: manifest.tools.map(({ name }) => name), warnings };
  const text = stableJson(manifest);
  if (existsSync(file) && !force && readFileSync(file, 'utf8') !== text) return { ...report, exists: true };
  mkdirSync(out, { recursive: true });
  writeFileSync(file, text);
  return { ...report, exists: false, ...(build && { build: buildPackage(out, { force }) }) };
}
