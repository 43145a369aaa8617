import type { Clock } from '../common/clock.js';
import { isStorableJson, type JsonObject } from '../common/json.js';
import type { AuditDraft, StepDraft } from './audit-event.js';
import { boundPayload } from './bound-payload.js';
import { redact } from './redact.js';
import { isRecorded, type StageFilterSettings } from './stage-filter.js';

/** What `convengine.audit` says. */
export interface AuditSettings extends StageFilterSettings {
  readonly persistMeta: boolean;
  readonly redactKeys: readonly string[];
}

/** Characters that are well below the limit of 64 KiB, whatever they are. */
const SMALL = 16_000;

/** Finds texts in which a key to black out may stand; the same settings are used for every turn. */
const suspicions = new WeakMap<readonly string[], RegExp>();

function suspicion(keys: readonly string[]): RegExp {
  const known = suspicions.get(keys);
  if (known) return known;
  const names = keys.map((key) => key.replace(/[^\w]/g, '\\$&'));
  const made = names.length === 0 ? /(?!)/ : new RegExp(names.join('|'), 'i');
  suspicions.set(keys, made);
  return made;
}

/** Collects what happens in one turn, for the transaction that ends it. Make one for each turn. */
export class AuditRecorder {
  readonly #drafts: AuditDraft[] = [];

  /**
   * @param meta what `persist-meta` adds to every payload as `_meta`: intent, state and the like as they are just then
   * @param clean takes out of a payload what is not to be recorded
   */
  constructor(
    private readonly settings: AuditSettings,
    private readonly clock: Clock,
    private readonly meta?: () => JsonObject,
    private readonly clean: (payload: JsonObject) => JsonObject = (payload) => payload,
  ) {}

  /**
   * Notes a stage, unless the settings filter it out. The payload is copied with secrets blacked out and bounded to
   * 64 KiB, so the caller may go on changing its own.
   */
  record(stage: string, payload: JsonObject = {}): void {
    if (!isRecorded(stage, this.settings)) return;
    const full = this.settings.persistMeta && this.meta ? { ...payload, _meta: this.meta() } : payload;
    this.#drafts.push({ stage, payloadText: this.toText(this.clean(full)), createdAtMs: this.clock.now() });
  }

  /** Notes that a step begins. */
  stepEntered(step: string): void {
    if (this.#hasMeta) this.record('STEP_ENTER', { step, stepClass: step });
    else this.#noteStep({ stage: 'STEP_ENTER', step, createdAtMs: this.clock.now() });
  }

  /** Notes that a step has ended without an error, and that the turn goes on. */
  stepLeft(step: string, durationMs: number): void {
    if (this.#hasMeta) this.record('STEP_EXIT', { step, stepClass: step, outcome: 'Continue', durationMs });
    else this.#noteStep({ stage: 'STEP_EXIT', step, durationMs, createdAtMs: this.clock.now() });
  }

  get #hasMeta(): boolean {
    return this.settings.persistMeta && this.meta !== undefined;
  }

  #noteStep(draft: StepDraft): void {
    if (isRecorded(draft.stage, this.settings)) this.#drafts.push(draft);
  }

  /** Most payloads hold nothing to black out, to repair or to cut; a look at their text tells, and saves the copy. */
  private toText(payload: JsonObject): string {
    const text = JSON.stringify(payload);
    if (text.length <= SMALL && isStorableJson(text) && !suspicion(this.settings.redactKeys).test(text)) return text;
    return JSON.stringify(boundPayload(redact(payload, this.settings.redactKeys) as JsonObject));
  }

  /** What was noted so far, oldest first. */
  get drafts(): readonly AuditDraft[] {
    return this.#drafts;
  }
}
