import { basename, dirname, resolve } from 'node:path';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { EngineError, messageOf } from '../../common/errors.js';
import { canonicalJson, type JsonObject, toJson } from '../../common/json.js';
import { checkSchemaDocument } from '../../common/json-schema.js';
import type { ConvEngineConfig } from '../../config/index.js';
import type { Egress } from '../../egress/index.js';
import { type FileTools, type FlowProblem, MANIFESTS, type ToolDefinition } from '../../flow/index.js';
import type { Invoker, Manifest } from '../../tool-package/index.js';
import { egressFetch } from './egress-fetch.js';
import { packagedTools } from './packaged-tools.js';

type Package = Pick<
  typeof import('../../tool-package/index.js'),
  'Invoker' | 'ToolFailure' | 'closeObjects' | 'isAllowedReadOnly' | 'limitedInput' | 'loadManifest'
>;
type Settings = ConvEngineConfig['toolPackages'];

interface Installed {
  readonly content: string;
  readonly invoker: Invoker;
}

/** Variables that are about one package that runs by itself, and not about those installed here. */
const NOT_SHARED = { TOOL_BASE_URL: undefined, TOOL_PROJECT_ROOT: undefined, LOG_PAYLOADS: undefined };

/**
 * The tool packages that the configuration names. A manifest is read with each refresh of the flow; one that has not
 * changed keeps what it runs on, and calls that were begun on an older one come to their end on that.
 */
export class ToolPackages implements OnApplicationShutdown {
  private readonly logger = new Logger(ToolPackages.name);
  private readonly installed = new Map<string, Installed>();

  constructor(
    private readonly settings: Settings,
    private readonly egress: Egress,
  ) {}

  /** Some tools of files, and those of the packages. A manifest that is wrong gives problems alone. */
  async beside(files: FileTools): Promise<FileTools> {
    const entries = Object.entries(this.settings);
    if (entries.length === 0) return files;
    // It brings what packages are made with: a service without any does not pay for it.
    const { Invoker, ToolFailure, closeObjects, isAllowedReadOnly, limitedInput, loadManifest } = await import(
      '../../tool-package/index.js'
    );
    const parts = { Invoker, ToolFailure, closeObjects, isAllowedReadOnly, limitedInput, loadManifest };
    const read = entries.map(([name, place]) => this.read(parts, name, place));
    return {
      tools: [...files.tools, ...read.flatMap(({ tools }) => tools)],
      problems: [...files.problems, ...read.flatMap(({ problems }) => problems)],
      files: files.files,
      manifests: entries.length,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.installed.values()].map(({ invoker }) => invoker.close()));
  }

  private read(parts: Package, name: string, { manifest: path, ...scope }: Settings[string]) {
    const file = resolve(path);
    try {
      const manifest = parts.loadManifest(dirname(file), basename(file));
      const { invoker } = this.install(parts, name, file, manifest);
      const all = packagedTools(parts, invoker, { name, file, ...scope });
      const problems = all.flatMap((tool) => schemaProblems(tool, manifest, file));
      if (problems.length > 0) return { tools: [], problems };
      return withoutRefused(parts, all, manifest, file);
    } catch (error) {
      if (error instanceof EngineError && error.code === 'MANIFEST_INVALID') {
        return { tools: [], problems: problemsOf(error.data) };
      }
      return { tools: [], problems: [problem('error', file, `cannot be read: ${messageOf(error)}`)] };
    }
  }

  private install(parts: Package, name: string, file: string, manifest: Manifest): Installed {
    const content = canonicalJson(toJson(manifest));
    const known = this.installed.get(name);
    if (known?.content === content) return known;
    const invoker = new parts.Invoker(manifest, {
      base: dirname(file),
      env: { ...process.env, ...NOT_SHARED },
      log: (line) => this.logger.debug(`${name} ${line}`),
      fetch: egressFetch(this.egress, parts.ToolFailure),
    });
    const made = { content, invoker };
    this.installed.set(name, made);
    void known?.invoker.retire();
    return made;
  }
}

/** In read-only mode a tool that would be refused is not offered: nobody is asked for what cannot be done. */
function withoutRefused(parts: Package, tools: readonly ToolDefinition[], manifest: Manifest, file: string) {
  if (process.env.READ_ONLY !== '1') return { tools, problems: [] };
  const refused = new Set(manifest.tools.filter((tool) => !parts.isAllowedReadOnly(tool)).map(({ name }) => name));
  const kept = tools.filter(({ code }) => !refused.has(code.slice(code.indexOf('.') + 1)));
  const left = tools.length - kept.length;
  const message = `READ_ONLY=1: ${left} of ${tools.length} tools would write, and are left out`;
  return { tools: kept, problems: left > 0 ? [problem('warning', file, message)] : [] };
}

/** A schema that the package can work with may hold what this engine does not know. */
function schemaProblems(
  { code, inputSchema, outputSchema }: ToolDefinition,
  { tools }: Manifest,
  file: string,
): FlowProblem[] {
  const index = tools.findIndex(({ name }) => code.endsWith(`.${name}`));
  const schemas = { input_schema: inputSchema, output_schema: outputSchema };
  return Object.entries(schemas).flatMap(([key, schema]) => {
    const reason = schema === null ? undefined : checkSchemaDocument(schema);
    return reason === undefined
      ? []
      : problemsOf({ file, problems: [{ path: `tools[${index}].${key}`, message: reason }] });
  });
}

function problemsOf({ file, problems }: JsonObject): FlowProblem[] {
  const list = problems as unknown as readonly { readonly path: string; readonly message: string }[];
  return list.map(({ path, message }) => {
    const pointer = path.replace('#', '').replaceAll(/\[(\d+)\]/g, '/$1');
    const place = path === '' ? String(file) : `${String(file)}#/${pointer.replaceAll('.', '/')}`;
    return problem('error', place, `${message}; mend it there or in overrides/, then refresh`);
  });
}

function problem(severity: FlowProblem['severity'], id: string, message: string): FlowProblem {
  return { severity, table: MANIFESTS, id, column: null, message };
}
