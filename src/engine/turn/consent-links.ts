import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import type { JsonObject } from '../../platform/common/json.js';
import { currentTenant, inTenant } from '../../platform/common/tenant.js';
import { CLOCK, CONFIG, SEAL } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Seal } from '../../platform/secrets/index.js';
import type { ConversationKind } from '../conversation/index.js';
import {
  canBeConfirmed,
  type Decision,
  mayConfirm,
  names,
  type Proposal,
  ProposalRepository,
  type QuestionAddress,
  type Risk,
  shownArguments,
} from '../pending-action/index.js';
import type { Principal } from '../principal/index.js';
import { DirectToolCalls } from './direct-tool-calls.js';
import { CLOSED, type LinkOutcome, linkOutcome } from './link-outcome.js';
import { TurnService } from './turn.service.js';
import type { MessageResponse } from './turn-request.js';

/** A question whose link is wanted. */
export interface LinkedQuestion {
  readonly conversationId: string;
  /** What the conversation is: one that people talk in, or that of a tool call. */
  readonly kind: ConversationKind;
  readonly actionId: string;
  /** Name of the client the link is given to; empty for one that needs no key. */
  readonly client: string;
}

/** A question as it is shown to whoever opens its link. */
export interface ShownQuestion {
  readonly actionId: string;
  /** Name of the client the link was given to. */
  readonly client: string;
  readonly question: string;
  /** The arguments without what must not be shown. */
  readonly shown: JsonObject;
  readonly risk: Risk | null;
  /** Milliseconds since 1970 UTC. */
  readonly askedAtMs: number;
  /** When the link ends, in milliseconds since 1970 UTC. */
  readonly expiresAtMs: number;
}

/** What a link leads to: nothing that was ever asked, a question that is no longer open as it was, or one that is. */
export type OpenedLink =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'over'; readonly outcome: LinkOutcome }
  | ({ readonly kind: 'open' } & ShownQuestion);

/**
 * What has become of an answer by link. `text`: what there is to say to the user. `outcome`: what the question came to;
 * undefined where it can still be answered as it was.
 */
export type LinkAnswer =
  | Exclude<OpenedLink, { kind: 'open' }>
  | { readonly kind: 'answered'; readonly text: string; readonly outcome: LinkOutcome | undefined };

/** A question as one answer to it has to name it: what a link, or whatever else is sealed for a user's answer, is about. */
export interface QuestionTicket extends Omit<LinkedQuestion, 'actionId'> {
  /** Whose the conversation is; left out for the service's own tenant. */
  readonly tenant?: string;
  /** One form of the arguments, and one try: what was shown is answered once. */
  readonly address: QuestionAddress;
  /** When it ends, in milliseconds since 1970 UTC. */
  readonly expiresAtMs: number;
}

const PURPOSE = 'consent';

/**
 * Links by which a person answers one question, whoever asked it: sealed, for a while, and for one answer. A link holds
 * all that it is about; nothing is kept of it here.
 */
