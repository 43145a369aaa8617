import type { Logger } from '@nestjs/common';
import type { FlowRows } from '../../platform/persistence/index.js';
import { describeProblem, type FlowProblem } from '../../tools/index.js';
import type { FlowDefinition, FlowParts } from './flow-definition.js';
import { type IntentLearner, type LearnedIntents, NOTHING_LEARNED } from './intent-learner.js';
import { rowsOfTenant } from './tenant-rows.js';

/** The rows of a tenant, compiled. */
export interface CompiledTenant {
  readonly parts: FlowParts;
  readonly problems: readonly FlowProblem[];
  /** Whether no turn may run on them. */
  readonly isRefused: boolean;
}

/** What all tenants share, as it was loaded. */
export interface SharedFlow {
  /** Those of all tenants. */
  readonly rows: FlowRows;
  /** Those that all share. */
  readonly shared: FlowRows;
  /** Of the shared rows. */
  readonly definition: FlowDefinition;
  compile(rows: FlowRows, tenant: string): CompiledTenant;
  define(parts: FlowParts, learned: LearnedIntents): FlowDefinition;
  readonly learned: LearnedIntents;
}

/** The flow of one tenant. */
export interface TenantFlow {
  readonly definition: FlowDefinition;
  readonly isRefused: boolean;
  /** Resolves when what its turns need is learned. */
  readonly ready: Promise<void>;
}

/** A flow that is kept, what it was made from, and what learns the examples of its tenant, where that has any. */
interface Kept {
  readonly base: SharedFlow;
  readonly flow: TenantFlow;
  readonly learner: IntentLearner | undefined;
}

/** So many are kept; others are compiled again when they are asked for. */
const MOST_KEPT = 200;

/** The flows of tenants that have rows of their own: compiled when somebody asks for one, and again after each load. */
export class TenantFlows {
  /** Those that were used last stand at the end. */
  private readonly kept = new Map<string, Kept>();

  /** @param newLearner makes what learns the examples of one tenant */
  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly newLearner: () => IntentLearner,
    private readonly most = MOST_KEPT,
  ) {}

  /** The flow of a tenant; that of all where it has no rows. */
  of(tenant: string, base: SharedFlow): TenantFlow {
    const known = this.kept.get(tenant);
    const kept = known?.base === base ? known : this.make(tenant, base, known?.learner);
    this.kept.delete(tenant);
    this.kept.set(tenant, kept);
    this.forgetOldest();
    return kept.flow;
  }

  /** Ends what is being learned. */
  stop(): void {
    for (const { learner } of this.kept.values()) learner?.stop();
  }

  private make(tenant: string, base: SharedFlow, before: IntentLearner | undefined): Kept {
    const rows = rowsOfTenant(base.rows, tenant);
    if (rows === base.shared) {
      before?.stop();
      const { definition } = base;
      return { base, learner: undefined, flow: { definition, isRefused: false, ready: Promise.resolve() } };
    }
    const { parts, isRefused, problems } = base.compile(rows, tenant);
    for (const problem of problems) this.logger.warn(`tenant ${tenant}: ${describeProblem(problem)}`);
    if (rows.intentExamples === base.shared.intentExamples) {
      before?.stop();
      const definition = base.define(parts, base.learned);
      return { base, learner: undefined, flow: { definition, isRefused, ready: Promise.resolve() } };
    }
    const learner = before ?? this.newLearner();
    const own = new LearnedLater(learner.learn(parts.examples));
    return { base, learner, flow: { definition: base.define(parts, own), isRefused, ready: own.ready } };
  }

  private forgetOldest(): void {
    const [oldest] = this.kept;
    if (this.kept.size <= this.most || !oldest) return;
    this.kept.delete(oldest[0]);
    oldest[1].learner?.stop();
  }
}

/** What will be learned of some examples; until then, nothing is. */
class LearnedLater implements LearnedIntents {
  readonly ready: Promise<void>;
  #learned = NOTHING_LEARNED;

  constructor(learning: Promise<LearnedIntents>) {
    this.ready = learning.then((learned) => {
      this.#learned = learned;
    });
  }

  get model() {
    return this.#learned.model;
  }

  joinMeaning: LearnedIntents['joinMeaning'] = (text, prediction) => this.#learned.joinMeaning(text, prediction);
}
