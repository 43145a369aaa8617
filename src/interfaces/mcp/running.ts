/** Requests that are being answered. */
export class Running {
  private readonly works = new Set<Promise<unknown>>();

  get isBusy(): boolean {
    return this.works.size > 0;
  }

  track<T>(work: Promise<T>): Promise<T> {
    const settled = work.catch(() => undefined).finally(() => this.works.delete(settled));
    this.works.add(settled);
    return work;
  }

  /** Resolves once what was begun has come to its end. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.works);
  }
}
