import type { ViewOf } from '../../../turn/kernel/index.js';
import type { IntentResolutionStep } from '../intent-resolution.step.js';

/** What of a turn the finding of its intent works on. */
export type IntentView = ViewOf<IntentResolutionStep>;
