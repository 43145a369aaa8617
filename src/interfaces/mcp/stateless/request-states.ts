import { createHash } from 'node:crypto';
import { type InputResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { QuestionTicket } from '../../../engine/turn/index.js';
import { canonicalJson, toJson } from '../../../platform/common/json.js';
import type { MadeCall } from '../answer-requests.js';
import type { ServerParts } from '../server-parts.js';

/** What a request takes along to the one that is made in its place, with the answers. */
export interface RequestState {
  /** The question for consent that was put, where one was. */
  readonly question?: StatedQuestion;
  /** What was answered to handlers in earlier rounds, by the names of their questions. */
  readonly answers?: Readonly<Record<string, InputResponse>>;
}

/** A question for consent, as the word about it has to name it. */
export interface StatedQuestion {
  readonly ticket: QuestionTicket;
  readonly toldId: string | undefined;
  readonly toolCode: string | undefined;
  /** Whether the user was sent to the consent page, where the word is given. */
  readonly isOnPage: boolean;
}

/** What is sealed: whose it is and what call it belongs to stand beside it. */
interface Sealed extends RequestState {
  readonly client: string;
  readonly call: string;
  /** Milliseconds since 1970 UTC. */
  readonly expiresAtMs: number;
}

const PURPOSE = 'mcp-request-state';

/**
 * Seals what a client has to carry from one request to the next, with the secret that all processes on a database share.
 * It opens for the same client and the same call with the same arguments, for `convengine.consent.link-minutes`. That a
 * word counts once is not known here: the action's row says so.
 */
export class RequestStates {
  constructor(
    private readonly parts: Pick<ServerParts, 'seal' | 'clock' | 'config'>,
    /** Name of the client. */
    private readonly client: string,
    private readonly call: MadeCall,
  ) {}

  seal(state: RequestState): string {
    const expiresAtMs = this.parts.clock.now() + this.parts.config.consent.linkMinutes * 60_000;
    const sealed: Sealed = { ...state, client: this.client, call: this.callDigest, expiresAtMs };
    return this.parts.seal.seal(PURPOSE, JSON.stringify(sealed));
  }

  /** @throws ProtocolError where it was not sealed for this client and call, or is too old */
  open(text: string): RequestState {
    const opened = this.parts.seal.open(PURPOSE, text);
    if (opened === undefined) throw refused('It was not made here, or was changed.');
    const { client, call, expiresAtMs, ...state } = JSON.parse(opened) as Sealed;
    if (client !== this.client) throw refused('It was made for another client.');
    if (call !== this.callDigest) throw refused('It was made for another call, or other arguments.');
    if (this.parts.clock.now() >= expiresAtMs) throw refused('It is too old.');
    return state;
  }

  private get callDigest(): string {
    const { method, name, args } = this.call;
    return createHash('sha256')
      .update(`${method}\n${name}\n${canonicalJson(toJson(args))}`)
      .digest('base64url');
  }
}

/** Why a request state does not count: nothing was done. */
export function refused(why: string): ProtocolError {
  const text = `Invalid or expired requestState. ${why} Nothing was done.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, text, { reason: 'invalid_request_state' });
}
