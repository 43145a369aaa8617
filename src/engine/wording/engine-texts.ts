import type { JsonObject } from '../../platform/common/json.js';
import { lookupPath, renderTemplate } from '../../platform/common/template.js';
import type { FlowDefinition } from '../flow/index.js';
import { type EngineText, type Replies } from './replies.js';
import { render } from './template-view.js';
import type { WordingView } from './wording-view.js';

/** An engine text with its values, in the flow's own words (a row of `ce_config`) or those of the language. */
export function engineText(turn: WordingView, name: EngineText, values: JsonObject = {}): string {
  return render(turn, textOf(turn.flow, turn.replies, name), values).trim();
}

/** The same outside of a turn: from `values` alone. */
export function engineTextWithoutTurn(
  flow: FlowDefinition,
  replies: Replies,
  name: EngineText,
  values: JsonObject,
): string {
  return renderTemplate(textOf(flow, replies, name), (path) => lookupPath(values, path)).text.trim();
}

/** What is said where nothing else fits: as configured, or in the words of the language. */
export function defaultText(turn: WordingView, configured: string): string {
  return configured || engineText(turn, 'ResponseResolutionStep.DEFAULT_TEXT');
}

function textOf(flow: FlowDefinition, { texts }: Replies, name: EngineText): string {
  const [type = '', key = ''] = name.split('.');
  return flow.setting(type, key) ?? texts[name];
}
