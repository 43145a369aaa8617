import { Inject, Injectable, Logger, type OnModuleDestroy, Optional } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { currentTenant, DEFAULT_TENANT } from '../../platform/common/tenant.js';
import { CLOCK, CONFIG, NOTIFICATIONS } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { Embeddings } from '../../platform/embeddings/index.js';
import { Handlers } from '../../platform/handlers-api/index.js';
import {
  FLOW_TABLES,
  type FlowRows,
  FlowTables,
  LocalNotifications,
  type Notifications,
} from '../../platform/persistence/index.js';
import {
  type ChangedFiles,
  describeProblem,
  type FlowProblem,
  type MergedTools,
  ToolRegistry,
} from '../../tools/index.js';
import { type CompiledFlow, compileFlow } from './compile/compile-flow.js';
import type { KnownHandlers } from './compile/known-handlers.js';
import { FlowDefinition } from './flow-definition.js';
import { notLoaded, refusedTenant } from './flow-errors.js';
import { FlowLoader } from './flow-loader.js';
import { FlowVersions } from './flow-versions.js';
import { areFew, IntentLearner, NOTHING_LEARNED } from './intent-learner.js';
import { type SharedFlow, type TenantFlow, TenantFlows } from './tenant-flows.js';
import { problemsOfTenant } from './tenant-problems.js';
import { rowsOfTenant } from './tenant-rows.js';
import { VersionedReader, type VersionedRows } from './versioned-rows.js';

/** What a refresh found. */
export interface FlowReport {
  readonly problems: readonly FlowProblem[];
  /** Rows per table. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What a check found, and in what. */
export interface CheckedFlow extends FlowReport {
  readonly flow: CompiledFlow;
}

/** A flow that is looked at, and that no turn runs on. */
export interface TriedFlow {
  readonly definition: FlowDefinition;
  /** Whether its examples are too many to learn from for one look: intents are told apart by those that run. */
  readonly hasOldExamples: boolean;
}

/** How strictly rows are taken, and whose they are where nobody says. */
interface FlowSettings {
  readonly flow: Pick<ConvEngineConfig['flow'], 'validation'>;
  readonly auth?: Pick<ConvEngineConfig['auth'], 'tenant'>;
}

const CHANNEL = 'convengine_flow';

/**
 * Holds the flow definitions that turns run on: one of the rows that all tenants share, and one for each tenant with
 * rows of its own. A refresh replaces them as a whole, in this process and in the others.
 */
@Injectable()
export class FlowService implements OnModuleDestroy {
  private readonly logger = new Logger(FlowService.name);
  private current: SharedFlow | undefined;
  private report: FlowReport = { problems: [], counts: {} };
  private loadedAt = 0;
  private switchedTo = 0;
  private loaded: VersionedRows | undefined;
  private readonly loader: FlowLoader;
  private readonly learner: IntentLearner;
  private readonly tenants: TenantFlows;
  private isStale = false;
  private reloading: Promise<void> | undefined;
  private readonly followers = new Set<() => void>();
  private readonly unfollow: () => void;

  /**
   * @param config validation: `strict` refuses rows with errors, rather than serve without them
   * @param notifications tells other processes of a refresh, and this one of theirs
   * @param tools the tools of all sources; none where they are left out
   * @param versions where loads are counted; they are not where it is left out
   */
  constructor(
    @Inject(FlowTables) private readonly tables: Pick<FlowTables, 'read'>,
    @Inject(Handlers) private readonly handlers: KnownHandlers,
    @Inject(CONFIG) private readonly config: FlowSettings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(NOTIFICATIONS) private readonly notifications: Notifications = new LocalNotifications(),
    private readonly tools: ToolRegistry = new ToolRegistry([]),
    @Optional() embeddings?: Embeddings,
    @Optional() versions?: FlowVersions,
  ) {
    const isStrict = config.flow.validation === 'strict';
    this.loader = new FlowLoader(new VersionedReader(tables, clock, versions), handlers, tools, isStrict);
    const newLearner = () => new IntentLearner(this.logger, embeddings?.examples());
    this.learner = newLearner();
    this.tenants = new TenantFlows(this.logger, newLearner);
    tools.askForTenant(() => this.definition.tools);
    const reload = () => this.reload();
    this.unfollow = notifications.subscribe(CHANNEL, { onNotice: reload, onGap: reload });
  }

