import { Body, Controller, Get, Headers, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ConsentLinks, type LinkAnswer, type LinkOutcome, type OpenedLink } from '../../engine/turn/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { ApiExcludeController } from '../api-description/index.js';
import { linkPrincipal, scopeNamed } from '../callers/index.js';
import { type Fact, messagePage, PAGE_HEADERS, type QuestionView, questionPage } from './consent-page.html.js';
import { ConsentUrls } from './consent-urls.js';
import { OUTCOME_WORDS } from './outcome-words.js';
import { PageCode } from './page-code.js';
import { PageTimes } from './page-times.js';
import { PageWords } from './page-words.js';
import { shownValues } from './shown-values.js';

/**
 * Shows one question to the user behind a program, and takes the answer. Whoever has the link needs no key; a yes needs
 * the code of `convengine.consent.page-code`.
 */
@ApiExcludeController()
@Controller('consent')
export class ConsentPageController {
  private readonly say = (...text: Parameters<PageWords['say']>) => this.words.say(...text);

  constructor(
    private readonly links: ConsentLinks,
    private readonly urls: ConsentUrls,
    private readonly code: PageCode,
    private readonly words: PageWords,
    private readonly times: PageTimes,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  /** Changes nothing: programs that make previews of links ask for it, too. */
  @Get(':token')
  async look(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    const link = await this.links.open(token);
    if (link.kind === 'over') return this.tell(reply, link.outcome);
    if (link.kind === 'unknown') return this.refuse(reply, 'unknown');
    if (this.code.isClosed(link.actionId)) return this.refuse(reply, 'closed');
    this.ask(reply, 200, link);
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
    if (link.kind === 'over') return this.tell(reply, link.outcome);
    if (link.kind === 'unknown') return this.refuse(reply, 'unknown');
    // A no needs no code.
    if (decision === 'CONFIRM' && this.code.isAsked) {
      if (this.code.isClosed(link.actionId)) return this.refuse(reply, 'closed');
      const given = form.get('code') ?? '';
      if (given === '') return this.ask(reply, 400, link, this.say('CODE_MISSING'));
      const pauseSeconds = this.code.pauseSeconds(link);
      if (pauseSeconds > 0) return this.askLater(reply, link, pauseSeconds);
      const isAdmitted = this.code.admits(link, given);
      const left = this.code.triesLeft(link.actionId);
      if (!isAdmitted) return this.ask(reply, 403, link, this.say('WRONG_CODE', { left }));
    }
    // Of a client that is not configured any more, nobody knows what it might use.
    const scope = scopeNamed(this.config, link.client) ?? { ...NO_SCOPE, name: link.client };
    this.answered(reply, await this.links.answer(token, decision, linkPrincipal(scope)));
  }

  private askLater(reply: FastifyReply, link: OpenLink, seconds: number): void {
    reply.header('retry-after', seconds);
    this.ask(reply, 429, link, this.say('CODES_PAUSED'));
  }

  private answered(reply: FastifyReply, answer: LinkAnswer): void {
    if (answer.kind === 'over') this.tell(reply, answer.outcome);
    else if (answer.kind === 'unknown') this.refuse(reply, 'unknown');
    else {
      const { text, outcome } = answer;
      const title = outcome ? OUTCOME_WORDS[outcome.became][0] : 'TITLE_STILL_OPEN';
      this.message(reply, 200, { title: this.say(title), text });
    }
  }

  private ask(reply: FastifyReply, status: number, link: OpenLink, problem?: string): void {
    const view = { ...this.viewOf(link), ...(problem !== undefined && { problem }) };
    send(reply, status, questionPage(this.config.flow.language, view, this.say));
  }

  /** What a question has come to that cannot be decided here any more. */
  private tell(reply: FastifyReply, { became, question, agreedAtMs, endedAtMs }: LinkOutcome): void {
    const [title, text] = OUTCOME_WORDS[became];
    const facts: Fact[] = [
      ...(agreedAtMs === null ? [] : [[this.say('AGREED_AT'), this.times.at(agreedAtMs)] as const]),
      ...(endedAtMs === null ? [] : [[this.say('ENDED_AT'), this.times.at(endedAtMs)] as const]),
    ];
    this.message(reply, 410, { title: this.say(title), text: this.say(text), question, facts });
  }

  private viewOf({ question, shown, risk, askedAtMs, expiresAtMs }: OpenLink): QuestionView {
    const askedAt = this.times.at(askedAtMs);
    const expiresAt = this.times.until(expiresAtMs);
    return { question, arguments: shownValues(shown), risk, askedAt, expiresAt, asksCode: this.code.isAsked };
  }

  private refuse(reply: FastifyReply, kind: keyof typeof REFUSALS): void {
    const [status, title, text] = REFUSALS[kind];
    this.message(reply, status, { title: this.say(title), text: this.say(text) });
  }

  private message(reply: FastifyReply, status: number, message: Parameters<typeof messagePage>[1]): void {
    send(reply, status, messagePage(this.config.flow.language, message));
  }
}

type OpenLink = Extract<OpenedLink, { kind: 'open' }>;

/** Why there is nothing to decide here: HTTP status, the heading of the page, and what it says. */
const REFUSALS = {
  unknown: [404, 'TITLE_UNKNOWN', 'INVALID_LINK'],
  closed: [429, 'TITLE_LOCKED', 'TOO_MANY_CODES'],
} as const;

const NO_SCOPE = { intents: [], states: [], tools: [], kind: 'agent' as const };

function send(reply: FastifyReply, status: number, html: string): void {
  reply.status(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(html);
}
