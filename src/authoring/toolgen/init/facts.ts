import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, parseJson } from '../../../platform/common/json.js';
import { findLibrary } from './library/find-library.js';
import type { Profile, Surfaces } from './profile.js';
import { findPython, interpreterOf } from './python/find-python.js';

/** What the files say that a project describes itself by. */
export interface Facts extends Pick<Profile, 'runtime'> {
  readonly surfaces: Surfaces;
  readonly name?: unknown;
  readonly version?: unknown;
  readonly description?: unknown;
}

type Warn = (text: string) => void;

/** The facts of the first of the files that is there. One that cannot be read is a warning. */
export function readFacts(folder: string, warn: Warn): Facts {
  const kinds = [
    ['package.json', (text: string) => nodeFacts(folder, (parseJson(text) ?? {}) as JsonObject, warn)],
    ['pyproject.toml', (text: string) => pythonFacts(folder, parseToml(text))],
    ['Cargo.toml', (text: string) => rustFacts(folder, parseToml(text), warn)],
    ['go.mod', (text: string) => goFacts(folder, text, warn)],
  ] as const;
  for (const [file, read] of kinds) {
    if (!existsSync(join(folder, file))) continue;
    try {
      return read(readFileSync(join(folder, file), 'utf8'));
    } catch (error) {
      warn(`${file} cannot be read: ${messageOf(error)}`);
    }
  }
  const python = findPython(folder);
  return python ? { runtime: 'python', name: python.module, surfaces: { python } } : { runtime: 'other', surfaces: {} };
}

function nodeFacts(folder: string, manifest: JsonObject, warn: Warn): Facts {
  const { name, version, description, bin } = manifest;
  const plain = String(name).replace(/^@.*\//, '');
  const programs = Object.entries(
    (typeof bin === 'string' ? { [plain]: bin } : (bin ?? {})) as Record<string, unknown>,
  );
  const [program, script] = programs.find(([one]) => one === plain) ?? programs[0] ?? [];
  const others = programs.filter(([, path]) => path !== script).map(([one]) => one);
  if (others.length > 0)
    warn(`only ${program} was looked at, not ${others.join(', ')}: name another as cli in the hints`);
  const path = typeof script === 'string' ? script.replace(/^\.\//, '') : undefined;
  const isThere = path !== undefined && existsSync(join(folder, path));
  if (path !== undefined && !isThere) warn(`${path} is not there: build the project, then run init again`);
  const library = findLibrary(folder, manifest);
  return {
    runtime: 'node',
    name,
    version,
    description,
    surfaces: {
      ...(program !== undefined && isThere ? { cli: { name: program, command: commandOf(folder, path) } } : {}),
      ...(library ? { library } : {}),
    },
  };
}

/** A script is run by node; a program that was compiled, as some packages bring along, by itself. */
function commandOf(folder: string, path: string): string[] {
  const isScript =
    /\.[cm]?[jt]s$/.test(path) || /^#!.*\bnode\b/.test(readFileSync(join(folder, path), 'latin1').slice(0, 100));
  const isText = !readFileSync(join(folder, path)).subarray(0, 512).includes(0);
  return isScript || isText ? ['node', path] : [`./${path}`];
}

/** A console script is called by its entry point, so that it need not be installed. */
function pythonFacts(folder: string, document: Record<string, unknown>): Facts {
  const project = objectOf(document.project);
  const poetry = objectOf(objectOf(document.tool).poetry);
  const scripts = { ...objectOf(poetry.scripts), ...objectOf(project.scripts) };
  const [script, target = ''] = Object.entries(scripts)[0] ?? [];
  const [, module, call] = /^([\w.]+):([\w.]+)$/.exec(String(target)) ?? [];
  const { name = poetry.name, version = poetry.version, description = poetry.description } = project;
  const own = findPython(folder, name);
  const python = own ? { python: own } : {};
  const facts = { runtime: 'python', name, version, description } as const;
  if (script === undefined || module === undefined || call === undefined) return { ...facts, surfaces: python };
  const source = existsSync(join(folder, 'src', module.split('.')[0] ?? '')) ? `sys.path[:0] = ['src']; ` : '';
  const code = `import sys; ${source}from ${module} import ${call.split('.')[0]}; sys.argv[0] = ${JSON.stringify(script)}; sys.exit(${call}())`;
  return { ...facts, surfaces: { cli: { name: script, command: [interpreterOf(folder), '-c', code] }, ...python } };
}

/** Programs in Rust and Go are looked for where their tools put them. They are not built here: that would run what they name. */
function rustFacts(folder: string, document: Record<string, unknown>, warn: Warn): Facts {
  const { name, version, description } = objectOf(document.package);
  const [first] = Array.isArray(document.bin) ? document.bin : [];
  const program = String(objectOf(first).name ?? name);
  const hasProgram =
    first !== undefined || existsSync(join(folder, 'src/main.rs')) || existsSync(join(folder, 'src/bin'));
  const paths = ['release', 'debug'].map((kind) => `target/${kind}/${program}`);
  const surfaces = hasProgram ? builtProgram(folder, program, paths, 'cargo build --release', warn) : {};
  return { runtime: 'rust', name, version, description, surfaces };
}

function goFacts(folder: string, text: string, warn: Warn): Facts {
  const words = (/^module\s+(\S+)/m.exec(text)?.[1] ?? '').split('/');
  const name = words.findLast((word) => !/^v\d+$/.test(word)) ?? '';
  const inner = existsSync(join(folder, 'cmd')) ? readdirSync(join(folder, 'cmd')) : [];
  const program = inner.includes(name) ? name : (inner[0] ?? name);
  const hasProgram = inner.length > 0 || existsSync(join(folder, 'main.go'));
  const paths = ['', 'bin/', 'dist/', 'build/'].map((place) => place + program);
  const surfaces = hasProgram ? builtProgram(folder, program, paths, 'go build', warn) : {};
  return { runtime: 'go', name, surfaces };
}

function builtProgram(folder: string, name: string, paths: readonly string[], how: string, warn: Warn): Surfaces {
  const built = paths.flatMap((path) => [path, `${path}.exe`]).find((path) => isFile(join(folder, path)));
  if (built !== undefined) return { cli: { name, command: [`./${built}`] } };
  warn(`${name} is not built: run ${how}, then init again, or name the installed program as cli in the hints`);
  return {};
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
