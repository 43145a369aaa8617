import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AskedQuestion, LinkedQuestion, MessageResponse, TurnRequest } from '../../engine/turn/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { type ClientScope, elicitedPrincipal, mcpPrincipal } from '../callers/index.js';
import type { WayToDecide } from '../consent-page/index.js';
import { argumentsProblem, MESSAGE_TOOL } from './built-in-tools.js';
import type { Extra } from './call-bridge.js';
import type { Consent } from './consent.js';
import type { ServerParts } from './server-parts.js';
import { errorResult } from './tool-result.js';

/** What of a turn a message gives. */
type Given = Omit<TurnRequest, 'principal'>;

/** Answers `convengine_message` of one session. */
export class MessageRequests {
  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
    private readonly consent: Consent,
  ) {}

  /** The reply to a message; where it asks for consent and the client can ask its user, the reply to the user's word. */
  async answer(args: JsonObject, extra: Extra): Promise<CallToolResult> {
    const problem = argumentsProblem(MESSAGE_TOOL, args);
    if (problem) return errorResult(problem);
    const { message, conversation_id: conversationId, input_params: inputParams } = args;
    let response = await this.turn(
      {
        message: String(message),
        ...(conversationId !== undefined && { conversationId: String(conversationId) }),
        ...(inputParams !== undefined && { inputParams: inputParams as JsonObject }),
      },
      mcpPrincipal(this.scope),
    );
    for (let decided = await this.askUser(response, extra); decided; decided = await this.askUser(decided, extra)) {
      response = decided;
    }
    return this.result(response);
  }

  /** The reply to the user's word; undefined where there is nothing to ask, or nobody who answers. */
  private async askUser(response: MessageResponse, extra: Extra): Promise<MessageResponse | undefined> {
    const { conversationId, pendingActions } = response;
    const [asked, ...more] = pendingActions;
    // Between several actions the user chooses in words, or by their links.
    if (!asked || more.length > 0 || !this.consent.canAsk) return undefined;
    const { question, arguments: shown, actionId, revision } = asked;
    const url = await this.parts.urls.forWindowOfHost(this.questionOf(response, asked));
    const word = await this.consent.ask({ question, shown, url }, extra);
    if (word.kind === 'open') return undefined;
    const decision = word.kind === 'yes' ? 'CONFIRM' : 'REJECT';
    const said: Given = { conversationId, message: '', decision, inReplyTo: { actionId, revision } };
    return this.turn(said, elicitedPrincipal(this.scope));
  }

  private async turn(given: Given, principal: TurnRequest['principal'] & object): Promise<MessageResponse> {
    const { responseText } = await this.parts.turns.handle({ ...given, principal });
    return JSON.parse(responseText) as MessageResponse;
  }

  private async result(response: MessageResponse): Promise<CallToolResult> {
    const { conversationId: conversation_id, intent, state, payload, pendingActions, handover } = response;
    const { type, value } = payload;
    const reply = type === 'TEXT' ? value : JSON.parse(value);
    const ways = await Promise.all(
      pendingActions.map((asked) => this.parts.urls.forProgram(this.questionOf(response, asked))),
    );
    const pending = pendingActions.map((asked, index) => this.pendingAction(asked, ways[index]?.url));
    const answered = { conversation_id, intent, state, reply, pending_actions: pending };
    const structuredContent = { ...answered, ...(handover && { handover }) };
    return { content: [{ type: 'text', text: [value, ...this.told(ways)].join('\n\n') }], structuredContent };
  }

  /** The sentences about where the user decides: why not is said once, and not where the client has just asked. */
  private told(ways: readonly WayToDecide[]): string[] {
    const hasAsked = this.consent.canAsk && ways.length === 1;
    const sentences = ways.map(({ url, problem }) => {
      if (url !== undefined) return this.parts.urls.sentence(url);
      return hasAsked ? undefined : problem;
    });
    return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
  }

  private pendingAction(asked: AskedQuestion, url: string | undefined) {
    return {
      action_id: asked.actionId,
      revision: asked.revision,
      question: asked.question,
      arguments: asked.arguments,
      expires_at: asked.expiresAt,
      risk: asked.riskLevel,
      ...(url !== undefined && { consent_url: url }),
    };
  }

  private questionOf({ conversationId }: MessageResponse, { actionId }: AskedQuestion): LinkedQuestion {
    return { conversationId, kind: 'CHAT', actionId, client: this.scope.name };
  }
}
