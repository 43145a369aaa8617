import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuiltCli, RunningService } from '../e2e/cli/built-cli.js';
import type { TestDatabase } from '../helpers/databases.js';
import { type ActionRecord, actionsOf } from './action-records.js';
import { KILL_AT, KILL_MARKS, KILL_VICTIMS } from './handlers/orders.js';
import { type Answer, post, prepareOrders, serveOrders } from './live-service.js';
import { POLICIES, type Policy, requestFor } from './order-flow.js';

/** Where the process is killed: at a named place of the confirming turn, or so many milliseconds after the yes. */
export type KillPoint = string | number;

/** A conversation that had just said yes when its process was killed. */
export interface Victim {
  readonly policy: Policy;
  readonly conversationId: string;
  /** Idempotency-Key of the yes. */
  readonly key: string;
  /** What came of the yes, if it was answered all the same. */
  answer?: Answer;
  /** The actions of the conversation when every claim had been decided, before anybody spoke again. */
  settled: readonly ActionRecord[];
}

/** How many services run, and are killed, beside each other: starting one takes longer than all the rest. */
const AT_ONCE = { postgres: 2, sqlite: 1 } as const;

/**
 * Kills one service process after the other, each in the middle of the confirmations of one action of each policy,
 * and then starts one that lives and waits until it has decided about everything that was left behind.
 */
export class KillCampaign {
  private constructor(
    /** The service that was started after the last kill. */
    readonly survivor: RunningService,
    private readonly victims: ReadonlyMap<KillPoint, readonly Victim[]>,
  ) {}

  static async run(cli: BuiltCli, database: TestDatabase, points: readonly KillPoint[]): Promise<KillCampaign> {
    await prepareOrders(database);
    const victims = new Map<KillPoint, readonly Victim[]>();
    const atOnce = AT_ONCE[database.dialect];
    for (let at = 0; at < points.length; at += atOnce) {
      const next = points.slice(at, at + atOnce);
      await Promise.all(next.map(async (point) => victims.set(point, await killAt(cli, database, point))));
    }
    const survivor = await serveOrders(cli, database);
    for (const victim of [...victims.values()].flat()) await settle(database, victim);
    return new KillCampaign(survivor, victims);
  }

  victim(point: KillPoint, policy: Policy): Victim {
    const victim = this.victims.get(point)?.find((one) => one.policy === policy);
    if (!victim) throw new Error(`Nobody was killed at "${point}" under ${policy}.`);
    return victim;
  }
}

async function settle(database: TestDatabase, victim: Victim): Promise<void> {
  for (;;) {
    victim.settled = await actionsOf(database, victim.conversationId);
    if (!victim.settled.some(isUndecided)) return;
    await sleep(100);
  }
}

function isUndecided({ status, reason }: ActionRecord): boolean {
  return status === 'IN_PROGRESS' && reason === null;
}

async function killAt(cli: BuiltCli, database: TestDatabase, point: KillPoint): Promise<Victim[]> {
  const marks = join(cli.directory, randomUUID());
  await mkdir(marks);
  // Deciding about what the processes before it left behind is for the survivor alone.
  const service = await serveOrders(cli, database, {
    [KILL_AT]: String(point),
    [KILL_MARKS]: marks,
    [KILL_VICTIMS]: String(POLICIES.length),
    CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '0',
  });
  const victims = POLICIES.map((policy) => ({
    policy,
    conversationId: randomUUID() as string,
    key: randomUUID() as string,
    settled: [],
  }));
  for (const { policy, conversationId } of victims) await post(service, conversationId, requestFor(policy));
  if (typeof point === 'number') await killAfter(point, service, victims);
  else await killTogether(point, service, victims, marks);
  return victims;
}

/** Each conversation says yes and stays at the point until the last one has come there, too. */
async function killTogether(point: string, service: RunningService, victims: readonly Victim[], marks: string) {
  const posts: Promise<Answer>[] = [];
  for (const { conversationId, key } of victims) {
    const posting = post(service, conversationId, 'yes', key);
    posts.push(posting);
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    posting.then(over, over);
    while (!isOver && !existsSync(join(marks, conversationId))) await sleep(5);
  }
  for (const end of await Promise.allSettled(posts)) {
    if (end.status === 'fulfilled')
      throw new Error(`"${point}" was not reached: ${end.value.raw}\n${service.output()}`);
  }
}

async function killAfter(ms: number, service: RunningService, victims: readonly Victim[]): Promise<void> {
  const posts = victims.map(async (victim) => {
    victim.answer = await post(service, victim.conversationId, 'yes', victim.key);
  });
  const ends = Promise.allSettled(posts);
  await sleep(ms);
  await service.end('SIGKILL');
  await ends;
}
