import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Invoker, Outcome } from './adapters/invoker.js';

/** How long a user may take to answer. */
const PATIENCE_MS = 300_000;
const MAX_REMEMBERED = 1_000;

/** One call, ready to be made. */
export interface Call {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly requestId: string;
  /** That of the protocol: what is asked belongs to it. */
  readonly relatedRequestId: string | number;
  readonly signal: AbortSignal;
}

/**
 * Tools with `confirmed_by` only ask. Where the client can ask its user, the word comes from there and from nobody else;
 * where it cannot, the model passes it on by calling the tool that takes it.
 */
export class Consent {
  private readonly server: Server;
  private readonly invoker: Invoker;
  private readonly confirming: ReadonlySet<string>;
  /** Questions of this session by the ids of their actions. */
  private readonly questions = new Map<string, string>();

  constructor(server: Server, invoker: Invoker) {
    this.server = server;
    this.invoker = invoker;
    this.confirming = new Set(invoker.manifest.tools.flatMap(({ constraints }) => constraints.confirmed_by ?? []));
  }

  async call(call: Call): Promise<Outcome> {
    const { name, input } = call;
    if (this.confirming.has(name) && this.canAsk && input.decision === 'yes') return this.confirm(call);
    const outcome = await this.invoke(call, name, input);
    const confirm = this.confirming.has(name) ? name : this.confirmedBy(name);
    return confirm === undefined ? outcome : this.follow(call, confirm, outcome);
  }

  private confirmedBy(name: string): string | undefined {
    return this.invoker.manifest.tools.find((tool) => tool.name === name)?.constraints.confirmed_by;
  }

  /** Asks what has not been asked yet: also where a word was about what is another thing by now. */
  private async follow(call: Call, confirm: string, outcome: Outcome): Promise<Outcome> {
    if (!outcome.ok || outcome.output.status !== 'OPEN') return outcome;
    const actionId = String(outcome.output.action_id);
    if (this.questions.has(actionId)) return outcome;
    this.remember(actionId, String(outcome.output.message));
    return this.canAsk ? this.ask(call, actionId, confirm, outcome) : outcome;
  }

  private get canAsk(): boolean {
    return this.server.getClientCapabilities()?.elicitation?.form !== undefined;
  }

  /** A yes that a model brings is asked for, since the user can be asked. */
  private async confirm(call: Call): Promise<Outcome> {
    const actionId = String(call.input.action_id);
    const message = 'Nothing was asked for under this id in this session.';
    if (!this.questions.has(actionId)) return { ok: false, error: { code: 'FORBIDDEN', message } };
    const open = { action_id: actionId, status: 'OPEN', message: this.questions.get(actionId) ?? '' };
    return this.ask(call, actionId, call.name, { ok: true, output: open });
  }

  /** Only an explicit accept is a yes; a call that is given up while its question is open is a no. */
  private async ask(call: Call, actionId: string, confirm: string, unanswered: Outcome): Promise<Outcome> {
    const { relatedRequestId, signal } = call;
    const message = this.questions.get(actionId) ?? '';
    const requestedSchema = { type: 'object' as const, properties: {} };
    try {
      const options = { relatedRequestId, signal, timeout: PATIENCE_MS };
      const { action } = await this.server.elicitInput({ message, requestedSchema }, options);
      return await this.follow(call, confirm, await this.decide(call, actionId, confirm, action === 'accept'));
    } catch (error) {
      if (!signal.aborted) return unanswered;
      await this.decide(call, actionId, confirm, false);
      throw error;
    }
  }

  private decide(call: Call, action_id: string, confirm: string, isYes: boolean): Promise<Outcome> {
    // Once the user has decided, nobody's hanging up undoes it.
    const { signal: _, ...rest } = call;
    return this.invoke(rest, confirm, { action_id, decision: isYes ? 'yes' : 'no' });
  }

  private invoke({ requestId, signal }: Omit<Call, 'signal'> & Partial<Call>, name: string, input: unknown) {
    return this.invoker.invoke(name, input, { requestId, signal });
  }

  private remember(actionId: string, question: string): void {
    this.questions.set(actionId, question);
    const [oldest] = this.questions.keys();
    if (this.questions.size > MAX_REMEMBERED && oldest !== undefined) this.questions.delete(oldest);
  }
}
