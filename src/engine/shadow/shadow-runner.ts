import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { messageOf } from '../../platform/common/errors.js';
import { currentTenant, inTenant } from '../../platform/common/tenant.js';
import { CLOCK, NOTIFICATIONS } from '../../platform/common/tokens.js';
import { type Notifications, OutageLog } from '../../platform/persistence/index.js';
import { type AnsweredTurn, TurnRepeater } from '../dry-run/index.js';
import { FlowService } from '../flow/index.js';
import { TurnService } from '../turn/index.js';
import type { Ending, Shadow } from './shadow.js';
import { ShadowCandidate } from './shadow-candidate.js';
import { ShadowStore } from './shadow-store.js';
import { ShadowWork, type WaitingTurn } from './shadow-work.js';

const CHANNEL = 'convengine_shadow';

/** How often what was counted is stored, in milliseconds. */
const STORE_EVERY_MS = 5_000;

/**
 * Has the shadow that goes on, if one does, answer turns of this process beside the flow. It looks into the database when
 * the process begins, when it is told, and when the flow is loaded; a turn never does.
 */
@Injectable()
export class ShadowRunner {
  private readonly logger = new Logger('Shadow');
  private readonly looks = new OutageLog(this.logger, 'looking whether a shadow goes on');
  private readonly storings = new OutageLog(this.logger, 'storing what the shadow has counted');
  private readonly stopping = new AbortController();
  private work: { readonly shadow: Shadow; readonly turns: ShadowWork; readonly end: () => void } | undefined;
  private looking: Promise<void> = Promise.resolve();
  /** End what this follows. */
  private readonly endings: (() => void)[] = [];
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: ShadowStore,
    private readonly flow: FlowService,
    private readonly turns: TurnService,
    private readonly repeater: TurnRepeater,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(NOTIFICATIONS) private readonly notifications: Notifications,
  ) {
    const look = () => this.look();
    this.endings.push(notifications.subscribe(CHANNEL, { onNotice: look, onGap: look }));
  }

  /** Begins to look, until `stop`. */
  start(): void {
    this.endings.push(this.flow.onSwitch(() => void this.look()));
    void this.look();
  }

  /** Resolves when what was counted is stored. What waits to be compared is dropped. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const end of this.endings.splice(0)) end();
    await this.looking;
    await this.leave();
  }

  /** A shadow has begun or ended: this process and the others look. */
  async tell(): Promise<void> {
    await this.look();
    await this.notifications.publish(CHANNEL, 'changed');
  }

  /** Stores what this process has counted. @throws EngineError DATABASE_UNAVAILABLE */
  async flush(): Promise<void> {
    if (this.work) await this.work.turns.store(this.store, this.work.shadow.shadowNo);
  }

  /** One look at a time; each begins after whatever it was called for. */
  private look(): Promise<void> {
    this.looking = this.looking.then(() => this.follow()).catch((error: unknown) => this.looks.failed(error));
    return this.looking;
  }

  private async follow(): Promise<void> {
    const found = this.stopping.signal.aborted ? undefined : await this.running();
    const running = this.flow.running.versionId ?? 0;
    const isOver = found && running > found.baseVersionId;
    if (this.work && (isOver || this.work.shadow.shadowNo !== found?.shadowNo)) await this.leave();
    if (!found) return;
    if (isOver) await this.end(found, 'FLOW_CHANGED');
    else if (!this.work && running === found.baseVersionId) await this.join(found);
  }

  private async running(): Promise<Shadow | undefined> {
    const found = await this.store.running();
    this.looks.worked();
    return found;
  }

  private async join(shadow: Shadow): Promise<void> {
    let candidate: ShadowCandidate;
    try {
      candidate = await ShadowCandidate.of(this.flow, this.repeater, shadow.changes);
    } catch (error) {
      this.logger.error(`the rows of shadow ${shadow.shadowNo} cannot be used: ${messageOf(error)}`);
      await this.end(shadow, 'NOT_USABLE');
      return;
    }
    const turns = new ShadowWork(candidate, () => void this.endTooSlow(shadow));
    const unfollow = this.turns.onAnswered((turn, beginning) => {
      const isOfBase = turn.flow.versionId === shadow.baseVersionId && this.flow.tenant === this.flow.ownTenant;
      if (isOfBase && isChosen(turn.conversationId, shadow.share)) turns.offer(waiting({ turn, beginning }));
    });
    this.work = { shadow, turns, end: unfollow };
    this.storing = this.storeUntilStopped(shadow.shadowNo, turns);
    this.logger.log(`shadow ${shadow.shadowNo} answers beside the flow, a share of ${shadow.share}`);
  }

  private async leave(): Promise<void> {
    const { work } = this;
    this.work = undefined;
    if (!work) return;
    work.end();
    await work.turns.stop();
    await this.storing;
    await this.storeCounts(work.shadow.shadowNo, work.turns);
  }

  private async endTooSlow(shadow: Shadow): Promise<void> {
    try {
      await this.end(shadow, 'TOO_SLOW');
      await this.look();
    } catch (error) {
      this.logger.warn(`shadow ${shadow.shadowNo} could not be ended: ${messageOf(error)}`);
    }
  }

  /** Of several processes one does, and tells the others. */
  private async end({ shadowNo }: Shadow, why: Ending): Promise<void> {
    if (!(await this.store.end(shadowNo, this.clock.now(), why, null))) return;
    this.logger.warn(`shadow ${shadowNo} has ended: ${why}`);
    await this.notifications.publish(CHANNEL, 'changed');
  }

  private async storeCounts(shadowNo: number, turns: ShadowWork): Promise<void> {
    try {
      await turns.store(this.store, shadowNo);
      this.storings.worked();
    } catch (error) {
      this.storings.failed(error);
    }
  }

  private async storeUntilStopped(shadowNo: number, turns: ShadowWork): Promise<void> {
    const { signal } = turns;
    while (!signal.aborted) {
      await sleep(STORE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.storeCounts(shadowNo, turns);
    }
  }
}

/** The same conversations in every process. */
function isChosen(conversationId: string, share: number): boolean {
  if (share >= 1) return true;
  return createHash('sha256').update(conversationId).digest().readUInt32BE(0) < share * 2 ** 32;
}

function waiting(answered: AnsweredTurn): WaitingTurn {
  const tenant = currentTenant();
  return { answered, inTenant: (work) => (tenant === undefined ? work() : inTenant(tenant, work)) };
}
