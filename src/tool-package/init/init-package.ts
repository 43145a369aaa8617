import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../common/json.js';
import { buildPackage } from '../build/build-package.js';
import { stableJson } from '../build/stable-json.js';
import type { BuildReport } from '../build/write-package.js';
import { checkManifest } from '../manifest/check-manifest.js';
import { MANIFEST_FILE } from '../manifest/load-manifest.js';
import { manifestInvalid } from '../manifest/manifest-problem.js';
import { mergePatch } from '../manifest/merge-patch.js';
import type { Manifest, Project, Tool } from '../runtime/adapters/manifest.js';
import { classify, type Profile, readDocument, readmeOf, type SurfaceKind } from './classify.js';
import { discoverCommands } from './cli/discover-commands.js';
import { type Discovery, type Progress, problemOfDraft, uniqueNames } from './draft.js';
import { applyHints, type Hints, isExcluded, readHints } from './hints.js';
import { discoverLibrary } from './library/discover-library.js';
import { isVerb, toolName } from './names.js';
import { discoverOpenApi } from './openapi.js';

export interface InitOptions {
  /** Folder of the package. */
  readonly out: string;
  /** What to make tools of; by default the first of openapi, cli and library that the project has. */
  readonly surface?: SurfaceKind;
  readonly hints?: string;
  /** Address of the service; that of the document by default. */
  readonly baseUrl?: string;
  /** Replace a manifest that is there. */
  readonly force?: boolean;
  /** Told what is being done: each command that is run, each file that is long to read. */
  readonly onProgress?: Progress;
}

export interface InitReport {
  readonly profile: Profile;
  readonly tools: readonly string[];
  readonly warnings: readonly string[];
  /** Undefined where no tool was found: there is nothing to build. */
  readonly build?: BuildReport;
  /** True where a manifest was there already: nothing was written. */
  readonly exists?: true;
}

/** What a manifest may hold, and what models still choose well from. */
const MAX_TOOLS = 500;
const MANY_TOOLS = 60;

const MODELS = { openapi: 'remote-http', cli: 'subprocess', library: 'in-process' } as const;

/**
 * Makes a first tool package of a project: its profile, the draft of its tools, the manifest, and what is built from it.
 * @throws EngineError MANIFEST_INVALID where the hints make it so
 */
export async function initPackage(projectFolder: string, options: InitOptions): Promise<InitReport> {
  const folder = resolve(projectFolder);
  const out = resolve(options.out);
  const profile = classify(folder);
  const nothing = { profile, tools: [], warnings: profile.warnings };
  if (existsSync(join(out, MANIFEST_FILE)) && !options.force) return { ...nothing, exists: true };
  const hints = readHints(folder, options.hints);
  const kind = options.surface ?? (['openapi', 'cli', 'library'] as const).find((one) => profile.surfaces[one]);
  const found = await discover(profile, folder, kind, hints, options.onProgress ?? (() => {}));
  const wanted = applyHints(uniqueNames(found.tools), hints);
  const drafts = wanted.slice(0, MAX_TOOLS);
  const failures = drafts.map(problemOfDraft);
  const tools = drafts.filter((_, index) => failures[index] === undefined);
  const warnings = [
    ...profile.warnings,
    ...found.warnings,
    ...failures.filter((failure) => failure !== undefined),
    ...tooMany(wanted.length),
  ];
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'project.profile.json'), stableJson({ ...profile, warnings }));
  writeFileSync(join(out, 'tools.draft.json'), stableJson(draftFile(drafts, folder)));
  if (tools.length === 0)
    return { profile, tools: [], warnings: [...warnings, 'no tool was found: describe some as hints'] };
  const project = projectOf(profile, kind ?? 'cli', folder, out, tools, options.baseUrl, hints);
  if (kind === 'openapi' && !/^https?:/.test(project.entrypoint))
    warnings.push('the service has no address: give --base-url');
  const manifest: Manifest = { manifest_version: '1.0', project, tools };
  const problems = checkManifest(manifest);
  if (problems.length > 0) throw manifestInvalid('The manifest with the hints', problems);
  writeFileSync(join(out, MANIFEST_FILE), stableJson(manifest));
  const build = buildPackage(out, { force: options.force ?? false });
  return { profile, tools: tools.map(({ name }) => name), warnings, build };
}

