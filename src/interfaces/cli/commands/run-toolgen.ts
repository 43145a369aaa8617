import { statSync } from 'node:fs';
import { join } from 'node:path';
import { allResults, validateFiles } from '../../../authoring/index.js';
import {
  type BuildReport,
  buildPackage,
  type ExportReport,
  exportPackage,
  type InitReport,
  initPackage,
  type SurfaceKind,
  slugOf,
  type Workspace,
  workspacesOf,
} from '../../../authoring/toolgen/index.js';
import { counted } from '../../../platform/common/counted.js';
import { MANIFEST_FILE, manifestSchemaText } from '../../../tools/package-format/index.js';
import { CommandError } from '../command-error.js';
import { localUrl } from '../local-url.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { plain, print, table } from '../terminal.js';

/** Warnings that are printed; all of them are kept. */
const MAX_WARNINGS = 20;

/** The options of `init`. */
export interface ToolgenInitOptions {
  readonly out: string;
  readonly surface?: SurfaceKind;
  readonly hints?: string;
  readonly baseUrl?: string;
  readonly force?: boolean;
  /** Each package of a project that has several, in a folder of its own below `out`. */
  readonly all?: boolean;
}

/** Makes a first tool package of a project. Ends with 1 where no tool was found, or a manifest is there already. */
export async function runToolgenInit(project: string, options: ToolgenInitOptions): Promise<ExitCode> {
  if (options.surface !== 'python' && !statSync(project, { throwIfNoEntry: false })?.isDirectory()) {
    const remedy = 'Give the folder of a project, or with --surface python the name of an installed package.';
    throw new CommandError(`${project} is no folder.`, remedy);
  }
  if (!options.all) return await initOne(project, options);
  const packages = workspacesOf(project);
  if (packages.length === 0)
    throw new CommandError(`${project} has no workspaces in package.json or pnpm-workspace.yaml.`, 'Leave --all out.');
  const codes: ExitCode[] = [];
  for (const { path, name } of packages) {
    print(plain(`${name} (${path})`));
    codes.push(await initOne(join(project, path), { ...options, out: join(options.out, slugOf(name)) }));
  }
  return codes.includes(0) ? 0 : 1;
}

async function initOne(project: string, options: ToolgenInitOptions): Promise<ExitCode> {
  // Said on the standard error output, as what is run is someone else's program.
  const onProgress = (line: string) => process.stderr.write(`${plain(line)}\n`);
  const report = await initPackage(project, { ...options, onProgress });
  const [shown, more] = [report.warnings.slice(0, MAX_WARNINGS), report.warnings.length - MAX_WARNINGS];
  for (const warning of shown) print(plain(`warning: ${warning}`));
  if (more > 0) print(`warning: and ${more} more, all in ${options.out}/project.profile.json`);
  const mended = report.build ? await whatToMend(join(options.out, MANIFEST_FILE)) : [];
  print(
    plain([describeInit(report, options.out), ...mended, ...describePackages(report.packages, project)].join('\n')),
  );
  return report.exists || report.tried || (report.build && isRefused(report.build, options.force)) ? 1 : 0;
}

/** Generates a package anew. Ends with 1 where a generated file was edited by hand. */
export async function runToolgenBuild(
  folder: string,
  { force = false }: { readonly force?: boolean },
): Promise<ExitCode> {
  const report = buildPackage(folder, { force });
  print(describeBuild(report, force));
  return isRefused(report, force) ? 1 : 0;
}

/** The options of `export`. */
export interface ToolgenExportOptions {
  readonly out: string;
  readonly url?: string;
  readonly apiKey?: string;
  readonly build?: boolean;
  readonly force?: boolean;
}

/** Makes a tool package of the tools of a running service. Ends with 1 where another manifest is there already. */
export async function runToolgenExport(globals: GlobalOptions, options: ToolgenExportOptions): Promise<ExitCode> {
  const { config } = loadCommandConfig(globals);
  // The configured key is this installation's own: it is not sent to an address somebody names.
  const ownKey = options.url === undefined ? config.security.conversationApiKey : '';
  const service = { url: options.url ?? localUrl(config.http), apiKey: options.apiKey ?? ownKey };
  const report = await exportPackage({ ...options, ...service });
  for (const warning of report.warnings) print(plain(`warning: ${warning}`));
  print(plain(describeExport(report, options)));
  return report.exists || (report.build && isRefused(report.build, options.force)) ? 1 : 0;
}

