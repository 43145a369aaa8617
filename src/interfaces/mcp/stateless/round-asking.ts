import {
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { AskedTool } from '../../../engine/turn/index.js';
import type { JsonValue } from '../../../platform/common/json.js';
import type { ClientScope } from '../../callers/index.js';
import type { MadeCall } from '../answer-requests.js';
import {
  type Asking,
  type BroughtWord,
  type CallAnswer,
  type ClientQuestion,
  formOf,
  NOBODY_ASKED,
  SENT_TO_PAGE,
  type Word,
  waysToAsk,
} from '../asking.js';
import type { ServerParts } from '../server-parts.js';
import { showsViews } from '../views/question-views.js';
import { type RequestState, RequestStates, refused, type StatedQuestion } from './request-states.js';
import { capabilitiesOf, RoundCall } from './round-call.js';
import type { WorkflowTasks } from './workflow-tasks.js';

/** The name of the question for consent. */
const CONSENT = 'consent';

/**
 * Asks by the answer to a request, and takes the word from the request that is made in its place. Nothing of it is kept in
 * this process: what the word is about is sealed in `requestState`, and that it counts once is decided by the claim.
 */
export class RoundAsking implements Asking {
  readonly signal: AbortSignal;
  readonly mcp: RoundCall;
  readonly mcpOfWrite: RoundCall;
  private readonly states: RequestStates;
  private readonly state: RequestState;

  /** @throws ProtocolError where the request has a state that is not its own */
  constructor(
    private readonly parts: ServerParts,
    scope: ClientScope,
    private readonly tasks: WorkflowTasks,
    private readonly context: ServerContext,
    call: MadeCall,
  ) {
    this.signal = context.mcpReq.signal;
    this.states = new RequestStates(parts, scope.name, call);
    const text = context.mcpReq.requestState<string>();
    this.state = text === undefined ? {} : this.states.open(text);
    this.mcp = new RoundCall(context, { ...context.mcpReq.inputResponses, ...this.state.answers });
    this.mcpOfWrite = new RoundCall(context, null);
  }

  get canAsk(): boolean {
    return this.ways.form || this.ways.url;
  }

  get showsViews(): boolean {
    return showsViews(capabilitiesOf(this.context));
  }

  async ask(question: ClientQuestion): Promise<Word> {
    if (!this.canAsk) return NOBODY_ASKED;
    const ticket = await this.parts.links.ticket(question.about);
    if (!ticket) return NOBODY_ASKED;
    const { toldId, toolCode } = question;
    return this.put(question, { ticket, toldId, toolCode, isOnPage: !this.ways.form });
  }

  async brought(): Promise<BroughtWord | undefined> {
    const { question } = this.state;
    if (!question) return undefined;
    const { ticket, toldId, toolCode, isOnPage } = question;
    const answer = inputResponse(this.context.mcpReq.inputResponses, CONSENT);
    const isAnswered = answer.kind === 'elicit';
    // The page has decided by itself, or will.
    if (isOnPage && isAnswered && answer.action === 'accept') return { word: SENT_TO_PAGE, ticket, toldId };
    const shown = await this.parts.links.look(ticket);
    if (!shown)
      throw refused('The question is not open any more as it was put: it was answered, has changed or has expired.');
    const about = { ...ticket, actionId: ticket.address.actionId };
    if (!isAnswered) return { word: await this.put({ ...shown, toolCode, about }, question), ticket, toldId };
    return { word: { kind: answer.action === 'accept' ? 'yes' : 'no' }, ticket, toldId };
  }

  async begun(asked: AskedTool, result: JsonValue): Promise<CallAnswer | undefined> {
    // A task stands in the place of the answer; the library has no type for it.
    return (await this.tasks.begunBy(asked, result, this.context)) as CallAnswer | undefined;
  }

  unanswered(): InputRequiredResult | undefined {
    const { open, read } = this.mcp;
    if (Object.keys(open).length === 0) return undefined;
    return inputRequired({ inputRequests: open, requestState: this.states.seal({ answers: read }) });
  }

  private async put(question: ClientQuestion, stated: StatedQuestion): Promise<Word> {
    const asked = this.ways.form ? inputRequired.elicit(formOf(question)) : await this.pageFor(question);
    if (!asked) return NOBODY_ASKED;
    const requestState = this.states.seal({ question: stated });
    return { kind: 'later', result: inputRequired({ inputRequests: { [CONSENT]: asked }, requestState }) };
  }

  private async pageFor({ question: message, about }: ClientQuestion): Promise<InputRequest | undefined> {
    const url = await this.parts.urls.forWindowOfHost(about);
    return url === undefined ? undefined : inputRequired.elicitUrl({ message, url });
  }

  private get ways() {
    return waysToAsk(capabilitiesOf(this.context));
  }
}