function tooMany(count: number): string[] {
  if (count <= MANY_TOOLS) return [];
  const cut = count > MAX_TOOLS ? `, of which the first ${MAX_TOOLS} were taken` : '';
  return [
    `there are ${count} tools${cut}: models choose better among few, so name those that are needed under include in the hints`,
  ];
}

async function discover(
  { surfaces, description }: Profile,
  folder: string,
  kind: SurfaceKind | undefined,
  hints: Hints,
  progress: Progress,
): Promise<Discovery> {
  const { openapi, cli, library } = surfaces;
  if (kind === 'openapi' && openapi) return discoverOpenApi(readDocument(join(folder, openapi)));
  if (kind === 'cli' && cli)
    return await discoverCommands(cli, folder, description, (name) => isExcluded(toolName(name), hints), progress);
  if (kind === 'library' && library) return discoverLibrary(library, folder, description, progress);
  return { tools: [], warnings: [`the project has no ${kind ?? 'surface that is known'}`] };
}

function projectOf(
  profile: Profile,
  kind: SurfaceKind,
  folder: string,
  out: string,
  tools: readonly Tool[],
  baseUrl: string | undefined,
  hints: Hints,
): Project {
  const { name, version, runtime, description, surfaces } = profile;
  const document = kind === 'openapi' && surfaces.openapi ? readDocument(join(folder, surfaces.openapi)) : {};
  const entrypoints = {
    openapi: baseUrl ?? serverOf(document),
    cli: surfaces.cli?.command.join(' ') ?? name,
    library: surfaces.library?.module ?? name,
  };
  const commands = tools.flatMap(({ binding }) => (binding.type === 'subprocess' ? [binding.command[0] ?? ''] : []));
  const auth = authOf(document, name);
  const project: Project = {
    name,
    version,
    runtime,
    execution_model: MODELS[kind],
    entrypoint: entrypoints[kind],
    description,
    root: relative(out, folder).replaceAll('\\', '/') || '.',
    ...(commands.length > 0 ? { commands: [...new Set(commands)].sort() } : {}),
    ...(auth ? { auth } : {}),
  };
  return mergePatch(project as unknown as JsonObject, hints.project ?? {}) as unknown as Project;
}

/** Where no server is named, the service of a developer's machine. */
function serverOf({ servers }: JsonObject): string {
  const [first] = Array.isArray(servers) ? servers : [];
  const url = isJsonObject(first) ? String(first.url) : '';
  return /^https?:\/\//.test(url) ? url : `http://127.0.0.1:8080${url.replace(/\/$/, '')}`;
}

/** The first scheme of the document that a token or a header satisfies. */
function authOf({ components }: JsonObject, name: string): Project['auth'] | undefined {
  const schemes =
    isJsonObject(components) && isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  const env = `${name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(\d)/, '_$1')}_API_KEY`;
  for (const scheme of Object.values(schemes).filter(isJsonObject)) {
    const isBearer =
      (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'bearer') || scheme.type === 'oauth2';
    if (isBearer) return { type: 'bearer', env, required: false };
    if (scheme.type === 'apiKey' && scheme.in === 'header')
      return { type: 'header', name: String(scheme.name), env, required: false };
  }
  return undefined;
}

/** What was found, in short, for people to look through; with what the README names and no tool does. */
function draftFile(tools: readonly Tool[], folder: string): unknown {
  return {
    tools: tools.map(({ name, description, category, risk, idempotency, input_schema, output_schema, binding }) => ({
      name,
      purpose: description,
      category,
      risk,
      idempotency,
      inputs: input_schema,
      outputs: output_schema,
      binding: binding?.type,
    })),
    readme_mentions: mentionsOf(readmeOf(folder) ?? ''),
  };
}

const MAX_MENTIONS = 50;

/** Lines of lists and headings that begin with a verb, as capabilities do. */
function mentionsOf(markdown: string): string[] {
  const lines = markdown.split('\n').flatMap((line) => /^\s*(?:[-*]|#+)\s+(.{3,200})$/.exec(line)?.[1] ?? []);
  return lines.filter((line) => isVerb(/^\W*(\w+)/.exec(line)?.[1] ?? '')).slice(0, MAX_MENTIONS);
}
