import type { Clock } from '../common/clock.js';
import type { JsonObject } from '../common/json.js';
import type { AuditDraft } from './audit-event.js';
import { boundPayload } from './bound-payload.js';
import { redact } from './redact.js';
import { isRecorded, type StageFilterSettings } from './stage-filter.js';

/** What `convengine.audit` says. */
export interface AuditSettings extends StageFilterSettings {
  readonly persistMeta: boolean;
  readonly redactKeys: readonly string[];
}

/** Collects what happens in one turn, for the transaction that ends it. Make one for each turn. */
export class AuditRecorder {
  readonly #drafts: AuditDraft[] = [];

  /**
   * @param meta what `persist-meta` adds to every payload as `_meta`: intent, state and the like as they are just then
   */
  constructor(
    private readonly settings: AuditSettings,
    private readonly clock: Clock,
    private readonly meta?: () => JsonObject,
  ) {}

  /**
   * Notes a stage, unless the settings filter it out. The payload is copied with secrets blacked out and bounded to
   * 64 KiB, so the caller may go on changing its own.
   */
  record(stage: string, payload: JsonObject = {}): void {
    if (!isRecorded(stage, this.settings)) return;
    const full = this.settings.persistMeta && this.meta ? { ...payload, _meta: this.meta() } : payload;
    const clean = redact(full, this.settings.redactKeys) as JsonObject;
    this.#drafts.push({ stage, payload: boundPayload(clean), createdAtMs: this.clock.now() });
  }

  /** What was noted so far, oldest first. */
  get drafts(): readonly AuditDraft[] {
    return this.#drafts;
  }
}
