import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ElicitRequestURLParams } from '@modelcontextprotocol/sdk/types.js';
import { newId } from '../../platform/common/ids.js';
import type { JsonObject } from '../../platform/common/json.js';
import { withMarksShown } from '../../platform/common/plain-text.js';
import type { Extra } from './call-bridge.js';

/** One question to the user behind a client. */
export interface ClientQuestion {
  readonly question: string;
  /** What would be called, where it is a tool. */
  readonly toolCode?: string;
  /** The arguments without what must not be shown. */
  readonly shown: JsonObject;
  /** The page on which the user can decide as well. */
  readonly url: string | undefined;
}

/** The user's word; or why there is none, in a sentence. */
export type Word = { readonly kind: 'yes' | 'no' } | { readonly kind: 'open'; readonly reason: string };

/**
 * Asks the user behind a client for consent to exactly one action: by a form without fields, to be accepted or declined,
 * or, where the client shows no forms but opens pages, on the consent page.
 */
export class Consent {
  constructor(
    private readonly server: Server,
    private readonly timeoutMs: number,
  ) {}

  /** Whether the client says that it can ask its user. */
  get canAsk(): boolean {
    return this.can.form !== undefined || this.can.url !== undefined;
  }

  /** Only an explicit accept is a yes; a call that is cancelled while its question is open is a no. */
  async ask(question: ClientQuestion, extra: Extra): Promise<Word> {
    const { url } = question;
    const isForm = this.can.form !== undefined;
    if (!isForm && (this.can.url === undefined || url === undefined)) {
      return { kind: 'open', reason: 'This needs the consent of the user.' };
    }
    try {
      const action = await (isForm
        ? this.showForm(question, extra)
        : this.openPage(question.question, url ?? '', extra));
      if (action !== 'accept') return { kind: 'no' };
      // To open the page is not yet to decide.
      return isForm ? { kind: 'yes' } : { kind: 'open', reason: 'The user was sent to the page to decide.' };
    } catch {
      if (extra.signal.aborted) return { kind: 'no' };
      return { kind: 'open', reason: 'The user did not answer in time.' };
    }
  }

  private async showForm({ question, toolCode, shown }: ClientQuestion, extra: Extra): Promise<string> {
    const call = [toolCode ?? '', JSON.stringify(shown, null, 2)].join(' ').trim();
    const message = `${question}\n\n${call.split('\n').map(withMarksShown).join('\n')}`;
    const requestedSchema = { type: 'object' as const, properties: {} };
    const { action } = await this.server.elicitInput({ message, requestedSchema }, this.optionsFor(extra));
    return action;
  }

  private async openPage(message: string, url: string, extra: Extra): Promise<string> {
    const params: ElicitRequestURLParams = { mode: 'url', message, url, elicitationId: newId() };
    const { action } = await this.server.elicitInput(params, this.optionsFor(extra));
    return action;
  }

  private optionsFor({ requestId, signal }: Extra) {
    return { relatedRequestId: requestId, signal, timeout: this.timeoutMs };
  }

  private get can() {
    return this.server.getClientCapabilities()?.elicitation ?? {};
  }
}
