import { type Clock, systemClock } from '../../../platform/common/clock.js';
import type { LanguageChoice } from '../../language/index.js';
import type { ValueLanguage } from '../../values/index.js';
import { englishSlots, readSlotLanguage, type SlotLanguage } from './slot-language.js';

/** In what language messages are written, and what "tomorrow at 5" is counted from. */
export interface SlotSettings {
  readonly language: SlotLanguage;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  readonly clock: Clock;
}

/**
 * Settings by `convengine.flow.language`, `.language-directory` and `.time-zone`.
 * @param values those of the language, which are read where left out
 * @throws EngineError CONFIGURATION_INVALID where the language is unknown or its file is wrong
 */
export function slotSettings(
  choice: LanguageChoice & { readonly timeZone: string },
  clock: Clock,
  values?: ValueLanguage,
): SlotSettings {
  return { language: readSlotLanguage(choice, values), timeZone: choice.timeZone, clock };
}

/** English, UTC, the machine's clock: for whoever says nothing else. */
export function defaultSettings(): SlotSettings {
  return { language: englishSlots(), timeZone: 'UTC', clock: systemClock };
}
