import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { compileSchema } from '../../../platform/common/json-schema.js';
import {
  manifestInvalid,
  mergePatch,
  readObject,
  type PackagedTool as Tool,
} from '../../../tools/package-format/index.js';
import { kindOf } from './classify.js';
import type { Profile } from './profile.js';

const HINTS_FILE = 'toolgen.hints.json';

/** What people know of a project that cannot be found out. */
export interface Hints {
  /** Names of the tools to keep; `*` at the end stands for anything. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** The OpenAPI document, relative to the project. */
  readonly openapi?: string;
  /** The program and what comes before its arguments, as `["go-ledger"]` or `["./bin/ledger", "admin"]`. */
  readonly cli?: readonly string[];
  /**
   * By tool name, or its beginning and `*`: flags and names of values that it may have although they could make it run
   * something; an empty list where the command itself does.
   */
  readonly allow?: Readonly<Record<string, readonly string[]>>;
  /** Folders that paths of commands may lie in, relative to the project; by default the project itself. */
  readonly allowed_paths?: readonly string[];
  /** JSON Merge Patch over `project` of the manifest. */
  readonly project?: JsonObject;
  /** By tool name: JSON Merge Patch over the tool; a tool that was not found is added. */
  readonly tools?: Readonly<Record<string, JsonObject>>;
}

const names = { type: 'array', items: { type: 'string', minLength: 1 } };
const HINTS_SCHEMA: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    include: names,
    exclude: names,
    openapi: { type: 'string', minLength: 1 },
    cli: { ...names, minItems: 1 },
    allow: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string', minLength: 1 } } },
    allowed_paths: { ...names, minItems: 1 },
    project: { type: 'object' },
    tools: { type: 'object', additionalProperties: { type: 'object' } },
  },
};

/**
 * The hints of a file, or of `toolgen.hints.json` of the project; none where there is none.
 * @throws EngineError MANIFEST_INVALID
 */
export function readHints(folder: string, file?: string): Hints {
  const path = file ?? join(folder, HINTS_FILE);
  if (file === undefined && !existsSync(path)) return {};
  const hints = readObject(path);
  const problems = compileSchema(HINTS_SCHEMA).check(hints);
  if (problems.length > 0) throw manifestInvalid(path, problems);
  return hints as Hints;
}

/**
 * The profile with the surfaces that the hints name.
 * @throws Error where there is no such document
 */
export function withHints(profile: Profile, { openapi, cli }: Hints, folder: string): Profile {
  if (openapi !== undefined && !existsSync(join(folder, openapi)))
    throw new Error(`the hints name ${openapi} as the OpenAPI document, which is not in ${folder}`);
  const surfaces = {
    ...profile.surfaces,
    ...(openapi === undefined ? {} : { openapi }),
    ...(cli === undefined ? {} : { cli: { name: programName(cli), command: cli } }),
  };
  return { ...profile, surfaces, ...kindOf(surfaces) };
}

/** `["node", "bin/ledger.js"]` is called ledger, and so is `["env", "A=1", "ledger"]`. */
function programName(command: readonly string[]): string {
  const isRunner = (word: string) =>
    /^(node|python[\d.]*|ruby|deno|bun|sh|bash|env|sudo|npx|bunx|uvx|nice)$/.test(basename(word));
  const next = command.find((word) => !isRunner(word) && !word.startsWith('-') && !/^\w+=/.test(word));
  return basename(next ?? command[0] ?? '').replace(/\.\w+$/, '');
}

/** The tools as the hints want them. */
export function applyHints(tools: readonly Tool[], hints: Hints): Tool[] {
  const { include, tools: patches = {} } = hints;
  const patched = tools.map((tool) =>
    mergePatch(withPaths(tool, hints) as unknown as JsonObject, patches[tool.name] ?? {}),
  );
  const found = new Set(tools.map(({ name }) => name));
  const added = Object.entries(patches).filter(([name]) => !found.has(name));
  const all = [...patched, ...added.map(([name, patch]) => ({ name, ...patch }))].filter(isJsonObject);
  const kept = all.filter(
    ({ name }) => (!include || matches(include, String(name))) && !isExcluded(String(name), hints),
  );
  return kept as unknown as Tool[];
}

function withPaths(tool: Tool, { allowed_paths }: Hints): Tool {
  const { constraints } = tool;
  if (allowed_paths === undefined || constraints.path_inputs === undefined) return tool;
  return { ...tool, constraints: { ...constraints, allowed_paths } };
}

/** Whether the hints do not want a tool of that name. */
export function isExcluded(name: string, { exclude = [] }: Hints): boolean {
  return matches(exclude, name);
}

/** What a tool may have by the hints although it could run something; undefined where they do not name the tool. */
export function allowedOf(name: string, { allow = {} }: Hints): readonly string[] | undefined {
  const lists = Object.entries(allow).filter(([pattern]) => matchesPattern(pattern, name));
  return lists.length === 0 ? undefined : lists.flatMap(([, list]) => list);
}

function matches(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, name));
}

function matchesPattern(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
