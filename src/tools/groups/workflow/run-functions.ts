import type { JsonObject } from '../../../platform/common/json.js';
import type { Handlers, WorkflowHandler } from '../../../platform/handlers-api/index.js';
import type { RunDefinition } from './workflow-engine.js';

/** What a run calls, and what may stand in its way. */
export interface RunFunction extends WorkflowHandler {
  /** Why a step, or its undoing, must not begin: the run is held until a person has seen to it. */
  readonly obstacle?: (step: string, what: 'step' | 'undo') => string | undefined;
}

/** Makes the functions of runs that keep in their rows what they do. */
export interface KeptFunctions {
  /** The names of the workflows that can begin in this way now, with the JSON Schema of their arguments. */
  workflows(): ReadonlyMap<string, JsonObject | null>;
  /** @throws Error where this version of the service cannot read the definition */
  functionOf(workflow: string, definition: RunDefinition): RunFunction;
}

/** Finds what a run does: a function of this process, or what stands in its row. */
export class RunFunctions {
  private kept: KeptFunctions | undefined;

  constructor(private readonly handlers: Handlers) {}

  keepBy(kept: KeptFunctions): void {
    this.kept = kept;
  }

  /** Of each name the one that a new run begins on, with the JSON Schema of its arguments. */
  startable(): ReadonlyMap<string, JsonObject | undefined> {
    return new Map(this.handlers.workflows().map(({ name, inputSchema }) => [name, inputSchema]));
  }

  /** The names of all that a workflow may start, and that they may. */
  childrenOf(workflow: string): readonly string[] {
    const found = new Set<string>();
    const add = (name: string): void => {
      for (const child of this.handlers.workflow(name)?.children ?? []) {
        if (found.has(child)) continue;
        found.add(child);
        add(child);
      }
    };
    add(workflow);
    return [...found];
  }

  argumentsOf(workflow: string): JsonObject | undefined {
    return this.handlers.workflow(workflow)?.inputSchema ?? this.kept?.workflows().get(workflow) ?? undefined;
  }

  isUsed(): boolean {
    return this.handlers.workflows().length > 0 || (this.kept?.workflows().size ?? 0) > 0;
  }

  hasDurable(): boolean {
    return this.handlers.workflows().some(({ durable }) => durable) || (this.kept?.workflows().size ?? 0) > 0;
  }

  /**
   * @param version left out: the greatest there is
   * @throws Error where this version of the service cannot read the definition
   */
  find(workflow: string, version?: string, definition?: RunDefinition): RunFunction | undefined {
    return definition ? this.kept?.functionOf(workflow, definition) : this.handlers.workflow(workflow, version);
  }

  /** Whether a run can be gone on with here. */
  canFollow({ workflow, version, isKept }: { workflow: string; version: string; isKept: boolean }): boolean {
    return isKept ? this.kept !== undefined : this.handlers.workflow(workflow, version)?.durable === true;
  }

  /** How many steps a run has, as far as that is known. */
  plannedSteps(workflow: string, version: string, definition: RunDefinition | undefined): number | null {
    try {
      return this.find(workflow, version, definition)?.steps?.length ?? null;
    } catch {
      return null;
    }
  }
}
