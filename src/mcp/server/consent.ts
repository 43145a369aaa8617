import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AskedTool } from '../../turn/index.js';
import type { Extra } from './call-bridge.js';
import { askedResult } from './tool-result.js';

/** The user's word, or, where there is none yet, what the call answers. */
export type Word = { readonly kind: 'yes' | 'no' } | { readonly kind: 'open'; readonly result: CallToolResult };

/** Asks the user behind a client for consent to exactly one action, by a form without fields: accept or decline. */
export class Consent {
  constructor(
    private readonly server: Server,
    private readonly timeoutMs: number,
  ) {}

  /** Whether the client says that it can ask its user. */
  get canAsk(): boolean {
    return this.server.getClientCapabilities()?.elicitation?.form !== undefined;
  }

  /** Only an explicit accept is a yes; a call that is cancelled while its question is open is a no. */
  async ask(asked: AskedTool, extra: Extra): Promise<Word> {
    if (!this.canAsk) return open(asked, 'This needs the consent of the user.');
    const message = `${asked.question}\n\n${asked.toolCode} ${JSON.stringify(asked.shown, null, 2)}`;
    const requestedSchema = { type: 'object' as const, properties: {} };
    const options = { relatedRequestId: extra.requestId, signal: extra.signal, timeout: this.timeoutMs };
    try {
      const { action } = await this.server.elicitInput({ message, requestedSchema }, options);
      return { kind: action === 'accept' ? 'yes' : 'no' };
    } catch {
      if (extra.signal.aborted) return { kind: 'no' };
      return open(asked, 'The user did not answer in time.');
    }
  }
}

function open(asked: AskedTool, reason: string): Word {
  return { kind: 'open', result: askedResult(asked, reason) };
}
