import { Inject, Injectable } from '@nestjs/common';
import { EngineLanguage, spokenMoment } from '../../engine/wording/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { CLOCK, CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';

/** A time as the page shows it. */
export interface ShownTime {
  /** ISO 8601. */
  readonly iso: string;
  readonly text: string;
}

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** Times of the page, in the service's own zone and language. Times are milliseconds since 1970 UTC. */
@Injectable()
export class PageTimes {
  constructor(
    private readonly language: EngineLanguage,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'flow'>,
  ) {}

  at(epochMs: number): ShownTime {
    const text = spokenMoment(epochMs, this.config.flow.timeZone, this.language.replies);
    return { iso: new Date(epochMs).toISOString(), text };
  }

  /** A time to come, and how long it is until then, rounded down. */
  until(epochMs: number): ShownTime {
    const leftMs = Math.max(0, epochMs - this.clock.now());
    const [unit, size] = UNITS.find(([, ms]) => leftMs >= ms) ?? (['second', 1_000] as const);
    const format = new Intl.RelativeTimeFormat(this.language.replies.schedule.locale);
    const { iso, text } = this.at(epochMs);
    return { iso, text: `${text} (${format.format(Math.floor(leftMs / size), unit)})` };
  }
}
