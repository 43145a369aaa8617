import { TZDate } from '@date-fns/tz';
import { Body, Controller, Get, Headers, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ConsentLinks, type OpenedLink } from '../../engine/turn/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { ApiExcludeController } from '../api-description/index.js';
import { linkPrincipal, scopeNamed } from '../callers/index.js';
import { messagePage, PAGE_HEADERS, type QuestionView, questionPage } from './consent-page.html.js';
import { ConsentUrls } from './consent-urls.js';
import { PageCode } from './page-code.js';
import { PageWords } from './page-words.js';
import { shownValues } from './shown-values.js';

/**
 * Shows one question to the user behind a program, and takes the answer. Whoever has the link needs no key; a yes needs
 * the code of `convengine.consent.page-code`.
 */
@ApiExcludeController()
@Controller('consent')
export class ConsentPageController {
  private readonly say = (text: Parameters<PageWords['say']>[0]) => this.words.say(text);

  constructor(
    private readonly links: ConsentLinks,
    private readonly urls: ConsentUrls,
    private readonly code: PageCode,
    private readonly words: PageWords,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  /** Changes nothing: programs that make previews of links ask for it, too. */
  @Get(':token')
  async look(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    const link = await this.links.open(token);
    if (link.kind !== 'open') return this.refuse(reply, link.kind);
    if (this.code.isClosed(link.actionId)) return this.refuse(reply, 'closed');
    this.ask(reply, link);
  }

  /** @throws EngineError FORBIDDEN for the form of another page, INVALID_REQUEST for what is no decision */
  @Post(':token')
  async decide(
    @Param('token') token: string,
    @Body() body: unknown,
    @Headers() { origin, host = '' }: Record<string, string | undefined>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (origin !== undefined && !this.urls.isOwn(origin, host)) {
      throw new EngineError('FORBIDDEN', 'The form of another page cannot decide (convengine.http.public-url).');
    }
    const form = body instanceof URLSearchParams ? body : new URLSearchParams();
    const decision = form.get('decision');
    if (decision !== 'CONFIRM' && decision !== 'REJECT') {
      throw new EngineError('INVALID_REQUEST', 'decision must be CONFIRM or REJECT.');
    }
    const link = await this.links.open(token);
    if (link.kind !== 'open') return this.refuse(reply, link.kind);
    // A no needs no code.
    if (decision === 'CONFIRM') {
      if (this.code.isClosed(link.actionId)) return this.refuse(reply, 'closed');
      const pauseSeconds = this.code.pauseSeconds(link);
      if (pauseSeconds > 0) return this.askLater(reply, link, pauseSeconds);
      const isAdmitted = this.code.admits(link, form.get('code') ?? '');
      if (!isAdmitted) return this.ask(reply, link, this.say('WRONG_CODE'));
    }
    // Of a client that is not configured any more, nobody knows what it might use.
    const scope = scopeNamed(this.config, link.client) ?? { ...NO_SCOPE, name: link.client };
    const answer = await this.links.answer(token, decision, linkPrincipal(scope));
    if (answer.kind !== 'answered') return this.refuse(reply, answer.kind);
    send(reply, 200, messagePage(this.config.flow.language, answer.text, this.say));
  }

  private askLater(reply: FastifyReply, link: OpenLink, seconds: number): void {
    reply.header('retry-after', seconds);
    this.ask(reply, link, this.say('CODES_PAUSED'), 429);
  }

  private ask(reply: FastifyReply, link: OpenLink, problem?: string, status = problem === undefined ? 200 : 403): void {
    const view = { ...this.viewOf(link), ...(problem !== undefined && { problem }) };
    send(reply, status, questionPage(this.config.flow.language, view, this.say));
  }

  private viewOf(link: OpenLink): QuestionView {
    const { question, shown, risk, askedAtMs, expiresAtMs } = link;
    const [askedAt, expiresAt] = [this.spoken(askedAtMs), this.spoken(expiresAtMs)];
    return { question, arguments: shownValues(shown), risk, askedAt, expiresAt, asksCode: this.code.isAsked };
  }

  private spoken(epochMs: number): string {
    return new TZDate(epochMs, this.config.flow.timeZone).toISOString();
  }

  private refuse(reply: FastifyReply, kind: keyof typeof REFUSALS): void {
    const [status, text] = REFUSALS[kind];
    send(reply, status, messagePage(this.config.flow.language, this.words.say(text), this.say));
  }
}

type OpenLink = Extract<OpenedLink, { kind: 'open' }>;

/** Why there is nothing to decide here: HTTP status and what the page says. */
const REFUSALS = {
  unknown: [404, 'INVALID_LINK'],
  over: [410, 'CLOSED_LINK'],
  closed: [429, 'TOO_MANY_CODES'],
} as const;

const NO_SCOPE = { intents: [], states: [], tools: [], kind: 'agent' as const };

function send(reply: FastifyReply, status: number, html: string): void {
  reply.status(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(html);
}