  /**
   * The definition for the current tenant. Outside of any tenant it is that of the service's own; where work goes
   * across all tenants, that of the shared rows.
   */
  get definition(): FlowDefinition {
    return this.flowOf(this.tenant).definition;
  }

  /**
   * Has the definition of the tenant at work ready for a turn; there is nothing to wait for where it has no examples of its own.
   * @throws EngineError FLOW_INVALID where its rows have errors, and the validation is strict
   */
  async prepare(): Promise<void> {
    const { ready, isRefused } = this.flowOf(this.tenant);
    if (isRefused) throw refusedTenant(this.tenant);
    await ready;
  }

  /** Whether the rows of the tenant at work have errors, so that nothing may run on its definition until they are mended. */
  get isRefused(): boolean {
    return this.flowOf(this.tenant).isRefused;
  }

  /** The tenant at work; the service's own where nobody has said. */
  get tenant(): string {
    return currentTenant() ?? this.ownTenant;
  }

  /** The tenant of the service, whose authors change the rows that all share. */
  get ownTenant(): string {
    return this.config.auth?.tenant ?? DEFAULT_TENANT;
  }

  private flowOf(tenant: string): TenantFlow {
    if (!this.current) throw notLoaded();
    return this.tenants.of(tenant, this.current);
  }

  /** The rows of the running definitions, those of all tenants. */
  get running(): VersionedRows {
    if (!this.loaded) throw notLoaded();
    return this.loaded;
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
   * Checks the rows of the tenant at work without switching to them.
   * @param rows those of the tables where absent, of all tenants
   * @param files what files of tools say other than in their folders
   */
  async check(rows?: FlowRows, files?: ChangedFiles): Promise<CheckedFlow> {
    const all = rows ?? (await this.tables.read());
    const checked = rowsOfTenant(all, this.tenant);
    const tools = await this.tools.read(checked, files);
    const flow = compileFlow(checked, this.handlers, { tools });
    const problems = [...problemsOfTenant(all, this.tenant), ...flow.problems];
    return { problems, counts: count(checked, tools), flow };
  }

  /** What turns would run on with these rows and files; nothing is switched to. Intents are told apart by words alone. */
  async tryOut(all: FlowRows, files?: ChangedFiles): Promise<TriedFlow> {
    const rows = rowsOfTenant(all, this.tenant);
    const tools = await this.tools.read(rows, files);
    const { parts } = compileFlow(rows, this.handlers, { tools });
    const { examples } = parts;
    const isNew = !this.learner.knows(examples);
    const hasOldExamples = isNew && !areFew(examples);
    const learner = isNew && !hasOldExamples ? new IntentLearner(this.logger) : this.learner;
    if (learner !== this.learner) await learner.learn(examples);
    const definition = new FlowDefinition(parts, { ...NOTHING_LEARNED, model: learner.model });
    return { definition, hasOldExamples };
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
    const loaded = await this.loader.load();
    const { place, read, shared, tools, compiled } = loaded;
    const { parts, problems } = compiled;
    const report = { problems, counts: count(shared, tools) };
    // A load that began later has read newer rows: this one does not undo it.
    if (place < this.switchedTo) return report;
    const learned = await this.learner.learn(parts.examples);
    if (place < this.switchedTo) return report;
    this.switchedTo = place;
    this.current = this.loader.sharedFlow(loaded, learned);
    this.loaded = read;
    this.tools.switchTo(tools.tools);
    this.report = report;
    this.loadedAt = this.clock.now();
    for (const follower of this.followers) follower();
    return report;
  }

  /**
   * Follows another process. However often it is called meanwhile, one load at a time runs, and one after the last.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  reload(): Promise<void> {
    this.isStale = true;
    this.reloading ??= this.reloadWhileStale().finally(() => {
      this.reloading = undefined;
    });
    return this.reloading;
  }

  /** Ends what goes on in the background; other processes are not followed any more. */
  onModuleDestroy(): void {
    this.unfollow();
    this.learner.stop();
    this.tenants.stop();
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

function count(rows: FlowRows, tools: MergedTools): Record<string, number> {
  const counts = Object.fromEntries(FLOW_TABLES.map((table) => [table.name, rows[table.rows].length]));
  return { ...counts, ...tools.counts };
}