@Injectable()
export class ConsentLinks {
  constructor(
    private readonly turns: TurnService,
    private readonly calls: DirectToolCalls,
    private readonly proposals: ProposalRepository,
    @Inject(SEAL) private readonly seal: Pick<Seal, 'seal' | 'open'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  /** The token of a link to an open question; undefined where nothing is open under that id. */
  async make(question: LinkedQuestion): Promise<string | undefined> {
    const ticket = await this.ticket(question);
    return ticket && this.seal.seal(PURPOSE, JSON.stringify(ticket));
  }

  /** What an answer to an open question has to name; undefined where nothing is open under that id. */
  async ticket({ conversationId, kind, actionId, client }: LinkedQuestion): Promise<QuestionTicket | undefined> {
    const nowMs = this.clock.now();
    const proposal = await this.proposals.find(conversationId, actionId);
    if (!proposal || !isOpenAt(proposal, nowMs)) return undefined;
    const { revision, attempts } = proposal;
    const lasts = nowMs + this.config.consent.linkMinutes * 60_000;
    const expiresAtMs = Math.min(lasts, proposal.expiresAtMs ?? lasts);
    const tenant = currentTenant() ?? this.config.auth.tenant;
    const address = { actionId, revision, attempts };
    return {
      conversationId,
      kind,
      client,
      address,
      expiresAtMs,
      ...(tenant !== this.config.auth.tenant && { tenant }),
    };
  }

  /** Whether a question is open, and no program may answer it by itself. */
  async needsUser({ conversationId, actionId }: LinkedQuestion): Promise<boolean> {
    const proposal = await this.proposals.find(conversationId, actionId);
    return proposal !== undefined && isOpenAt(proposal, this.clock.now()) && !mayConfirm({ kind: 'AGENT' }, proposal);
  }

  /** What a link leads to. Looking at it changes nothing. */
  async open(token: string): Promise<OpenedLink> {
    const ticket = this.read(token);
    if (!ticket) return { kind: 'unknown' };
    return this.inTenantOf(ticket, async () => {
      const shown = await this.look(ticket);
      return shown ? { kind: 'open', ...shown } : { kind: 'over', outcome: await this.outcomeOf(ticket) };
    });
  }

  /** The question of a ticket, while it is open as it was and the ticket lasts. Looking at it changes nothing. */
  async look(ticket: QuestionTicket): Promise<ShownQuestion | undefined> {
    const proposal = await this.find(ticket);
    if (!proposal) return undefined;
    const { question, risk, askedAtMs, createdAtMs } = proposal;
    const { client, expiresAtMs } = ticket;
    const { actionId } = ticket.address;
    const shown = shownArguments(proposal);
    return { actionId, client, question, shown, risk, askedAtMs: askedAtMs ?? createdAtMs, expiresAtMs };
  }

  /**
   * Takes an answer, in a turn of the question's own conversation.
   * @throws EngineError as `TurnService.handle` does
   */
  async answer(token: string, decision: Decision, principal: Principal): Promise<LinkAnswer> {
    const ticket = this.read(token);
    return ticket ? this.answerTicket(ticket, decision, principal) : { kind: 'unknown' };
  }

  /**
   * Takes an answer to the question of a ticket, as `answer` does to that of a link.
   * @throws EngineError as `TurnService.handle` does
   */
  answerTicket(ticket: QuestionTicket, decision: Decision, principal: Principal): Promise<LinkAnswer> {
    return this.inTenantOf(ticket, () => this.answerIn(ticket, decision, principal));
  }

  /** Whoever opens a link need not say who they are: it says itself whose it is. */
  private inTenantOf<T>({ tenant = this.config.auth.tenant }: QuestionTicket, work: () => T): T {
    return inTenant(tenant, work);
  }

  private async answerIn(ticket: QuestionTicket, decision: Decision, principal: Principal): Promise<LinkAnswer> {
    if (!(await this.find(ticket))) return { kind: 'over', outcome: await this.outcomeOf(ticket) };
    const text = await this.textFor(ticket, decision, principal);
    if (text === undefined) return { kind: 'over', outcome: CLOSED };
    const isOpen = (await this.find(ticket)) !== undefined;
    return { kind: 'answered', text, outcome: isOpen ? undefined : await this.outcomeOf(ticket) };
  }

  /** What there is to say to an answer; undefined where the call of a tool is not there any more. */
  private async textFor(
    { conversationId, kind, address }: QuestionTicket,
    decision: Decision,
    principal: Principal,
  ): Promise<string | undefined> {
    if (kind === 'TOOL') {
      const opened = await this.calls.find(conversationId, address.actionId);
      return opened && (await this.calls.answer(opened.asked, { decision, principal, address })).text;
    }
    const request = { conversationId, message: '', principal, decision, inReplyTo: address };
    const { responseText } = await this.turns.handle(request);
    return (JSON.parse(responseText) as MessageResponse).payload.value;
  }

  /** What a question came to that is not open any more as it was; nothing of it once the link's time is over. */
  private async outcomeOf({ conversationId, address, expiresAtMs }: QuestionTicket): Promise<LinkOutcome> {
    const proposal = await this.proposals.find(conversationId, address.actionId);
    const outcome = proposal ? linkOutcome(proposal, address) : CLOSED;
    return this.clock.now() < expiresAtMs || outcome.became === 'EXPIRED' ? outcome : CLOSED;
  }

  private read(token: string): QuestionTicket | undefined {
    const text = this.seal.open(PURPOSE, token);
    return text === undefined ? undefined : (JSON.parse(text) as QuestionTicket);
  }

  /** The action, while it is open as it was when the link was made, and the link lasts. */
  private async find({ conversationId, address, expiresAtMs }: QuestionTicket): Promise<Proposal | undefined> {
    const nowMs = this.clock.now();
    if (nowMs >= expiresAtMs) return undefined;
    const proposal = await this.proposals.find(conversationId, address.actionId);
    return proposal && isOpenAt(proposal, nowMs) && names(address, proposal) ? proposal : undefined;
  }
}

/** By the clock alone; the turn that takes the answer counts the turns. */
function isOpenAt(proposal: Proposal, epochMs: number): boolean {
  return canBeConfirmed(proposal, { turn: proposal.createdTurn, epochMs });
}
