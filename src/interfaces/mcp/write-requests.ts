import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Principal } from '../../engine/principal/index.js';
import type { AskedTool, DirectCall, LinkedQuestion, QuestionTicket } from '../../engine/turn/index.js';
import { canonicalJson, type JsonObject } from '../../platform/common/json.js';
import { type ClientScope, elicitedPrincipal, mcpPrincipal } from '../callers/index.js';
import type { WayToDecide } from '../consent-page/index.js';
import type { Asking, BroughtWord, CallAnswer, Word } from './asking.js';
import { argumentsProblem, CONFIRM_DEFINITION } from './built-in-tools.js';
import type { ActionPlace, ClientMemory, OpenedAction } from './client-memory.js';
import type { ServerParts } from './server-parts.js';
import { answeredResult, askedResult, errorResult } from './tool-result.js';
import type { QuestionViews } from './views/question-views.js';

/** Somebody's word about an action. */
interface Said {
  readonly isYes: boolean;
  readonly principal: Principal;
  /** Whether whoever calls wants it done. */
  readonly isWanted: boolean;
  /** The question as it was put, where the word was given to a question of an earlier request. */
  readonly ticket?: QuestionTicket;
}

/** Calls of one client that write: asked first, and answered by the user. */
export class WriteRequests {
  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
    private readonly memory: ClientMemory,
    private readonly views: QuestionViews,
  ) {}

  /** Asks for one call; nothing runs before the user's yes. */
  async call(call: DirectCall, asking: Asking): Promise<CallAnswer> {
    const brought = await asking.brought();
    if (brought) return this.take(brought, asking);
    const work = `${call.tool.code} ${canonicalJson(call.args)}`;
    const stillInDoubt = await this.inDoubt(work);
    if (stillInDoubt) return stillInDoubt;
    const place = this.memory.newPlace();
    const asked = await this.parts.calls.ask(call, place.conversationId);
    if ('error' in asked) return errorResult(asked.error);
    return this.askUser(this.keep(asked, place, work), asking);
  }

  /** `convengine_confirm_action`: what an agent says about an action that it has opened. */
  async confirm(args: JsonObject, asking: Asking): Promise<CallAnswer> {
    const problem = argumentsProblem(CONFIRM_DEFINITION, args);
    if (problem) return errorResult(problem);
    const brought = await asking.brought();
    if (brought) return this.take(brought, asking);
    const opened = await this.memory.find(String(args.action_id));
    if (!opened) return errorResult(`No action ${String(args.action_id)} was opened by this client.`);
    const isYes = args.decision === 'yes';
    // Where the user can be asked, no yes is taken from anybody else.
    if (isYes && asking.canAsk && (await this.isOpen(opened))) return this.askUser(opened, asking);
    return this.answer(opened, { isYes, principal: mcpPrincipal(this.scope), isWanted: isYes }, asking);
  }

  private keep(asked: AskedTool, place: ActionPlace, work: string): OpenedAction {
    const opened = { asked, place, work, isInDoubt: false };
    this.memory.keep(opened);
    return opened;
  }

  /** Others can have answered meanwhile, such as the user on the consent page. */
  private async isOpen({ asked }: OpenedAction): Promise<boolean> {
    const now = await this.parts.calls.find(asked.conversationId, asked.actionId);
    return now?.status === 'OPEN';
  }

  /** The very same call was begun and nobody knows how it ended: asking again could do it twice. */
  private async inDoubt(work: string): Promise<CallToolResult | undefined> {
    const doubtful = this.memory.inDoubt(work);
    if (!doubtful) return undefined;
    const said = { decision: 'CONFIRM' as const, principal: mcpPrincipal(this.scope) };
    const answered = await this.parts.calls.answer(doubtful.asked, said);
    doubtful.isInDoubt = answered.status === 'IN_PROGRESS';
    return doubtful.isInDoubt ? answeredResult(idOf(doubtful), doubtful.asked, answered, true, {}) : undefined;
  }

  /** Has the client ask its user where it can, else leaves the question to the consent page. */
  private async askUser(opened: OpenedAction, asking: Asking): Promise<CallAnswer> {
    const { asked } = opened;
    const word = await asking.ask({ ...asked, about: this.questionOf(asked), toldId: idOf(opened) });
    return this.follow(opened, word, asking);
  }

  /** Takes a word about a question of an earlier request: for that question, and no other. */
  private async take({ word, ticket, toldId = '' }: BroughtWord, asking: Asking): Promise<CallAnswer> {
    const opened = await this.memory.find(toldId);
    if (!opened) return errorResult(`No action ${toldId} was opened by this client.`);
    // What the user did on the page is told as to anybody who asks.
    if (word.kind === 'open' && !(await this.isOpen(opened))) {
      return this.answer(opened, { isYes: true, principal: mcpPrincipal(this.scope), isWanted: true }, asking);
    }
    return this.follow(opened, word, asking, ticket);
  }

  private async follow(opened: OpenedAction, word: Word, asking: Asking, ticket?: QuestionTicket): Promise<CallAnswer> {
    if (word.kind === 'later') return word.result;
    if (word.kind === 'open') {
      const way = await this.wayFor(opened.asked, asking);
      return {
        ...askedResult(idOf(opened), opened.asked, word.reason, way),
        ...(await this.viewOf(opened, way, asking)),
      };
    }
    const said = { isYes: word.kind === 'yes', principal: elicitedPrincipal(this.scope), isWanted: true };
    return this.answer(opened, { ...said, ...(ticket && { ticket }) }, asking);
  }

  private async answer(opened: OpenedAction, said: Said, asking: Asking): Promise<CallAnswer> {
    const { asked, place, work } = opened;
    const { isYes, principal, isWanted, ticket } = said;
    const decision = isYes ? 'CONFIRM' : 'REJECT';
    const address = ticket && { address: ticket.address };
    const answered = await this.parts.calls.answer(asked, { decision, principal, mcp: asking.mcpOfWrite, ...address });
    // The tool is another one by now: its question is another one, too.
    if (answered.next) return this.askUser(this.keep(answered.next, place, work), asking);
    opened.isInDoubt = answered.status === 'IN_PROGRESS';
    const begun = answered.status === 'EXECUTED' ? await asking.begun(asked, answered.result) : undefined;
    if (begun) return begun;
    const way = answered.isOpen ? await this.wayFor(asked, asking) : {};
    const result = answeredResult(idOf(opened), asked, answered, isWanted, way);
    return answered.isOpen ? { ...result, ...(await this.viewOf(opened, way, asking)) } : result;
  }

  /** What this program is told; where it can ask its user, nothing is amiss. */
  private async wayFor(asked: AskedTool, { canAsk }: Asking): Promise<WayToDecide> {
    const { problem, ...way } = await this.parts.urls.forProgram(this.questionOf(asked));
    return problem === undefined || canAsk ? way : { problem };
  }

  private async viewOf({ asked }: OpenedAction, way: WayToDecide, { showsViews }: Asking) {
    return showsViews ? this.views.beside(this.questionOf(asked), way) : {};
  }

  private questionOf({ conversationId, actionId }: AskedTool): LinkedQuestion {
    return { conversationId, kind: 'TOOL', actionId, client: this.scope.name };
  }
}

function idOf({ asked, place }: OpenedAction): string {
  return place.idOf(asked.actionId);
}
