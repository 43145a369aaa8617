import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Invoker, Outcome } from './adapters/invoker.js';
import type { Questions } from './questions.js';

/** How long a user may take to answer. */
const PATIENCE_MS = 300_000;
/** The name of the question in a request that brings the word. */
const WORD = 'consent';

/** One call, ready to be made. */
export interface Call {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly requestId: string;
  /** That of the protocol: what is asked belongs to it. */
  readonly context: ServerContext;
}

/** What a call has come to, or what the client has to bring first. */
export type Answer = Outcome | InputRequiredResult;

/** What was asked for, and the tool that takes the word about it. */
interface Asked {
  readonly actionId: string;
  readonly confirm: string;
}

/**
 * Tools with `confirmed_by` only ask. Where the client can ask its user, the word comes from there and from nobody else: in a
 * session while the call waits, and in revision 2026-07-28 with the call that the client makes again. Where it cannot, a yes
 * that the model brings is passed on as that of a model, or refused.
 */
export class Consent {
  private readonly server: Server;
  private readonly invoker: Invoker;
  private readonly questions: Questions;
  private readonly confirming: ReadonlySet<string>;

  constructor(server: Server, invoker: Invoker, questions: Questions) {
    this.server = server;
    this.invoker = invoker;
    this.questions = questions;
    this.confirming = new Set(invoker.manifest.tools.flatMap(({ constraints }) => constraints.confirmed_by ?? []));
  }

  async call(call: Call): Promise<Answer> {
    const { name, input, context } = call;
    const state = context.mcpReq.requestState<string>();
    if (state !== undefined) return this.take(call, state);
    if (this.confirming.has(name) && canAsk(this.capabilitiesOf(call)) && input.decision === 'yes') {
      return this.confirm(call);
    }
    const { signal } = context.mcpReq;
    const outcome = await this.invoker.invoke(name, input, { requestId: call.requestId, signal, isOfModel: true });
    const confirm = this.confirming.has(name) ? name : this.confirmedBy(name);
    return confirm === undefined ? outcome : this.follow(call, confirm, outcome);
  }

  private confirmedBy(name: string): string | undefined {
    return this.invoker.manifest.tools.find((tool) => tool.name === name)?.constraints.confirmed_by;
  }

  /**
   * Asks what has not been asked yet: also where a word was about what is another thing by now. Of clients without a session,
   * nothing tells who was asked, so that there each call asks.
   * @param answered the action that the call was asked about
   */
  private async follow(call: Call, confirm: string, outcome: Outcome, answered?: string): Promise<Answer> {
    if (!outcome.ok || outcome.output.status !== 'OPEN') return outcome;
    const actionId = String(outcome.output.action_id);
    const wasAsked = isWithoutSession(call) ? actionId === answered : this.questions.of(actionId) !== undefined;
    if (wasAsked) return outcome;
    this.questions.remember(actionId, String(outcome.output.message));
    return canAsk(this.capabilitiesOf(call)) ? this.ask(call, { actionId, confirm }, outcome) : outcome;
  }

  /** A yes that a model brings is asked for, since the user can be asked. */
  private async confirm(call: Call): Promise<Answer> {
    const actionId = String(call.input.action_id);
    const question = this.questions.of(actionId);
    const message = 'Nothing was asked for under this id.';
    if (question === undefined) return { ok: false, error: { code: 'FORBIDDEN', message } };
    const open = { action_id: actionId, status: 'OPEN', message: question };
    return this.ask(call, { actionId, confirm: call.name }, { ok: true, output: open });
  }

  private ask(call: Call, asked: Asked, unanswered: Outcome): Promise<Answer> | Answer {
    return isWithoutSession(call) ? this.askNext(call, asked) : this.askNow(call, asked, unanswered);
  }

  /** The answer is the question: the client makes the call again with the word. */
  private askNext({ name, input }: Call, asked: Asked): InputRequiredResult {
    const requestState = this.questions.hand({ ...asked, name, input });
    const question = inputRequired.elicit(this.formOf(asked));
    return inputRequired({ inputRequests: { [WORD]: question }, requestState });
  }

  /** @throws ProtocolError where the state is not of this call, or its word was given */
  private async take(call: Call, state: string): Promise<Answer> {
    const asked = this.questions.take(state, call);
    if (!asked) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or used requestState. Nothing was done.');
    }
    const answer = inputResponse(call.context.mcpReq.inputResponses, WORD);
    if (answer.kind !== 'elicit') return this.askNext(call, asked);
    const decided = await this.decide(call, asked, answer.action === 'accept');
    return this.follow(call, asked.confirm, decided, asked.actionId);
  }

  /** Only an explicit accept is a yes; a call that is given up while its question is open is a no. */
  private async askNow(call: Call, asked: Asked, unanswered: Outcome): Promise<Answer> {
    const { id: relatedRequestId, signal } = call.context.mcpReq;
    try {
      const options = { relatedRequestId, signal, timeout: PATIENCE_MS };
      const { action } = await this.server.elicitInput(this.formOf(asked), options);
      return await this.follow(call, asked.confirm, await this.decide(call, asked, action === 'accept'));
    } catch (error) {
      if (!signal.aborted) return unanswered;
      await this.decide(call, asked, false);
      throw error;
    }
  }

  private formOf({ actionId }: Asked) {
    const message = this.questions.of(actionId) ?? '';
    return { message, requestedSchema: { type: 'object' as const, properties: {} } };
  }

  /** Once the user has decided, nobody's hanging up undoes it. */
  private decide(call: Call, { actionId, confirm }: Asked, isYes: boolean): Promise<Outcome> {
    const word = { action_id: actionId, decision: isYes ? 'yes' : 'no' };
    return this.invoker.invoke(confirm, word, { requestId: call.requestId });
  }

  private capabilitiesOf(call: Call): ClientCapabilities {
    return (isWithoutSession(call) ? envelopeOf(call) : this.server.getClientCapabilities()) ?? {};
  }
}

function isWithoutSession(call: Call): boolean {
  return envelopeOf(call) !== undefined;
}

/** What a client of revision 2026-07-28 says of itself in each request. */
function envelopeOf({ context }: Call): ClientCapabilities | undefined {
  const envelope: Partial<Record<string, unknown>> = { ...context.mcpReq.envelope };
  return envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
}

/** Whether the client shows its user forms. */
function canAsk({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
