import type { JsonObject } from '../../common/json.js';
import type { Turn } from '../turn.js';
import type { EngineText } from './replies.js';
import { render } from './template-view.js';

/** An engine text with its values, in the flow's own words (a row of `ce_config`) or those of the language. */
export function engineText(turn: Turn, name: EngineText, values: JsonObject = {}): string {
  const [type = '', key = ''] = name.split('.');
  return render(turn, turn.flow.setting(type, key) ?? turn.replies.texts[name], values).trim();
}

/** What is said where nothing else fits: as configured, or in the words of the language. */
export function defaultText(turn: Turn, configured: string): string {
  return configured || engineText(turn, 'ResponseResolutionStep.DEFAULT_TEXT');
}
