import { Inject, Injectable, Logger } from '@nestjs/common';
import { describeChanges } from './describe-changes.js';
import { type MergedTools, mergeTools, type ReadSource as SourceReading } from './merge-tools.js';
import { type ChangedFiles, type DefiningRows, type Follower, TOOL_SOURCES, type ToolSource } from './source.js';
import type { Tool } from './tool.js';
import { ToolSet } from './tool-set.js';

/** What a source gave, and which. */
interface ReadSource extends SourceReading {
  readonly source: ToolSource;
}

/**
 * The tools of every source as one set. Precedence, the first one counts: rows; the tools of other servers, capability
 * files and playbooks, installed packages, the gateway, the tools that come with the product. A handler answers any tool
 * of its code, and a row of the code of another server's or the gateway's tool says where that is offered and what it is.
 */
@Injectable()
export class ToolRegistry {
  private readonly logger = new Logger('Tools');
  private switchedTo: ToolSet | undefined;
  private toolsOfTenant = () => this.current;
  private readonly sets = new WeakMap<Tool, ToolSet>();
  /** What each source gave, by what was made of it all. */
  private readonly readings = new WeakMap<MergedTools, readonly ReadSource[]>();

  /** @param sources in their order of precedence */
  constructor(@Inject(TOOL_SOURCES) private readonly sources: readonly ToolSource[]) {}

  /** The tools that are used now; another set after each switch. */
  get current(): ToolSet {
    return this.switchedTo ?? NO_TOOLS;
  }

  /** The tools that turns of the tenant at work are given, for what calls tools beside a turn. */
  get ofTenant(): ToolSet {
    return this.toolsOfTenant();
  }

  /** @param toolsOfTenant says which these are; without, they are those of all */
  askForTenant(toolsOfTenant: () => ToolSet): void {
    this.toolsOfTenant = toolsOfTenant;
  }

  /** The tools that a tool was read with: what a turn sees that has it, also after a switch. */
  setOf(tool: Tool): ToolSet {
    return this.sets.get(tool) ?? this.current;
  }

  /** Reads all sources; nothing changes before `switchTo`. */
  async read(rows: DefiningRows, files?: ChangedFiles): Promise<MergedTools> {
    const readings = [];
    for (const source of this.sources)
      readings.push({ source, beside: source.beside, reading: await source.read(rows, files) });
    return this.merge(readings);
  }

  /** Before `withRows`, for all rows that it is given. */
  async prepare(rows: DefiningRows): Promise<void> {
    for (const source of this.sources) await source.prepare?.(rows);
  }

  /** The tools with other rows, beside what the other sources gave when `merged` was read. */
  withRows(merged: MergedTools, rows: DefiningRows): MergedTools {
    const readings = this.readings.get(merged) ?? [];
    return this.merge(readings.map((read) => ({ ...read, reading: read.source.readRows?.(rows) ?? read.reading })));
  }

  private merge(readings: readonly ReadSource[]): MergedTools {
    const merged = mergeTools(readings);
    this.readings.set(merged, readings);
    for (const tool of merged.tools.list) this.sets.set(tool, merged.tools);
    return merged;
  }

  /** From now on these are the tools; what became different is logged. */
  switchTo(tools: ToolSet): void {
    const before = this.switchedTo;
    this.switchedTo = tools;
    for (const line of before ? describeChanges(before, tools) : []) this.logger.log(line);
  }

  /** Has the sources tell of changes. What they tell of before the first load is in that load, or loaded after it. */
  async start(follower: Follower): Promise<void> {
    for (const source of this.sources) await source.start?.(follower);
  }

  async stop(): Promise<void> {
    await Promise.all(this.sources.map((source) => source.stop?.()));
  }
}

const NO_TOOLS = new ToolSet([]);
