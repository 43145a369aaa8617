import type { JsonObject } from '../../platform/common/json.js';
import type { FlowDefinition } from '../flow/index.js';
import type { Replies } from './replies.js';

/** What the names in a template stand for. */
export interface TemplateView {
  /** Where they are looked up, the first first; only those of the first have other names beside their own. */
  readonly document: { readonly forTemplates: readonly [JsonObject, ...JsonObject[]] };
}

/** What the words of the engine are taken from: the flow's own, those of the language, and what both may name. */
export interface WordingView extends TemplateView {
  readonly flow: FlowDefinition;
  readonly replies: Replies;
}