/** Prints the published schema of manifests. */
export async function runToolgenSchema(): Promise<ExitCode> {
  print(manifestSchemaText().trimEnd());
  return 0;
}

function describeInit({ profile, surface, manifest, build, exists, tried }: InitReport, out: string): string {
  if (exists) return `${out}/tool.manifest.json is there already: edit it and build, or replace it by --force.`;
  const { tools = [], project = profile } = manifest ?? {};
  const what = `${project.name} ${project.version}: ${profile.project_type}, ${profile.runtime}, ${profile.execution_model}`;
  const rows = tools.map(({ name, category, risk }) => [`  ${name}`, category, `${risk} risk`]);
  if (tried)
    return [what, 'error: no tool was found. Looked for:', ...tried.map((line) => `  ${line}`), whatNow(out)].join(
      '\n',
    );
  if (!build) return what;
  const found = `${counted(tools.length, 'tool')} from the ${SURFACES[surface ?? 'cli']}`;
  return [what, found, table(rows), describeBuild(build, true), ...nextSteps(profile, surface, out)].join('\n');
}

function describePackages(packages: readonly Workspace[], project: string): string[] {
  const [first] = packages;
  if (!first) return [];
  return [
    `${project} has ${counted(packages.length, 'package')}:`,
    ...packages.map(({ name, path }) => `  ${name} (${path})`),
    `choose one by its folder (init ${join(project, first.path)}), or make a tool package of each with --all`,
  ];
}

function whatNow(out: string): string {
  return `describe some under tools in toolgen.hints.json; what was found out is in ${out}/project.profile.json`;
}

const SURFACES = {
  openapi: 'OpenAPI document',
  cli: 'command line',
  library: 'library',
  python: 'Python package',
} as const;

function nextSteps({ surfaces }: InitReport['profile'], surface: SurfaceKind | undefined, out: string): string[] {
  const others = (Object.keys(surfaces) as SurfaceKind[]).filter((kind) => kind !== surface);
  return [
    'next:',
    `  look through the names, categories, risks and examples in ${out}/tool.manifest.json: they are guesses`,
    `  put changes there or into ${out}/overrides/*.json, then run build`,
    `  cd ${out}/mcp && npm install && npm test && node src/server.ts`,
    ...others.map((kind) => `  --surface ${kind} makes tools of the ${SURFACES[kind]} instead`),
  ];
}

/** What the rules for tools say of a manifest: names and descriptions come from the project, and nobody else can better them. */
async function whatToMend(manifest: string): Promise<string[]> {
  const failed = allResults((await validateFiles([manifest], {})).report).filter(({ severity }) => severity === 'FAIL');
  if (failed.length === 0) return [];
  const rules = new Map(failed.map(({ rule }) => [rule.id, rule.title]));
  const told = [...rules].map(([id, title]) => {
    const count = failed.filter(({ rule }) => rule.id === id).length;
    return `    ${id} ${title}: ${counted(count, 'failure')}`;
  });
  return [`  mend names and descriptions until convengine validate ${manifest} is content; now it says`, ...told];
}

function describeExport({ tools, build, exists }: ExportReport, { out, force }: ToolgenExportOptions): string {
  if (exists) return `${out}/tool.manifest.json is there already and says something else: --force replaces it.`;
  const list = tools.map((name) => `  ${name}`);
  return [counted(tools.length, 'tool'), ...list, ...(build ? [describeBuild(build, force ?? false)] : [])].join('\n');
}

function describeBuild(report: BuildReport, force: boolean): string {
  if (isRefused(report, force)) {
    const files = report.edited.map((path) => `  ${path}`);
    return ['nothing was written: these generated files were edited by hand (--force overwrites them)', ...files].join(
      '\n',
    );
  }
  return `${report.written.length} written, ${report.removed.length} removed, ${report.unchanged} unchanged`;
}

function isRefused({ edited }: BuildReport, force = false): boolean {
  return edited.length > 0 && !force;
}
