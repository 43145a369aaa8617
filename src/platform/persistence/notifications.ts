/** What processes tell one another: that events were recorded, that the flow tables were loaded again, and that a shadow began or ended. */
export const CHANNELS = ['convengine_audit', 'convengine_flow', 'convengine_shadow'] as const;

export type Channel = (typeof CHANNELS)[number];

/**
 * Somebody who is told what other processes published on one channel. Where a method fails, `onGap` is called after a
 * pause, until it succeeds.
 */
export interface NotificationListener {
  onNotice(payload: string): Promise<void> | void;
  /** Notices may have been lost: read again whatever they tell of. */
  onGap(): Promise<void> | void;
}

/**
 * Short messages between the processes on one database. They are hints: the database holds the truth, and whoever may
 * have missed one is told so.
 */
export interface Notifications {
  /** Begins to listen. Resolves when this process hears the others or, where it cannot yet, goes on trying. */
  start(): Promise<void>;
  /**
   * Tells the other processes, not this one. Resolves when they have been told; while they cannot be reached they are
   * told later that they have missed something. Never fails.
   * @param payload not empty, at most 7,900 bytes
   */
  publish(channel: Channel, payload: string): Promise<void>;
  /** @returns ends the subscription */
  subscribe(channel: Channel, listener: NotificationListener): () => void;
  /** Sends what is left, and stops listening for good. */
  close(): Promise<void>;
}

/** The only process on its database, as on SQLite: nobody to tell and nobody to hear. */
export class LocalNotifications implements Notifications {
  async start(): Promise<void> {}

  async publish(): Promise<void> {}

  subscribe(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {}
}
