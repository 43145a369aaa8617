import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '../../../platform/common/json.js';
import type { Manifest } from '../runtime/adapters/manifest.js';
import { checkManifest } from './check-manifest.js';
import { type ManifestProblem, manifestInvalid } from './manifest-problem.js';
import { mergePatch } from './merge-patch.js';

export const MANIFEST_FILE = 'tool.manifest.json';
const OVERRIDES_FOLDER = 'overrides';

/**
 * A manifest with the overrides beside it applied, its tools in the order of their names. An override is a JSON
 * Merge Patch `{ "project": {…}, "tools": { "NAME": {…} } }`; files apply in the order of their names.
 * @throws EngineError MANIFEST_INVALID
 */
export function loadManifest(folder: string, name = MANIFEST_FILE): Manifest {
  const file = join(folder, name);
  let manifest = readObject(file);
  // The overrides go by tool names: what they are laid over must be readable first.
  const problems = checkManifest(manifest).filter(({ path }) => path === 'tools' || path.endsWith('.name'));
  if (problems.length > 0) throw manifestInvalid(file, problems);
  for (const override of overrideFiles(folder)) manifest = applyOverride(manifest, override);
  const remaining = checkManifest(manifest);
  if (remaining.length > 0) throw manifestInvalid(file, remaining);
  const checked = manifest as unknown as Manifest;
  return { ...checked, tools: checked.tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** The overrides of a manifest, in the order in which they apply. */
export function overrideFiles(folder: string): string[] {
  const overrides = join(folder, OVERRIDES_FOLDER);
  if (!existsSync(overrides)) return [];
  const names = readdirSync(overrides).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(overrides, name));
}

function applyOverride(manifest: JsonObject, file: string): JsonObject {
  const { project = {}, tools = {}, ...rest } = readObject(file);
  const problems: ManifestProblem[] = Object.keys(rest).map((path) => ({ path, message: 'is not a known field' }));
  const known = (manifest.tools as JsonObject[]).map(({ name }) => name);
  if (!isJsonObject(tools)) throw manifestInvalid(file, [{ path: 'tools', message: 'must be an object by tool name' }]);
  for (const name of Object.keys(tools)) {
    if (!known.includes(name)) problems.push({ path: `tools.${name}`, message: 'is no tool of the manifest' });
  }
  if (problems.length > 0) throw manifestInvalid(file, problems);
  const patched = (manifest.tools as JsonObject[]).map((tool) => mergePatch(tool, tools[String(tool.name)] ?? {}));
  return { ...manifest, project: mergePatch(manifest.project, project), tools: patched };
}

/** @throws EngineError MANIFEST_INVALID where it is missing or no JSON object */
export function readObject(file: string): JsonObject {
  const value = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  if (isJsonObject(value)) return value;
  throw manifestInvalid(file, [{ path: '', message: existsSync(file) ? 'is not a JSON object' : 'is missing' }]);
}
