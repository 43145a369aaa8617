import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { EngineError, messageOf } from '../common/errors.js';
import { nameKnownKeys } from '../common/unknown-keys.js';
import { hasAnyKey } from './has-any-key.js';
import { CONFIG_KEYS } from './keys.js';
import { packageRoot } from './package-root.js';
import { readEnvironment } from './read-environment.js';
import { readObject, readYaml } from './read-yaml.js';
import { type ConvEngineConfig, configSchema } from './schema.js';
import type { ConfigEntry, ConfigProblem, SourceReading } from './source.js';

/** What is listened on where nothing is said: without a key, nobody else is to come in. */
const THIS_MACHINE = '127.0.0.1';
const EVERY_ADDRESS = '0.0.0.0';

/** Where the configuration is read from; every part has a default. */
export interface LoadConfigOptions {
  /** The working directory, where `config/convengine.yaml` and relative file names are looked up. */
  readonly directory?: string;
  /** Files that win over those of CONVENGINE_CONFIG, later ones over earlier ones. */
  readonly files?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Values that win over everything, nested or dotted: `{ 'convengine.http.port': 0 }`; undefined ones are skipped. */
  readonly overrides?: Record<string, unknown>;
}

/** The effective configuration and where each of its values came from. */
export interface LoadedConfig {
  readonly config: ConvEngineConfig;
  /** By key name, `convengine.http.port` → `environment PORT`. A merged map names the last source it came from. */
  readonly origins: ReadonlyMap<string, string>;
}

/**
 * Reads and checks the configuration. Later sources win: the built-in `config/default.yaml`, `config/convengine.yaml`
 * in the working directory, the files of CONVENGINE_CONFIG, `files`, the environment, `overrides`.
 * @throws EngineError CONFIGURATION_INVALID naming everything that is wrong; `data.problems` holds the same as a list
 */
export function loadConfig(options: LoadConfigOptions = {}): LoadedConfig {
  const readings = readSources(options);
  const problems = readings.flatMap((reading) => reading.problems);
  const entries = merge(readings.flatMap((reading) => reading.entries));
  // Read once: to compile the schema for that takes longer than to walk it.
  const parsed = configSchema.safeParse(nest(entries), { error: nameKnownKeys, jitless: true });
  for (const issue of parsed.error?.issues ?? []) problems.push(describeIssue(issue, entries));
  if (problems.length > 0 || !parsed.success) throw invalid(problems);
  const origins = new Map([...entries].map(([name, entry]) => [name, entry.origin]));
  const { data } = parsed;
  data.http.host ||= hasAnyKey(data) ? EVERY_ADDRESS : THIS_MACHINE;
  return { config: freeze(data), origins };
}

function readSources(options: LoadConfigOptions): SourceReading[] {
  const env = options.env ?? process.env;
  const directory = options.directory ?? process.cwd();
  const conventional = ['config/convengine.yaml', 'config/convengine.yml'].find((name) =>
    existsSync(join(directory, name)),
  );
  const named = [...(env.CONVENGINE_CONFIG ?? '').split(','), ...(options.files ?? [])].map((name) => name.trim());
  const files = [conventional ?? '', ...named].filter((name) => name !== '');
  return [
    readFile(packageRoot(), 'config/default.yaml', env),
    ...files.map((name) => readFile(directory, name, env)),
    readEnvironment(env),
    readObject(options.overrides ?? {}, 'command line'),
  ];
}

function readFile(directory: string, name: string, env: NodeJS.ProcessEnv): SourceReading {
  let text: string;
  try {
    text = readFileSync(resolve(directory, name), 'utf8');
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const problem = isAbsent
      ? `does not exist in ${resolve(directory)}; correct its name, or leave it out`
      : messageOf(error);
    return { entries: [], problems: [{ key: 'file', origin: name, problem }] };
  }
  return readYaml(text, name, env);
}

/** The last entry of each key; maps keep the entries of earlier sources that later ones do not repeat. */
function merge(entries: readonly ConfigEntry[]): Map<string, ConfigEntry> {
  const merged = new Map<string, ConfigEntry>();
  for (const entry of entries) {
    const earlier = merged.get(entry.key.name)?.value;
    const joins = entry.key.kind === 'map' && isMapping(earlier) && isMapping(entry.value);
    merged.set(entry.key.name, joins ? { ...entry, value: { ...earlier, ...entry.value } } : entry);
  }
  return merged;
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The tree that the schema describes. */
function nest(entries: ReadonlyMap<string, ConfigEntry>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const { key, value } of entries.values()) {
    let section = root;
    for (const name of key.path.slice(0, -1)) {
      section[name] ??= {};
      section = section[name] as Record<string, unknown>;
    }
    section[key.path.at(-1) ?? ''] = value;
  }
  return root;
}

function describeIssue(issue: z.core.$ZodIssue, entries: ReadonlyMap<string, ConfigEntry>): ConfigProblem {
  const key = [...CONFIG_KEYS.values()].find((one) => one.path.every((part, index) => issue.path[index] === part));
  const inside = issue.path.slice(key?.path.length ?? 0).map((part) => `[${String(part)}]`);
  const message = messageIn(issue);
  return {
    key: `${key?.name ?? 'convengine'}${inside.join('')}`,
    origin: entries.get(key?.name ?? '')?.origin ?? 'config/default.yaml',
    problem: message.replace(/^Invalid (input|option|string): /, ''),
  };
}

function messageIn(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.expected === 'array') return 'expected a list, such as [first, second]';
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  const allowed = issue.code === 'invalid_union' ? issue.errors.flat().flatMap(valuesIn) : [];
  return allowed.length > 0 ? `expected one of ${allowed.join(', ')}` : issue.message;
}

function valuesIn(issue: z.core.$ZodIssue): string[] {
  return issue.code === 'invalid_value' ? issue.values.map(String) : [];
}

function invalid(problems: readonly ConfigProblem[]): EngineError {
  const lines = problems.map(({ key, origin, problem }) => `  ${key} (${origin}): ${problem}`);
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  const message = [`The configuration has ${count}:`, ...lines].join('\n');
  return new EngineError('CONFIGURATION_INVALID', message, { problems: problems.map((problem) => ({ ...problem })) });
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) freeze(child);
    Object.freeze(value);
  }
  return value;
}
