import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { EngineError, messageOf } from '../common/errors.js';
import { type FlowRows, LocalNotifications, type Notifications } from '../persistence/index.js';
import type { SqlRules } from '../sql-guard/index.js';
import { compileFlow } from './compile/compile-flow.js';
import type { KnownHandlers } from './compile/known-handlers.js';
import { type FileTools, NO_FILE_TOOLS } from './file-tools.js';
import type { FlowDefinition } from './flow-definition.js';
import { describeProblem, FILES, type FlowProblem, isFatal, MANIFESTS } from './flow-problem.js';
import { IntentLearner } from './intent-learner.js';

/** What a refresh found. */
export interface FlowReport {
  readonly problems: readonly FlowProblem[];
  /** Rows per table. */
  readonly counts: Readonly<Record<string, number>>;
}

const CHANNEL = 'convengine_flow';

/** Holds the flow definition that turns run on, and replaces it as a whole, here and in the other processes. */
export class FlowService implements OnModuleDestroy {
  private readonly logger = new Logger(FlowService.name);
  private current: FlowDefinition | undefined;
  private report: FlowReport = { problems: [], counts: {} };
  private loadedAt = 0;
  private begun = 0;
  private switchedTo = 0;
  private readonly learner = new IntentLearner(this.logger);
  private isStale = false;
  private reloading: Promise<void> | undefined;
  private readonly followers = new Set<() => void>();
  private offered: (rows: FlowRows['tools']) => FlowRows['tools'] = () => [];

  /**
   * @param readRows reads all rows of the flow tables
   * @param strict refuse rows with errors, rather than serve without them
   * @param notifications tells other processes of a refresh, and this one of theirs
   * @param sqlRules what SQL of tools may touch; nothing, where they are left out
   * @param readTools reads the tools that files define
   */
  constructor(
    private readonly readRows: () => Promise<FlowRows>,
    private readonly handlers: KnownHandlers,
    private readonly strict: boolean,
    private readonly clock: Clock,
    private readonly notifications: Notifications = new LocalNotifications(),
    private readonly sqlRules?: SqlRules,
    private readonly readTools: () => Promise<FileTools> = async () => NO_FILE_TOOLS,
  ) {
    const reload = () => this.reload();
    notifications.subscribe(CHANNEL, { onNotice: reload, onGap: reload });
  }

  /** The definition for a turn that begins now. */
  get definition(): FlowDefinition {
    if (!this.current) throw new EngineError('INTERNAL_ERROR', 'The flow definition has not been loaded yet.');
    return this.current;
  }

  /** When the running definition was loaded, in milliseconds since 1970 UTC. */
  get loadedAtMs(): number {
    return this.loadedAt;
  }

  /**
   * Calls a function each time another definition was switched to, wherever the refresh came from.
   * @returns ends that
   */
  onSwitch(follower: () => void): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  /** What the last load found. */
  get problems(): readonly FlowProblem[] {
    return this.report.problems;
  }

  counts(): Readonly<Record<string, number>> {
    return this.report.counts;
  }

  /**
   * Offers tools that no row describes, from the next load on.
   * @param rowsBeside gives rows for them, told those of the table
   */
  offerTools(rowsBeside: (rows: FlowRows['tools']) => FlowRows['tools']): void {
    this.offered = rowsBeside;
  }

  /** Reads and checks the rows without switching to them. */
  async check(): Promise<FlowReport> {
    const rows = await this.readRows();
    const fileTools = await this.readTools();
    return { problems: this.compile(rows, fileTools).problems, counts: count(rows, fileTools) };
  }

  private compile(rows: FlowRows, fileTools: FileTools, learned?: IntentLearner) {
    return compileFlow(rows, this.handlers, { learned, sqlRules: this.sqlRules, fileTools });
  }

  /**
   * Switches to what the tables say now, and has the other processes do so. Turns that are running end on the
   * definition they began with.
   * @throws EngineError FLOW_INVALID with `data.problems`, and the old definition stays, when strict and a row is wrong
   */
  async refresh(): Promise<FlowReport> {
    const report = await this.load();
    await this.notifications.publish(CHANNEL, 'refreshed');
    return report;
  }

  /** As `refresh`, in this process alone. */
  async load(): Promise<FlowReport> {
    this.begun += 1;
    const place = this.begun;
    const rows = await this.readRows();
    const tools = [...rows.tools, ...this.offered(rows.tools)];
    const fileTools = await this.readTools();
    const { definition, problems } = this.compile({ ...rows, tools }, fileTools, this.learner);
    const errors = problems.filter(isFatal);
    if (this.strict && errors.length > 0) throw flowInvalid(errors);
    const report = { problems, counts: count(rows, fileTools) };
    // A load that began later has read newer rows: this one does not undo it.
    if (place >= this.switchedTo) await this.learner.learn(definition.examples);
    if (place < this.switchedTo) return report;
    this.switchedTo = place;
    this.current = definition;
    this.report = report;
    this.loadedAt = this.clock.now();
    for (const follower of this.followers) follower();
    return report;
  }

  /** Ends what goes on in the background. */
  onModuleDestroy(): void {
    this.learner.stop();
  }

  /**
   * Follows another process. However often it is called meanwhile, one load at a time runs, and one after the last.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  private reload(): Promise<void> {
    this.isStale = true;
    this.reloading ??= this.reloadWhileStale().finally(() => {
      this.reloading = undefined;
    });
    return this.reloading;
  }

  private async reloadWhileStale(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      try {
        const { problems } = await this.load();
        this.logger.log('the flow was loaded again, to keep up with other processes');
        for (const problem of problems) this.logger.warn(describeProblem(problem));
      } catch (error) {
        if (error instanceof EngineError && error.code === 'DATABASE_UNAVAILABLE') throw error;
        this.logger.error(`the flow could not be loaded again, and the old one stays: ${messageOf(error)}`);
      }
    }
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
  intentExamples: 'ce_intent_example',
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

function count(rows: FlowRows, { files, manifests, problems }: FileTools): Record<string, number> {
  const keys = Object.keys(TABLES) as (keyof FlowRows)[];
  const counts = Object.fromEntries(keys.map((key) => [TABLES[key], rows[key].length]));
  const isSeen = (table: string, number: number) => number > 0 || problems.some((problem) => problem.table === table);
  return {
    ...counts,
    ...(isSeen(FILES, files) && { [FILES]: files }),
    ...(isSeen(MANIFESTS, manifests) && { [MANIFESTS]: manifests }),
  };
}
