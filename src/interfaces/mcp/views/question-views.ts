import type { CallToolResult, ClientCapabilities, ReadResourceResult, Tool } from '@modelcontextprotocol/server';
import type { LinkedQuestion, QuestionTicket } from '../../../engine/turn/index.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { matchesPattern } from '../../../tools/index.js';
import { type ClientScope, viewPrincipal } from '../../callers/index.js';
import { shownValues, type WayToDecide } from '../../consent-page/index.js';
import { argumentsProblem } from '../built-in-tools.js';
import type { ServerParts } from '../server-parts.js';
import { errorResult } from '../tool-result.js';
import { viewPage } from './view-page.html.js';

/** The extension of the protocol by which hosts show views, and the form that a view has. */
export const VIEWS = 'io.modelcontextprotocol/ui';
const VIEW_TYPE = 'text/html;profile=mcp-app';

/** Where the view of a question is read. */
export const QUESTION_VIEW = 'ui://convengine/question';

/** The tool that the view's buttons call. */
export const DECIDE_TOOL = 'convengine_decide';

/** Hosts keep it from their model; what it takes is in no place that a model sees. */
const DECIDE_DEFINITION: Tool = {
  name: DECIDE_TOOL,
  title: 'Press a button of a question',
  description:
    'For the view that shows a question to the user, and no use to anybody else: it needs the key of that view.',
  inputSchema: {
    type: 'object',
    required: ['key', 'decision'],
    properties: { key: { type: 'string' }, decision: { type: 'string', enum: ['yes', 'no'] } },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  _meta: { ui: { visibility: ['app'] } },
};

/** Tools as they are listed for a client that shows views: a question of what writes has one, and its buttons call a tool. */
export function inViews(tools: readonly Tool[]): Tool[] {
  const _meta = { ui: { resourceUri: QUESTION_VIEW } };
  const shown = tools.map((tool) => (tool.annotations?.readOnlyHint === true ? tool : { ...tool, _meta }));
  return [...shown, DECIDE_DEFINITION];
}

/** Whether a client says that it shows views. */
export function showsViews({ extensions }: ClientCapabilities): boolean {
  const { mimeTypes } = (extensions?.[VIEWS] ?? {}) as { mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(VIEW_TYPE);
}

/** The page of the view. It is the same for everybody: what it shows comes with the answers to calls. */
export function questionView({ config, words }: ServerParts): ReadResourceResult {
  const ui = { csp: {}, prefersBorder: true };
  const text = viewPage(config.flow.language, words);
  return { contents: [{ uri: QUESTION_VIEW, mimeType: VIEW_TYPE, text, _meta: { ui } }] };
}

const PURPOSE = 'mcp-view';

/**
 * Questions that the host of a client shows in a view of ours. The key that a press needs goes in `_meta` of an answer, which
 * hosts give to the view and not to the model. That a host keeps to this is the operator's to say
 * (`convengine.consent.views`); a yes by any other is none, and that view sends its user to the consent page.
 */
export class QuestionViews {
  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
  ) {}

  /** What goes beside the answer that has an open question; nothing where it is not open any more. */
  async beside(question: LinkedQuestion, { url, problem }: WayToDecide): Promise<Pick<CallToolResult, '_meta'>> {
    const ticket = await this.parts.links.ticket(question);
    const shown = ticket && (await this.parts.links.look(ticket));
    if (!shown) return {};
    const note = problem === undefined ? undefined : this.parts.words.say('NO_VIEW');
    const way = (await this.counts(ticket))
      ? { yes: 'press' }
      : { yes: url === undefined ? 'none' : 'page', ...(url !== undefined && { url }), ...(note && { note }) };
    const about: JsonObject = {
      question: shown.question,
      values: shownValues(shown.shown) as unknown as JsonValue,
      risk: shown.risk,
      askedAt: new Date(shown.askedAtMs).toISOString(),
      expiresAt: new Date(shown.expiresAtMs).toISOString(),
      key: this.parts.seal.seal(PURPOSE, JSON.stringify(ticket)),
      ...way,
    };
    return { _meta: { 'convengine/question': about } };
  }

  /** Takes a press: once, for the question as the view has shown it, and from no other client. */
  async decide(args: JsonObject): Promise<CallToolResult> {
    const problem = argumentsProblem(DECIDE_DEFINITION, args);
    if (problem) return errorResult(problem);
    const { key, decision } = args;
    const text = this.parts.seal.open(PURPOSE, String(key));
    const ticket = text === undefined ? undefined : (JSON.parse(text) as QuestionTicket);
    if (ticket?.client !== this.scope.name) return errorResult(this.parts.words.say('INVALID_LINK'));
    if (decision === 'yes' && !(await this.counts(ticket))) return errorResult(this.parts.words.say('NO_VIEW'));
    const pressed = decision === 'yes' ? 'CONFIRM' : 'REJECT';
    const answer = await this.parts.links.answerTicket(ticket, pressed, viewPrincipal(this.scope));
    if (answer.kind !== 'answered') return errorResult(this.parts.words.say('CLOSED_LINK'));
    return { content: [{ type: 'text', text: answer.text }] };
  }

  /** Whether a yes of this client's views counts: its host is trusted, or the action is left to agents anyway. */
  private async counts({ conversationId, kind, client, address }: QuestionTicket): Promise<boolean> {
    const isTrusted = this.parts.config.consent.views.some((pattern) => matchesPattern(pattern, this.scope.name));
    const { actionId } = address;
    return isTrusted || !(await this.parts.links.needsUser({ conversationId, kind, client, actionId }));
  }
}
