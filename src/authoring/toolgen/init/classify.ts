import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readFacts } from './facts.js';
import type { Profile, SurfaceKind, Surfaces } from './profile.js';

/** Folders that documents are kept in, the project's own first. */
const PLACES = [
  '',
  ...['docs', 'doc', 'api', 'spec', 'specs', 'openapi', 'swagger', 'api-docs', 'reference', 'public', 'static'],
  ...['schema', 'schemas', 'resources', 'generated', 'dist', 'src', '.well-known'],
];
const DOCUMENT = /^((openapi|swagger|api-docs)([.-][\w.-]+)?|[\w.-]+[.-](openapi|swagger))\.(json|ya?ml)$/i;

/** Finds out what a project is from the files it describes itself by. */
export function classify(folder: string): Profile {
  const warnings: string[] = [];
  const facts = readFacts(folder, (text) => warnings.push(text));
  const openapi = findDocument(folder);
  const surfaces: Surfaces = { ...(openapi === undefined ? {} : { openapi }), ...facts.surfaces };
  const readme = readmeOf(folder);
  if (readme === undefined) warnings.push('there is no README: descriptions come from elsewhere');
  const name = textOr(facts.name, basename(resolve(folder)));
  return {
    ...kindOf(surfaces),
    runtime: facts.runtime,
    name,
    version: textOr(facts.version, '0.0.0'),
    description: textOr(facts.description, firstParagraph(readme ?? '') || `Tools of ${name}.`),
    surfaces,
    warnings,
  };
}

/** An installed Python package by its name: what else it is, it tells when it is imported. */
export function installedPython(module: string): Profile {
  const python = { module, interpreter: 'python3' };
  const described = { name: module, version: '0.0.0', description: `Tools of ${module}.` };
  return { ...kindOf({ python }), runtime: 'python', ...described, surfaces: { python }, warnings: [] };
}

/** The text of the project's README; undefined where it has none. */
export function readmeOf(folder: string): string | undefined {
  const file = ['README.md', 'readme.md', 'Readme.md', 'README.rst', 'README'].find((name) =>
    existsSync(join(folder, name)),
  );
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8');
}

/** What surfaces make of a project. */
export function kindOf(surfaces: Surfaces): Pick<Profile, 'project_type' | 'execution_model'> {
  const isProcess = surfaces.cli ?? (surfaces.python && !surfaces.library);
  const execution_model = surfaces.openapi ? 'remote-http' : isProcess ? 'subprocess' : 'in-process';
  const kinds = Object.keys(surfaces) as SurfaceKind[];
  const names = { openapi: 'HTTP API', cli: 'CLI', library: 'library', python: 'library' } as const;
  const [first] = kinds;
  return { project_type: kinds.length > 1 ? 'mixed' : first ? names[first] : 'unknown', execution_model };
}

/** The document with the plainest name; other files may have such a name, so it is looked into. */
function findDocument(folder: string): string | undefined {
  for (const place of PLACES) {
    const files = existsSync(join(folder, place)) ? readdirSync(join(folder, place), { withFileTypes: true }) : [];
    const names = files.filter((file) => file.isFile() && DOCUMENT.test(file.name)).map(({ name }) => name);
    const found = names
      .sort((a, b) => a.length - b.length || a.localeCompare(b))
      .find((name) => isOpenApi(join(folder, place, name)));
    if (found !== undefined) return place === '' ? found : `${place}/${found}`;
  }
  return undefined;
}

function isOpenApi(file: string): boolean {
  return /(^|[\s{,"'])(openapi|swagger)["']?\s*:\s*["']?[23]\./.test(readFileSync(file, 'utf8'));
}

function firstParagraph(markdown: string): string {
  const paragraphs = markdown.split(/\n\s*\n/).map((text) => text.replace(/\s+/g, ' ').trim());
  return paragraphs.find((text) => /^[A-Za-z`*]/.test(text) && text.length > 20)?.slice(0, 500) ?? '';
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 1000) : fallback;
}
