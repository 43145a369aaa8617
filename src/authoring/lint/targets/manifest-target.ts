import { basename, dirname, resolve } from 'node:path';
import { hasCode } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../platform/common/json.js';
import {
  type Reading,
  readYamlFile,
  type YamlPath,
  type YamlSource,
} from '../../../tools/sources/files/capability-file/index.js';
import type { LintTarget, TargetPath } from '../lint-target.js';
import { fileLoadProblem } from '../loading.js';
import type { LoadProblem, ToolFile } from '../tool-file.js';
import { yamlPlaces } from './yaml-places.js';

/** Bytes of a manifest; one of 500 tools has about a million. */
const MAX_BYTES = 4 * 1024 * 1024;

const MANIFEST = 'tool.manifest.json';

/** Whether a file is the manifest of a tool package, by its name. */
export function isManifestFile(file: string): boolean {
  return basename(file) === MANIFEST;
}

/**
 * Reads a manifest with its overrides: its tools as they are published, each part where it was written last; where that
 * is not possible, as the manifest alone has them.
 */
export async function readManifest(file: string): Promise<Reading<ToolFile>> {
  const { loadManifest, overrideFiles } = await import('../../../tools/package-format/index.js');
  const folder = dirname(file);
  const sources: YamlSource[] = [];
  for (const one of [file, ...overrideFiles(folder)]) {
    const { value, problems } = await readJson(one);
    if (!value) return { problems };
    sources.unshift(value);
  }
  const layers = new ManifestLayers(file, sources);
  try {
    const tools = loadManifest(folder).tools as unknown as JsonObject[];
    return { value: layers.toolFile(tools, []) };
  } catch (error) {
    if (!hasCode(error, 'MANIFEST_INVALID')) throw error;
    const { file: wrong, problems } = error.data;
    const told = problems.map(({ path, message }) => layers.problem(wrong, path, message));
    const base = new ManifestLayers(file, sources.slice(-1));
    return { value: base.toolFile(base.named, told) };
  }
}

/** JSON is YAML, too, and that reader knows where everything stands. */
async function readJson(file: string): Promise<Reading<YamlSource>> {
  const read = await readYamlFile(file, MAX_BYTES);
  if (!read.value || isJsonObject(parseJson(read.value.text))) return read;
  return { problems: [{ file, message: 'is not a JSON object' }] };
}

const FIELDS = {
  name: 'name',
  description: 'description',
  inputSchema: 'input_schema',
  outputSchema: 'output_schema',
} as const;

class ManifestLayers {
  private readonly base: YamlSource;

  /** @param sources the overrides, the last one first, and then the manifest itself */
  constructor(
    private readonly file: string,
    private readonly sources: readonly YamlSource[],
  ) {
    this.base = sources.at(-1) as YamlSource;
  }

  /** The tools that the manifest itself has, as far as they have a name. */
  get named(): JsonObject[] {
    return this.written.filter(isJsonObject).filter(({ name }) => textOf(name) !== '');
  }

  toolFile(tools: readonly JsonObject[], problems: readonly LoadProblem[]): ToolFile {
    return { source: this.base, targets: tools.map((tool) => this.target(tool)), tools: [], problems };
  }

  private target(tool: JsonObject): LintTarget {
    const name = String(tool.name);
    return {
      name,
      description: textOf(tool.description),
      inputSchema: tool.input_schema ?? null,
      outputSchema: tool.output_schema ?? null,
      origin: this.file,
      group: this.file,
      placeOf: (path) => this.placeOf(name, path),
    };
  }

  problem(file: string, path: string, message: string): LoadProblem {
    const source = this.sources.find((one) => resolve(one.file) === resolve(file)) ?? this.base;
    const region = source.valueRegion(stepsOf(path));
    const problem = fileLoadProblem(this.nameAt(path), { file: this.file, region, message: `"${path}": ${message}` });
    return {
      ...problem,
      place: { kind: 'file', file: source.file, region },
      advice: 'Correct it: until then no package can be built',
    };
  }

  /** The tool that a path leads into, else the manifest as a whole. */
  private nameAt(path: string): string {
    const index = /^tools\[(\d+)\]/.exec(path)?.[1];
    const tool = index === undefined ? undefined : this.written[Number(index)];
    return (isJsonObject(tool) && textOf(tool.name)) || MANIFEST;
  }

  private get written(): readonly JsonValue[] {
    const { tools } = this.base.value as JsonObject;
    return Array.isArray(tools) ? tools : [];
  }

  private placeOf(name: string, [part, ...rest]: TargetPath) {
    const inTool = [FIELDS[part], ...rest];
    const override = this.sources.find((source) => source !== this.base && source.entry(['tools', name, ...inTool]));
    if (override) return yamlPlaces(override, () => ['tools', name, ...inTool])([part, ...rest]);
    const index = this.written.findIndex((tool) => isJsonObject(tool) && tool.name === name);
    return yamlPlaces(this.base, () => ['tools', index, ...inTool])([part, ...rest]);
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** `tools[0].examples[1].input#/account/name` as steps from the root. */
function stepsOf(path: string): YamlPath {
  const [dotted = '', pointer = ''] = path.split('#');
  return [...dotted.split(/[.[\]]+/), ...pointer.split('/')].filter((step) => step !== '');
}
