import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { counted } from '../../../platform/common/counted.js';
import { type JsonObject, stableJson } from '../../../platform/common/json.js';
import {
  type Binding,
  checkManifest,
  MANIFEST_FILE,
  type Manifest,
  manifestInvalid,
  mergePatch,
  type Project,
  type PackagedTool as Tool,
} from '../../../tools/package-format/index.js';
import { buildPackage } from '../build/build-package.js';
import type { BuildReport } from '../build/write-package.js';
import { classify, installedPython, readmeOf } from './classify.js';
import { discover, type Found } from './discover.js';
import { type Progress, uniqueNames, withFittingExample } from './draft.js';
import { draftFile } from './draft-file.js';
import { applyHints, readHints, withHints } from './hints.js';
import type { Profile, SurfaceKind } from './profile.js';
import { type Workspace, workspacesOf } from './workspaces.js';

export interface InitOptions {
  /** Folder of the package. */
  readonly out: string;
  /**
   * What to make tools of; by default the first of openapi, cli and library that the project has. A package of Python is
   * imported only when it is asked for.
   */
  readonly surface?: SurfaceKind;
  readonly hints?: string;
  /** Address of the service; that of the document by default. */
  readonly baseUrl?: string;
  /** Replace a manifest that is there. */
  readonly force?: boolean;
  /** Told what is being done: each command that is run, each file that is read. */
  readonly onProgress?: Progress;
}

export interface InitReport {
  readonly profile: Profile;
  /** What the tools were made of; undefined where there was nothing. */
  readonly surface?: SurfaceKind;
  readonly tools: readonly string[];
  /** What was built, where there were tools. */
  readonly manifest?: Manifest;
  readonly warnings: readonly string[];
  /** The packages of a project that has several; nothing was made of them. */
  readonly packages: readonly Workspace[];
  /** Where tools were looked for, in words; given where none was found. */
  readonly tried?: readonly string[];
  /** Undefined where no tool was found: there is nothing to build. */
  readonly build?: BuildReport;
  /** True where a manifest was there already: nothing was written. */
  readonly exists?: true;
}

const MODELS = { openapi: 'remote-http', cli: 'subprocess', library: 'in-process', python: 'subprocess' } as const;
/** What was looked for, where it is not there. */
const ABSENT: Readonly<Record<SurfaceKind, string>> = {
  openapi: 'no openapi, swagger or api-docs as .json or .yaml in the project and its usual folders',
  cli: 'no bin of package.json, script of pyproject.toml, built program of Cargo.toml or go.mod, and none in the hints',
  library: 'no entry of package.json that is there',
  python: 'no package of Python (__init__.py) in the project or its src, or several',
};
/** What a manifest may hold, and what models still choose well from. */
const MAX_TOOLS = 500;
const MANY_TOOLS = 60;

/**
 * Makes a first tool package of a project: its profile, the draft of its tools, the manifest, and what is built from it.
 * @param project its folder; or, for the surface python, the name of a package that is installed
 * @throws EngineError MANIFEST_INVALID where the hints make it so
 * @throws Error where there is no such folder
 */
