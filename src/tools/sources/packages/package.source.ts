import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type ErrorData, hasCode, messageOf } from '../../../platform/common/errors.js';
import { checkSchemaDocument } from '../../../platform/common/json-schema.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { Egress } from '../../../platform/egress/index.js';
import { type FlowProblem, MANIFESTS } from '../../flow-problem.js';
import type { Invoker, Manifest } from '../../package-format/index.js';
import { NOTHING, type Reading, type ToolSource } from '../../source.js';
import type { Tool } from '../../tool.js';
import { egressFetch } from './egress-fetch.js';
import { type PackagePlace, packagedTools } from './packaged-tools.js';

type Package = typeof import('./package-parts.js');
type Settings = ConvEngineConfig['toolPackages'];

/** What one manifest gives. */
interface Found {
  readonly tools: readonly Tool[];
  readonly problems: readonly FlowProblem[];
}

interface Installed {
  /** What it was read from. */
  readonly content: string;
  readonly found: Found;
  /** Absent where the manifest is wrong. */
  readonly invoker?: Invoker;
}

/** Variables that are about one package that runs by itself, and not about those installed here. */
const NOT_SHARED = { TOOL_BASE_URL: undefined, TOOL_PROJECT_ROOT: undefined, LOG_PAYLOADS: undefined };

/**
 * The tool packages that the configuration names. A manifest is read with each refresh of the flow; one that has not
 * changed keeps what it runs on, and calls that were begun on an older one come to their end on that.
 */
@Injectable()
export class PackageSource implements ToolSource, OnApplicationShutdown {
  readonly name = 'packages';
  readonly beside = 'steps-back';
  private readonly logger = new Logger('ToolPackages');
  private readonly installed = new Map<string, Installed>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'toolPackages'>,
    private readonly egress: Egress,
  ) {}

  /** A manifest that is wrong gives problems alone. */
  async read(): Promise<Reading> {
    const entries = Object.entries(this.config.toolPackages);
    if (entries.length === 0) return NOTHING;
    const parts = await import('./package-parts.js');
    const found = await Promise.all(entries.map(([name, place]) => this.readPackage(parts, name, place)));
    return {
      tools: found.flatMap(({ tools }) => tools),
      problems: found.flatMap(({ problems }) => problems),
      counts: { [MANIFESTS]: entries.length },
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.installed.values()].map(({ invoker }) => invoker?.close()));
  }

  /** Checking takes a while: what has not changed is not read again. */
  private async readPackage(
    parts: Package,
    name: string,
    { manifest: path, ...scope }: Settings[string],
  ): Promise<Found> {
    const file = resolve(path);
    const content = contentOf([file, ...parts.overrideFiles(dirname(file))]);
    const known = this.installed.get(name);
    if (known?.content === content) return await withoutLost(parts, known, file);
    const made = { content, ...this.load(parts, file, { name, file, ...scope }) };
    this.installed.set(name, made);
    void known?.invoker?.retire();
    return await withoutLost(parts, made, file);
  }

  private load(parts: Package, file: string, place: PackagePlace): Omit<Installed, 'content'> {
    try {
      const manifest = parts.loadManifest(dirname(file), basename(file));
      const invoker = new parts.Invoker(manifest, {
        base: dirname(file),
        env: { ...process.env, ...NOT_SHARED },
        log: (line) => this.logger.debug(`${place.name} ${line}`),
        fetch: egressFetch(this.egress, parts.ToolFailure),
      });
      const schemas = { closeObjects: parts.closeObjects, limitedInput: parts.limitedInput };
      const tools = packagedTools(schemas, invoker, place);
      const problems = tools.flatMap((tool) => schemaProblems(parts, tool, file));
      if (problems.length > 0) return { found: { tools: [], problems } };
      return { found: withoutRefused(parts, tools, manifest, file), invoker };
    } catch (error) {
      if (hasCode(error, 'MANIFEST_INVALID')) {
        return { found: { tools: [], problems: problemsOf(error.data) } };
      }
      return { found: { tools: [], problems: [problem('error', file, `cannot be read: ${messageOf(error)}`)] } };
    }
  }
}

function contentOf(files: readonly string[]): string {
  const texts = files.map((file) => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      return messageOf(error);
    }
  });
  return JSON.stringify([process.env.READ_ONLY ?? '', files, texts]);
}

/** A tool whose function is not there is not offered: nobody is asked for what cannot be done. Modules change by themselves. */
async function withoutLost(
  parts: Package,
  { found, invoker }: Omit<Installed, 'content'>,
  file: string,
): Promise<Found> {
  if (!invoker) return found;
  const lost = await parts.checkModules(invoker.manifest, invoker.root);
  const isLost = ({ code }: Tool) => lost.some(({ tool }) => tool === nameIn(code));
  const problems = lost.map(({ tool, path, message }) => ({ path: `${placeOf(parts, tool, file)}.${path}`, message }));
  const kept = found.tools.filter((tool) => !isLost(tool));
  return { tools: kept, problems: [...found.problems, ...problemsOf({ file, problems })] };
}

/** Where a tool stands in the file, whose tools may have another order than those that were read. */
function placeOf(parts: Package, tool: string, file: string): string {
  const { tools } = parts.readObject(file) as unknown as Manifest;
  return `tools[${tools.findIndex(({ name }) => name === tool)}]`;
}

/** In read-only mode a tool that would be refused is not offered: nobody is asked for what cannot be done. */
function withoutRefused(parts: Package, tools: readonly Tool[], manifest: Manifest, file: string): Found {
  if (process.env.READ_ONLY !== '1') return { tools, problems: [] };
  const refused = new Set(manifest.tools.filter((tool) => !parts.isAllowedReadOnly(tool)).map(({ name }) => name));
  const kept = tools.filter(({ code }) => !refused.has(nameIn(code)));
  const left = tools.length - kept.length;
  const message = `READ_ONLY=1: ${left} of ${tools.length} tools would write, and are left out`;
  return { tools: kept, problems: left > 0 ? [problem('warning', file, message)] : [] };
}

/** A schema that the package can work with may hold what this engine does not know. */
function schemaProblems(parts: Package, { code, inputSchema, outputSchema }: Tool, file: string): FlowProblem[] {
  const schemas = { input_schema: inputSchema, output_schema: outputSchema };
  return Object.entries(schemas).flatMap(([key, schema]) => {
    const reason = schema === null ? undefined : checkSchemaDocument(schema);
    return reason === undefined
      ? []
      : problemsOf({ file, problems: [{ path: `${placeOf(parts, nameIn(code), file)}.${key}`, message: reason }] });
  });
}

/** The name that a tool has in its package. */
function nameIn(code: string): string {
  return code.slice(code.indexOf('.') + 1);
}

function problemsOf({ file, problems }: ErrorData<'MANIFEST_INVALID'>): FlowProblem[] {
  return problems.map(({ path, message }) => {
    const pointer = path.replace('#', '').replaceAll(/\[(\d+)\]/g, '/$1');
    const place = path === '' ? file : `${file}#/${pointer.replaceAll('.', '/')}`;
    return problem('error', place, `${message}; mend it there or in overrides/, then refresh`);
  });
}

function problem(severity: FlowProblem['severity'], id: string, message: string): FlowProblem {
  return { severity, table: MANIFESTS, id, column: null, message };
}
