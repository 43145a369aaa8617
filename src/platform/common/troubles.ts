/** Says what is wrong just now, in a sentence that is safe to show; undefined where nothing is. */
export type TroubleSource = () => string | undefined;

/** What keeps this process from working well, though it works. `GET /health` tells of it as `degraded`. */
export class Troubles {
  private readonly sources = new Set<TroubleSource>();

  /** Asks `source` whenever somebody wants to know. */
  watch(source: TroubleSource): void {
    this.sources.add(source);
  }

  current(): string[] {
    return [...this.sources].map((source) => source()).filter((trouble) => trouble !== undefined);
  }
}
