export type { NameWords } from './name-words.js';
export type { Phrases } from './phrases.js';
export { defaultSettings, type SlotSettings, slotSettings } from './settings.js';
export { englishSlots, readSlotLanguage, type SlotLanguage } from './slot-language.js';
export { blanked, overlaps, type Span } from './spans.js';
export type { SlotWords } from './words.js';
