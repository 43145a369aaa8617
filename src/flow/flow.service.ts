import type { Clock } from '../common/clock.js';
import { EngineError } from '../common/errors.js';
import type { FlowRows } from '../persistence/index.js';
import { compileFlow } from './compile/compile-flow.js';
import type { KnownHandlers } from './compile/known-handlers.js';
import type { FlowDefinition } from './flow-definition.js';
import { describeProblem, type FlowProblem } from './flow-problem.js';

/** What a refresh found. */
export interface FlowReport {
  readonly problems: readonly FlowProblem[];
  /** Rows per table. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Holds the flow definition that turns run on, and replaces it as a whole. */
export class FlowService {
  private current: FlowDefinition | undefined;
  private report: FlowReport = { problems: [], counts: {} };
  private loadedAt = 0;

  /**
   * @param load reads all rows of the flow tables
   * @param strict refuse rows with errors, rather than serve without them
   */
  constructor(
    private readonly load: () => Promise<FlowRows>,
    private readonly handlers: KnownHandlers,
    private readonly strict: boolean,
    private readonly clock: Clock,
  ) {}

  /** The definition for a turn that begins now. */
  get definition(): FlowDefinition {
    if (!this.current) throw new EngineError('INTERNAL_ERROR', 'The flow definition has not been loaded yet.');
    return this.current;
  }

  /** When the running definition was loaded, in milliseconds since 1970 UTC. */
  get loadedAtMs(): number {
    return this.loadedAt;
  }

  counts(): Readonly<Record<string, number>> {
    return this.report.counts;
  }

  /** Reads and checks the rows without switching to them. */
  async check(): Promise<FlowReport> {
    const rows = await this.load();
    return { problems: compileFlow(rows, this.handlers).problems, counts: countRows(rows) };
  }

  /**
   * Switches to what the tables say now. Turns that are running end on the definition they began with.
   * @throws EngineError FLOW_INVALID with `data.problems`, and the old definition stays, when strict and a row is wrong
   */
  async refresh(): Promise<FlowReport> {
    const rows = await this.load();
    const { definition, problems } = compileFlow(rows, this.handlers);
    const errors = problems.filter((problem) => problem.severity === 'error');
    if (this.strict && errors.length > 0) throw flowInvalid(errors);
    this.current = definition;
    this.report = { problems, counts: countRows(rows) };
    this.loadedAt = this.clock.now();
    return this.report;
  }
}

function flowInvalid(errors: readonly FlowProblem[]): EngineError {
  const lines = errors.map((problem) => `\n  ${describeProblem(problem)}`).join('');
  const count = errors.length === 1 ? 'One row' : `${errors.length} rows`;
  return new EngineError('FLOW_INVALID', `${count} of the flow tables cannot be used:${lines}`, {
    problems: errors.map((problem) => ({ ...problem })),
  });
}

const TABLES: Readonly<Record<keyof FlowRows, string>> = {
  intents: 'ce_intent',
  classifiers: 'ce_intent_classifier',
  schemas: 'ce_output_schema',
  prompts: 'ce_prompt_template',
  responses: 'ce_response',
  rules: 'ce_rule',
  policies: 'ce_policy',
  pendingActions: 'ce_pending_action',
  containers: 'ce_container_config',
  tools: 'ce_mcp_tool',
  dbTools: 'ce_mcp_db_tool',
  planners: 'ce_mcp_planner',
  verboses: 'ce_verbose',
  configs: 'ce_config',
};

function countRows(rows: FlowRows): Record<string, number> {
  const keys = Object.keys(TABLES) as (keyof FlowRows)[];
  return Object.fromEntries(keys.map((key) => [TABLES[key], rows[key].length]));
}
