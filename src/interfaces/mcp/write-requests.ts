import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Principal } from '../../engine/principal/index.js';
import type { AskedTool, DirectCall, LinkedQuestion } from '../../engine/turn/index.js';
import { canonicalJson, type JsonObject } from '../../platform/common/json.js';
import type { McpCall } from '../../platform/handlers-api/index.js';
import { type ClientScope, elicitedPrincipal, mcpPrincipal } from '../callers/index.js';
import type { WayToDecide } from '../consent-page/index.js';
import { argumentsProblem, CONFIRM_TOOL } from './built-in-tools.js';
import type { Extra } from './call-bridge.js';
import type { Consent } from './consent.js';
import type { ServerParts } from './server-parts.js';
import { answeredResult, askedResult, errorResult } from './tool-result.js';

/** How many actions a session remembers; older ones expire by their clocks. */
const MAX_ACTIONS = 1_000;

/** An action this session has opened, and what it would do. */
interface OpenedAction {
  readonly asked: AskedTool;
  readonly work: string;
  isInDoubt: boolean;
}

/** Somebody's word about an action of this session. */
interface Said {
  readonly isYes: boolean;
  readonly principal: Principal;
  /** Whether whoever calls wants it done. */
  readonly isWanted: boolean;
}

/** The request that is answered, and what can be asked of its client. */
export interface Asking {
  readonly extra: Extra;
  readonly mcp: McpCall;
}

/** Calls of one session that write: asked first, and answered by the user. */
export class WriteRequests {
  private readonly actions = new Map<string, OpenedAction>();

  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
    private readonly consent: Consent,
  ) {}

  /** Asks for one call; nothing runs before the user's yes. */
  async call(call: DirectCall, asking: Asking): Promise<CallToolResult> {
    const work = `${call.tool.code} ${canonicalJson(call.args)}`;
    const stillInDoubt = await this.inDoubt(work);
    if (stillInDoubt) return stillInDoubt;
    const asked = await this.parts.calls.ask(call);
    if ('error' in asked) return errorResult(asked.error);
    return this.askUser(this.remember(asked, work), asking);
  }

  /** `convengine_confirm_action`: what an agent says about an action of this session. */
  async confirm(args: JsonObject, asking: Asking): Promise<CallToolResult> {
    const problem = argumentsProblem(CONFIRM_TOOL, args);
    if (problem) return errorResult(problem);
    const opened = this.actions.get(String(args.action_id));
    if (!opened) return errorResult(`No action ${String(args.action_id)} was opened in this session.`);
    const isYes = args.decision === 'yes';
    // Where the user can be asked, no yes is taken from anybody else.
    if (isYes && this.consent.canAsk && (await this.isOpen(opened))) return this.askUser(opened, asking);
    return this.answer(opened, { isYes, principal: mcpPrincipal(this.scope), isWanted: isYes }, asking);
  }

  private remember(asked: AskedTool, work: string): OpenedAction {
    const opened = { asked, work, isInDoubt: false };
    this.actions.set(asked.actionId, opened);
    const [oldest] = this.actions.keys();
    if (this.actions.size > MAX_ACTIONS && oldest !== undefined) this.actions.delete(oldest);
    return opened;
  }

  /** Others can have answered meanwhile, such as the user on the consent page. */
  private async isOpen({ asked }: OpenedAction): Promise<boolean> {
    const now = await this.parts.calls.find(asked.conversationId, asked.actionId);
    return now?.status === 'OPEN';
  }

  /** The very same call was begun and nobody knows how it ended: asking again could do it twice. */
  private async inDoubt(work: string): Promise<CallToolResult | undefined> {
    const doubtful = [...this.actions.values()].find((one) => one.isInDoubt && one.work === work);
    if (!doubtful) return undefined;
    const said = { decision: 'CONFIRM' as const, principal: mcpPrincipal(this.scope) };
    const answered = await this.parts.calls.answer(doubtful.asked, said);
    doubtful.isInDoubt = answered.status === 'IN_PROGRESS';
    return doubtful.isInDoubt ? answeredResult(doubtful.asked, answered, true, {}) : undefined;
  }

  /** Has the client ask its user where it can, else leaves the question to the consent page. */
  private async askUser(opened: OpenedAction, asking: Asking): Promise<CallToolResult> {
    const { asked } = opened;
    const url = await this.parts.urls.forWindowOfHost(this.questionOf(asked));
    const word = await this.consent.ask({ ...asked, url }, asking.extra);
    if (word.kind === 'open') return askedResult(asked, word.reason, await this.wayFor(asked));
    const principal = elicitedPrincipal(this.scope);
    return this.answer(opened, { isYes: word.kind === 'yes', principal, isWanted: true }, asking);
  }

  private async answer(opened: OpenedAction, said: Said, asking: Asking): Promise<CallToolResult> {
    const { asked, work } = opened;
    const { isYes, principal, isWanted } = said;
    const decision = isYes ? 'CONFIRM' : 'REJECT';
    const answered = await this.parts.calls.answer(asked, { decision, principal, mcp: asking.mcp });
    // The tool is another one by now: its question is another one, too.
    if (answered.next) return this.askUser(this.remember(answered.next, work), asking);
    opened.isInDoubt = answered.status === 'IN_PROGRESS';
    return answeredResult(asked, answered, isWanted, answered.isOpen ? await this.wayFor(asked) : {});
  }

  /** What this program is told; where it can ask its user, nothing is amiss. */
  private async wayFor(asked: AskedTool): Promise<WayToDecide> {
    const { problem, ...way } = await this.parts.urls.forProgram(this.questionOf(asked));
    return problem === undefined || this.consent.canAsk ? way : { problem };
  }

  private questionOf({ conversationId, actionId }: AskedTool): LinkedQuestion {
    return { conversationId, kind: 'TOOL', actionId, client: this.scope.name };
  }
}
