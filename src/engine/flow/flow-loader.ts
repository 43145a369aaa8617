import { ALL_TENANTS } from '../../platform/common/tenant.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import { describeProblem, isFatal, type MergedTools, type ToolRegistry } from '../../tools/index.js';
import { type CompiledFlow, compileFlow } from './compile/compile-flow.js';
import type { KnownHandlers } from './compile/known-handlers.js';
import { FlowDefinition, type FlowParts } from './flow-definition.js';
import { flowInvalid } from './flow-errors.js';
import type { LearnedIntents } from './intent-learner.js';
import type { CompiledTenant, SharedFlow } from './tenant-flows.js';
import { problemsOfTenant } from './tenant-problems.js';
import { rowsOfTenant } from './tenant-rows.js';
import type { VersionedReader, VersionedRows } from './versioned-rows.js';

/** The tables as they were read, and what became of the rows that all tenants share. */
export interface LoadedFlow {
  /** A load that began later has a greater one, and newer rows. */
  readonly place: number;
  /** The rows of all tenants. */
  readonly read: VersionedRows;
  readonly shared: FlowRows;
  readonly tools: MergedTools;
  readonly compiled: CompiledFlow;
}

/** Reads the tables, and compiles their rows: those that all tenants share at once, those of one tenant when they are needed. */
export class FlowLoader {
  private begun = 0;

  /** @param isStrict whether rows with errors are refused, rather than left out */
  constructor(
    private readonly reader: VersionedReader,
    private readonly handlers: KnownHandlers,
    private readonly tools: ToolRegistry,
    private readonly isStrict: boolean,
  ) {}

  /**
   * Rows that can be used become a version, if they are none yet; where somebody makes one meanwhile, they are read again.
   * @throws EngineError FLOW_INVALID with `data.problems` where a shared row is wrong, and the validation is strict
   */
  async load(): Promise<LoadedFlow> {
    for (;;) {
      this.begun += 1;
      const place = this.begun;
      const read = await this.reader.read();
      const shared = rowsOfTenant(read.rows, ALL_TENANTS);
      await this.tools.prepare(read.rows);
      const tools = await this.tools.read(shared);
      const compiled = compileFlow(shared, this.handlers, { tools });
      const errors = compiled.problems.filter(isFatal);
      if (this.isStrict && errors.length > 0) throw flowInvalid(errors);
      if (await this.reader.record(read)) return { place, read, shared, tools, compiled };
    }
  }

  /** What the flows of all tenants are made from, once its examples are learned. */
  sharedFlow({ read, shared, tools, compiled }: LoadedFlow, learned: LearnedIntents): SharedFlow {
    const { rows, versionId } = read;
    const { parts, problems } = compiled;
    const known = new Set(problems.map(describeProblem));
    const define = (some: FlowParts, seen: LearnedIntents) => new FlowDefinition(some, seen, versionId);
    const compile = (own: FlowRows, tenant: string): CompiledTenant => {
      const hasTools = own.tools !== shared.tools || own.dbTools !== shared.dbTools;
      const surroundings = { tools: hasTools ? this.tools.withRows(tools, own) : tools, like: { rows: shared, parts } };
      const compiledOwn = compileFlow(own, this.handlers, surroundings);
      const found = [...problemsOfTenant(rows, tenant), ...compiledOwn.problems];
      const added = found.filter((problem) => !known.has(describeProblem(problem)));
      const isRefused = this.isStrict && added.some(isFatal);
      return { parts: compiledOwn.parts, problems: added, isRefused };
    };
    return { rows, shared, definition: define(parts, learned), compile, define, learned };
  }
}