export async function initPackage(project: string, options: InitOptions): Promise<InitReport> {
  const out = resolve(options.out);
  const { folder, described } = subjectOf(project, options, out);
  const progress = options.onProgress ?? (() => {});
  const hints = readHints(folder, options.hints);
  const profile = withHints(described, hints, folder);
  const kind = options.surface ?? (['openapi', 'cli', 'library'] as const).find((one) => profile.surfaces[one]);
  const packages = workspacesOf(folder);
  const nothing = { profile, tools: [], warnings: profile.warnings, packages, ...(kind ? { surface: kind } : {}) };
  if (existsSync(join(out, MANIFEST_FILE)) && !options.force) return { ...nothing, exists: true };
  const found = await discover(profile, folder, kind, hints, progress);
  const wanted = applyHints(uniqueNames(found.tools), hints);
  const drafts = wanted.slice(0, MAX_TOOLS);
  progress(`checking ${counted(drafts.length, 'tool')}`);
  const checked = drafts.map(withFittingExample);
  const tools = checked.flatMap((one) => ('problem' in one ? [] : [one]));
  const left = checked.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const warnings = [...profile.warnings, ...found.warnings, ...left, ...tooMany(wanted.length)];
  if (tools.length === 0) warnings.push('no tool was found: describe some as hints');
  const readme = folder === out ? undefined : readmeOf(folder);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'project.profile.json'), stableJson({ ...profile, warnings }));
  writeFileSync(join(out, 'tools.draft.json'), stableJson(draftFile(drafts, readme ?? '')));
  if (tools.length === 0) return { ...nothing, warnings, tried: triedOf(profile, kind) };
  const first = projectOf(profile, {
    kind: kind ?? 'cli',
    found,
    root: relative(out, folder),
    tools,
    baseUrl: options.baseUrl,
  });
  const patched = mergePatch(first as unknown as JsonObject, hints.project ?? {}) as unknown as Project;
  const manifest: Manifest = { manifest_version: '1.0', project: patched, tools };
  const problems = checkManifest(manifest);
  if (problems.length > 0) throw manifestInvalid('The manifest with the hints', problems);
  writeFileSync(join(out, MANIFEST_FILE), stableJson(manifest));
  progress(`building ${options.out}`);
  const build = buildPackage(out, { force: options.force ?? false });
  return { ...nothing, tools: tools.map(({ name }) => name), manifest, warnings, build };
}

/** The folder that paths are told from, and what is there. An installed package has none but that of its tools. */
function subjectOf(project: string, { surface }: InitOptions, out: string): { folder: string; described: Profile } {
  const folder = resolve(project);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { folder, described: classify(folder) };
  if (surface === 'python' && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(project))
    return { folder: out, described: installedPython(project) };
  throw new Error(
    `${project} is no folder: give the folder of a project, or with --surface python the name of an installed package`,
  );
}

/** Each kind of surface, and what came of it. */
function triedOf({ surfaces }: Profile, kind: SurfaceKind | undefined): string[] {
  const named = {
    openapi: surfaces.openapi,
    cli: surfaces.cli?.command.join(' '),
    library: surfaces.library?.module,
    python: surfaces.python?.module,
  };
  return (Object.keys(ABSENT) as SurfaceKind[]).map((surface) => {
    const name = named[surface];
    if (name === undefined) return `${surface}: ${ABSENT[surface]}`;
    return surface === kind ? `${surface}: ${name} gave no tool` : `${surface}: ${name}, with --surface ${surface}`;
  });
}

function tooMany(count: number): string[] {
  if (count <= MANY_TOOLS) return [];
  const cut = count > MAX_TOOLS ? `, of which the first ${MAX_TOOLS} were taken` : '';
  return [
    `there are ${count} tools${cut}: models choose better among few, so name those that are needed under include in the hints`,
  ];
}

/** What the manifest says of its project, beside the profile. */
interface ProjectParts {
  readonly kind: SurfaceKind;
  readonly found: Found;
  /** The folder of the project, from that of the package. */
  readonly root: string;
  readonly tools: readonly Tool[];
  readonly baseUrl: string | undefined;
}

function projectOf(
  { name, version, runtime, description, surfaces }: Profile,
  { kind, found, root, tools, baseUrl }: ProjectParts,
): Project {
  const entrypoints = {
    openapi: baseUrl ?? found.entrypoint ?? name,
    cli: surfaces.cli?.command.join(' ') ?? name,
    library: surfaces.library?.module ?? name,
    python: surfaces.python?.module ?? name,
  };
  const commands = tools.flatMap(({ binding }) => executablesOf(binding));
  return {
    name: found.name ?? name,
    version: found.version ?? version,
    runtime,
    execution_model: MODELS[kind],
    entrypoint: entrypoints[kind],
    description: found.description ?? description,
    root: root.replaceAll('\\', '/') || '.',
    ...(commands.length > 0 ? { commands: [...new Set(commands)].sort() } : {}),
    ...(found.auth ? { auth: found.auth } : {}),
    ...(found.credentials ? { credentials: found.credentials } : {}),
  };
}

function executablesOf(binding: Binding): string[] {
  if (binding.type === 'python') return [binding.interpreter];
  return binding.type === 'subprocess' ? [binding.command[0] ?? ''] : [];
}
