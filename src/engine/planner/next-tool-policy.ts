/** What `convengine.mcp.guardrail` says: which tool may follow which. */
export interface NextToolSettings {
  readonly enabled: boolean;
  /** Forbid what the map does not speak about. */
  readonly failClosed: boolean;
  /** Tool code (or `__START__`) → codes that may come next; any case. */
  readonly allowedNextByCurrentTool: Readonly<Record<string, readonly string[]>>;
}

/** Whether a planner may call `next` after `current` (undefined at the start). */
export function mayFollow(settings: NextToolSettings, current: string | undefined, next: string): boolean {
  if (!settings.enabled) return true;
  const wanted = (current ?? '__START__').trim().toLowerCase();
  const entry = Object.entries(settings.allowedNextByCurrentTool).find(
    ([code]) => code.trim().toLowerCase() === wanted,
  );
  if (!entry || entry[1].length === 0) return !settings.failClosed;
  return entry[1].some((code) => code.trim().toLowerCase() === next.trim().toLowerCase());
}
