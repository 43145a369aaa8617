import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AskedQuestion, LinkedQuestion, MessageResponse, TurnRequest } from '../../engine/turn/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { type ClientScope, elicitedPrincipal, mcpPrincipal } from '../callers/index.js';
import type { WayToDecide } from '../consent-page/index.js';
import { type Asking, type BroughtWord, type CallAnswer, NOBODY_ASKED, type Word } from './asking.js';
import { argumentsProblem, MESSAGE_DEFINITION } from './built-in-tools.js';
import type { ClientMemory } from './client-memory.js';
import type { ServerParts } from './server-parts.js';
import { errorResult } from './tool-result.js';
import type { QuestionViews } from './views/question-views.js';

/** What of a turn a message gives. */
type Given = Omit<TurnRequest, 'principal'>;

/** What of a reply is told. */
type Reply = Pick<
  MessageResponse,
  'conversationId' | 'intent' | 'state' | 'payload' | 'pendingActions' | 'uncounted' | 'handover'
>;

/** An answer that did not count, in the names of this door. */
function shownUncounted({ actionId: action_id, ...about }: NonNullable<Reply['uncounted']>) {
  return { action_id, ...about };
}

/** Answers `convengine_message` of one client. */
export class MessageRequests {
  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
    private readonly memory: ClientMemory,
    private readonly views: QuestionViews,
  ) {}

  /** The reply to a message; where it asks for consent and the client can ask its user, the reply to the user's word. */
  async answer(args: JsonObject, asking: Asking): Promise<CallAnswer> {
    const problem = argumentsProblem(MESSAGE_DEFINITION, args);
    if (problem) return errorResult(problem);
    const brought = await asking.brought();
    if (brought) return this.take(brought, asking);
    const reply = await this.say(args);
    this.memory.talk(reply.conversationId);
    return this.follow(reply, asking);
  }

  private say({ message, conversation_id: named, input_params: inputParams }: JsonObject): Promise<Reply> {
    const conversationId = named === undefined ? this.memory.talkingIn : String(named);
    const said: Given = {
      message: String(message),
      ...(conversationId !== undefined && { conversationId }),
      ...(inputParams !== undefined && { inputParams: inputParams as JsonObject }),
    };
    return this.turn(said, mcpPrincipal(this.scope));
  }

  /** Takes a word about a question of an earlier request: for that question, and no other. */
  private async take({ word, ticket }: BroughtWord, asking: Asking): Promise<CallAnswer> {
    if (word.kind === 'later') return word.result;
    const { conversationId, address } = ticket;
    if (word.kind !== 'open') return this.follow(await this.decide(conversationId, word, address), asking);
    const { payload, handover, ...now } = await this.parts.conversations.find(conversationId);
    if (!payload) throw new Error(`Conversation ${conversationId} has a question and no reply.`);
    return this.result({ ...now, payload, ...(handover && { handover }) }, asking);
  }

  /** Has the user asked until a reply asks nothing, or nobody answers. */
  private async follow(first: Reply, asking: Asking): Promise<CallAnswer> {
    let reply = first;
    for (;;) {
      const [asked] = reply.pendingActions;
      const word = await this.askUser(reply, asking);
      if (word.kind === 'later') return word.result;
      if (word.kind === 'open' || !asked) return this.result(reply, asking);
      const { actionId, revision } = asked;
      reply = await this.decide(reply.conversationId, word, { actionId, revision });
    }
  }

  private async askUser(reply: Reply, asking: Asking): Promise<Word> {
    const [asked, ...more] = reply.pendingActions;
    // Between several actions the user chooses in words, or by their links.
    if (!asked || more.length > 0 || !asking.canAsk) return NOBODY_ASKED;
    const { question, arguments: shown } = asked;
    return asking.ask({ question, shown, about: this.questionOf(reply, asked) });
  }

  /** The reply to the user's word about one question. */
  private decide(conversationId: string, word: Word, inReplyTo: Given['inReplyTo']): Promise<Reply> {
    const decision = word.kind === 'yes' ? 'CONFIRM' : 'REJECT';
    return this.turn({ conversationId, message: '', decision, inReplyTo }, elicitedPrincipal(this.scope));
  }

  private async turn(given: Given, principal: TurnRequest['principal'] & object): Promise<Reply> {
    const { responseText } = await this.parts.turns.handle({ ...given, principal });
    return JSON.parse(responseText) as MessageResponse;
  }

  private async result(reply: Reply, asking: Asking): Promise<CallToolResult> {
    const { conversationId: conversation_id, intent, state, payload, pendingActions, uncounted, handover } = reply;
    const { type, value } = payload;
    const ways = await Promise.all(
      pendingActions.map((asked) => this.parts.urls.forProgram(this.questionOf(reply, asked))),
    );
    // Not where the client has just asked.
    const shown = asking.canAsk && ways.length === 1 ? ways.map(({ url }) => ({ url })) : ways;
    const structuredContent = {
      conversation_id,
      intent,
      state,
      reply: type === 'TEXT' ? value : JSON.parse(value),
      pending_actions: pendingActions.map((asked, index) => this.pendingAction(asked, shown[index])),
      ...(uncounted && { uncounted: shownUncounted(uncounted) }),
      ...(handover && { handover }),
    };
    const text = [value, ...this.told(shown)].join('\n\n');
    return { content: [{ type: 'text', text }], structuredContent, ...(await this.viewOf(reply, ways, asking)) };
  }

  /** One question has a view; between several the user chooses in words. */
  private async viewOf(reply: Reply, [way = {}]: readonly WayToDecide[], { showsViews }: Asking) {
    const [asked, ...more] = reply.pendingActions;
    return showsViews && asked && more.length === 0 ? this.views.beside(this.questionOf(reply, asked), way) : {};
  }

  /** The sentences about where the user decides; why not is said once. */
  private told(ways: readonly WayToDecide[]): string[] {
    const sentences = ways.map(({ url, problem }) => (url === undefined ? problem : this.parts.urls.sentence(url)));
    return [...new Set(sentences.filter((sentence) => sentence !== undefined))];
  }

  private pendingAction(asked: AskedQuestion, { url, problem }: WayToDecide = {}) {
    return {
      action_id: asked.actionId,
      revision: asked.revision,
      question: asked.question,
      arguments: asked.arguments,
      expires_at: asked.expiresAt,
      risk: asked.riskLevel,
      ...(url !== undefined && { consent_url: url }),
      ...(url === undefined && problem !== undefined && { consent_problem: problem }),
    };
  }

  private questionOf({ conversationId }: Reply, { actionId }: AskedQuestion): LinkedQuestion {
    return { conversationId, kind: 'CHAT', actionId, client: this.scope.name };
  }
}
