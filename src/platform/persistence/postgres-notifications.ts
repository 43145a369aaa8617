import { setTimeout as sleep } from 'node:timers/promises';
// Not by the index of Nest, which loads RxJS: commands open databases as well.
import { Logger } from '@nestjs/common/services/logger.service.js';
import { ExponentialBackoff } from 'cockatiel';
import { messageOf } from '../common/errors.js';
import { newId } from '../common/ids.js';
import { ListeningConnection, type Notice } from './listening-connection.js';
import { CHANNELS, type Channel, type NotificationListener, type Notifications } from './notifications.js';
import { Subscription } from './subscription.js';

const LONGEST_PAUSE_MS = 10_000;
/** Before the first attempt to connect again; later pauses grow, with jitter. */
const FIRST_PAUSE = new ExponentialBackoff({ initialDelay: 100, maxDelay: LONGEST_PAUSE_MS }).next();
/** Between two sendings: what is published meanwhile goes together. */
const SENDING_PAUSE_MS = 10;

/**
 * Notifications over PostgreSQL's LISTEN and NOTIFY, on one connection of their own that is replaced for as long as the
 * process lives.
 *
 * Notices are sent in transactions of their own, after the one they tell of: NOTIFY takes a lock that all databases of
 * the server share and holds it until its transaction is on disk, so that turns that notified would be stored one at a
 * time. A transaction that does nothing else waits for no disk.
 *
 * On the wire a payload is `PROCESS:PAYLOAD`. An empty one, from whomever, tells everybody else of a gap.
 */
export class PostgresNotifications implements Notifications {
  readonly #logger = new Logger('Notifications');
  readonly #process = newId();
  readonly #subscriptions: Readonly<Record<Channel, Set<Subscription>>> = {
    convengine_audit: new Set(),
    convengine_flow: new Set(),
    convengine_shadow: new Set(),
  };
  readonly #closing = new AbortController();
  #connection: ListeningConnection | undefined;
  #isDown = false;
  #staying: Promise<void> = Promise.resolve();
  #outbox: Notice[] = [];
  #sending: Promise<void> | undefined;
  #pausing: Promise<void> = Promise.resolve();
  /** True when others must be told that they have missed something. */
  #hasUnsent = false;

  constructor(private readonly url: string) {}

  /** True while other processes can be neither heard nor told. */
  get isDown(): boolean {
    return this.#isDown;
  }

  async start(): Promise<void> {
    await this.#connect();
    this.#staying = this.#stayConnected();
  }

  publish(channel: Channel, payload: string): Promise<void> {
    return this.#enqueue({ channel, payload: `${this.#process}:${payload}` });
  }

  subscribe(channel: Channel, listener: NotificationListener): () => void {
    const subscription = new Subscription(listener, this.#logger);
    this.#subscriptions[channel].add(subscription);
    return () => {
      this.#subscriptions[channel].delete(subscription);
      subscription.end();
    };
  }

  async close(): Promise<void> {
    await this.#pausing;
    this.#closing.abort();
    for (const all of Object.values(this.#subscriptions)) for (const one of all) one.end();
    await this.#connection?.close();
    await this.#staying;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      if (this.#connection) {
        const since = performance.now();
        this.#wentDown(await this.#connection.lost);
        if (performance.now() - since > LONGEST_PAUSE_MS) pause = FIRST_PAUSE;
      }
      await this.#pause(pause.duration);
      pause = pause.next(undefined);
      if (!signal.aborted && (await this.#connect())) this.#tellOfGap();
    }
  }

  async #connect(): Promise<boolean> {
    try {
      const connection = await ListeningConnection.open(this.url, CHANNELS, (notice) => this.#hear(notice));
      if (this.#closing.signal.aborted) {
        await connection.close();
        return false;
      }
      this.#connection = connection;
    } catch (error) {
      this.#wentDown(error);
      return false;
    }
    if (this.#isDown) this.#logger.log('other processes can be heard again');
    this.#isDown = false;
    return true;
  }

  #wentDown(reason: unknown): void {
    this.#connection = undefined;
    if (this.#isDown || this.#closing.signal.aborted) return;
    this.#isDown = true;
    this.#logger.warn(`other processes cannot be heard until PostgreSQL can be reached again: ${messageOf(reason)}`);
  }

  #tellOfGap(): void {
    if (this.#hasUnsent) {
      this.#hasUnsent = false;
      for (const channel of CHANNELS) void this.#enqueue({ channel, payload: `${this.#process}:` });
    }
    for (const channel of CHANNELS) this.#tell(channel, '');
  }

  #enqueue(notice: Notice): Promise<void> {
    this.#outbox.push(notice);
    if (this.#sending) return this.#sending;
    const sending = this.#pausing.then(() => this.#send());
    this.#sending = sending;
    this.#pausing = sending.then(() => sleep(SENDING_PAUSE_MS));
    return sending;
  }

  async #send(): Promise<void> {
    this.#sending = undefined;
    const notices = this.#outbox.splice(0);
    const isSent = await this.#connection?.notify(notices);
    if (!isSent) this.#hasUnsent = true;
  }

  #hear(notice: Notice): void {
    const [process, ...payload] = notice.payload.split(':');
    const channel = CHANNELS.find((known) => known === notice.channel);
    if (channel && process !== this.#process) this.#tell(channel, payload.join(':'));
  }

  #tell(channel: Channel, payload: string): void {
    for (const subscription of this.#subscriptions[channel]) void subscription.tell(payload);
  }

  /** Ends early when this closes, which callers see by themselves. */
  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#closing;
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
