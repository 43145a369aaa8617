import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { messageOf } from '../../common/errors.js';
import { isJsonObject, type JsonObject, parseJson } from '../../common/json.js';
import type { Project } from '../runtime/adapters/manifest.js';
import type { CommandSurface } from './cli/discover-commands.js';
import type { LibrarySurface } from './library/discover-library.js';
import { findLibrary } from './library/find-library.js';

/** What a project is, as `project.profile.json` keeps it. */
export interface Profile {
  readonly project_type: 'library' | 'CLI' | 'HTTP API' | 'mixed' | 'unknown';
  readonly runtime: Project['runtime'];
  readonly execution_model: Project['execution_model'];
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly surfaces: Surfaces;
  readonly warnings: readonly string[];
}

/** Where capabilities can be found. */
export interface Surfaces {
  /** OpenAPI document, relative to the project. */
  readonly openapi?: string;
  readonly cli?: CommandSurface;
  readonly library?: LibrarySurface;
}

/** A kind of surface. */
export type SurfaceKind = keyof Surfaces;

interface Facts extends Pick<Profile, 'runtime' | 'surfaces'> {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly description?: unknown;
}

const DOCUMENTS = ['openapi', 'swagger', 'docs/openapi', 'docs/swagger', 'api/openapi', 'spec/openapi'];

/** Finds out what a project is from the files it describes itself by. */
export function classify(folder: string): Profile {
  const warnings: string[] = [];
  const facts = readFacts(folder, warnings);
  const openapi = DOCUMENTS.flatMap((path) => ['.json', '.yaml', '.yml'].map((end) => path + end)).find((path) =>
    existsSync(join(folder, path)),
  );
  const surfaces: Surfaces = { ...(openapi === undefined ? {} : { openapi }), ...facts.surfaces };
  const readme = readmeOf(folder);
  if (readme === undefined) warnings.push('there is no README: descriptions come from elsewhere');
  return {
    project_type: typeOf(surfaces),
    runtime: facts.runtime,
    execution_model: surfaces.openapi ? 'remote-http' : surfaces.cli ? 'subprocess' : 'in-process',
    name: textOr(facts.name, basename(resolve(folder))),
    version: textOr(facts.version, '0.0.0'),
    description: textOr(
      facts.description,
      firstParagraph(readme ?? '') || `Tools of ${textOr(facts.name, basename(resolve(folder)))}.`,
    ),
    surfaces,
    warnings,
  };
}

/** The text of the project's README; undefined where it has none. */
export function readmeOf(folder: string): string | undefined {
  const file = ['README.md', 'readme.md', 'Readme.md', 'README.rst', 'README'].find((name) =>
    existsSync(join(folder, name)),
  );
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8');
}

/** An OpenAPI document, from JSON or YAML. @throws SyntaxError */
export function readDocument(file: string): JsonObject {
  const text = readFileSync(file, 'utf8');
  const value: unknown = file.endsWith('.json') ? parseJson(text) : parseYaml(text, { maxAliasCount: 100 });
  if (isJsonObject(value) && typeof value.openapi === 'string' && value.openapi.startsWith('3.')) return value;
  throw new SyntaxError(`${file} is not an OpenAPI 3 document`);
}

function readFacts(folder: string, warnings: string[]): Facts {
  const has = (name: string) => existsSync(join(folder, name));
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  try {
    if (has('package.json')) return nodeFacts(folder, (parseJson(text('package.json')) ?? {}) as JsonObject, warnings);
    if (has('pyproject.toml')) return pythonFacts(parseToml(text('pyproject.toml')));
    if (has('Cargo.toml'))
      return { runtime: 'rust', surfaces: {}, ...(parseToml(text('Cargo.toml')).package as object) };
    if (has('go.mod'))
      return { runtime: 'go', surfaces: {}, name: /^module\s+(?:.*\/)?(\S+)/m.exec(text('go.mod'))?.[1] };
  } catch (error) {
    warnings.push(`a file that describes the project cannot be read: ${messageOf(error)}`);
  }
  return { runtime: 'other', surfaces: {} };
}

function nodeFacts(folder: string, manifest: JsonObject, warnings: string[]): Facts {
  const { name, version, description, bin } = manifest;
  const plain = String(name).replace(/^@.*\//, '');
  const programs = Object.entries(
    (typeof bin === 'string' ? { [plain]: bin } : (bin ?? {})) as Record<string, unknown>,
  );
  const [program, script] = programs.find(([one]) => one === plain) ?? programs[0] ?? [];
  const others = programs.filter(([, path]) => path !== script).map(([one]) => one);
  if (others.length > 0)
    warnings.push(`only ${program} was looked at, not ${others.join(', ')}: name another as cli in the hints`);
  const library = findLibrary(folder, manifest);
  return {
    runtime: 'node',
    name,
    version,
    description,
    surfaces: {
      ...(program !== undefined && typeof script === 'string'
        ? { cli: { name: program, command: ['node', clean(script)] } }
        : {}),
      ...(library ? { library } : {}),
    },
  };
}

/** A console script is called by its entry point, so that it need not be installed. */
function pythonFacts(document: Record<string, unknown>): Facts {
  const project = (document.project ?? {}) as JsonObject;
  const [script, target = ''] = Object.entries((project.scripts ?? {}) as Record<string, string>)[0] ?? [];
  const [, module, call] = /^([\w.]+):([\w.]+)$/.exec(target) ?? [];
  const { name, version, description } = project;
  if (script === undefined || module === undefined || call === undefined)
    return { runtime: 'python', name, version, description, surfaces: {} };
  const code = `import sys; from ${module} import ${call.split('.')[0]}; sys.argv[0] = ${JSON.stringify(script)}; sys.exit(${call}())`;
  return {
    runtime: 'python',
    name,
    version,
    description,
    surfaces: { cli: { name: script, command: ['python3', '-c', code] } },
  };
}

function typeOf(surfaces: Surfaces): Profile['project_type'] {
  const kinds = Object.keys(surfaces) as SurfaceKind[];
  if (kinds.length > 1) return 'mixed';
  const names = { openapi: 'HTTP API', cli: 'CLI', library: 'library' } as const;
  return kinds[0] ? names[kinds[0]] : 'unknown';
}

function firstParagraph(markdown: string): string {
  const paragraphs = markdown.split(/\n\s*\n/).map((text) => text.replace(/\s+/g, ' ').trim());
  return paragraphs.find((text) => /^[A-Za-z`*]/.test(text) && text.length > 20)?.slice(0, 500) ?? '';
}

function clean(path: unknown): string {
  return String(path).replace(/^\.\//, '');
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 1000) : fallback;
}
